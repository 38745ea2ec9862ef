// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: spica::take: an array of rank 0 has no rows; write spica::reshape\(X, 1\)
// expect: spica::take: indices are of rank 1 and of an integer type; write spica::cast<std::int64_t>\(indices\)
#include <spica/ops/gather.hpp>

#include <cstdint>

void choose(const spica::Array<float, 0>& number, const spica::Array<float, 2>& rows,
            const spica::Array<bool, 1>& mask) {
#ifdef SPICA_MUST_FAIL
  spica::take(number, spica::cast<int>(mask));
  spica::take(rows, mask);
#else
  spica::take(spica::reshape(number, 1), spica::cast<int>(mask));
  spica::take(rows, spica::cast<std::int64_t>(mask));
#endif
}
