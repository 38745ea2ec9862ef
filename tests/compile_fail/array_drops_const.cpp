// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are const stay const.
// expect: (could not convert|no viable conversion|cannot convert|no suitable user-defined conversion|conversion from .*
// requested)
#include <spica/array/copy.hpp>

spica::Array<float, 2> writable(const spica::Array<const float, 2>& read_only) {
#ifdef SPICA_MUST_FAIL
  return read_only;
#else
  return spica::copy(read_only);
#endif
}
