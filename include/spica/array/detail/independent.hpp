// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_DETAIL_INDEPENDENT_HPP
#define SPICA_ARRAY_DETAIL_INDEPENDENT_HPP

// Spica's loops over elements never carry a value from one turn to the next (overlapping operands are evaluated into a
// temporary), which compilers cannot know: without SPICA_DETAIL_INDEPENDENT before such a loop an in-place operation is
// not vectorised.
//
// Clang warns where a loop cannot be vectorised although it may: at -O1, or where an operation is a call. That is
// nothing to a caller whose file instantiates the loop; a header has its loops between SPICA_DETAIL_LOOPS and
// SPICA_DETAIL_END_LOOPS.
#if defined(__clang__)
#define SPICA_DETAIL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define SPICA_DETAIL_LOOPS _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wpass-failed\"")
#define SPICA_DETAIL_END_LOOPS _Pragma("clang diagnostic pop")
#elif defined(__GNUC__)
#define SPICA_DETAIL_INDEPENDENT _Pragma("GCC ivdep")
#define SPICA_DETAIL_LOOPS
#define SPICA_DETAIL_END_LOOPS
#else
#define SPICA_DETAIL_INDEPENDENT
#define SPICA_DETAIL_LOOPS
#define SPICA_DETAIL_END_LOOPS
#endif

#endif
