// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are const stay const.
// expect: (could not|no viable|cannot|no suitable user-defined) conver|conversion from .* requested
#include <spica/array/copy.hpp>

spica::Array<float, 2> writable(const spica::Array<const float, 2>& read_only) {
#ifdef SPICA_MUST_FAIL
  return read_only;
#else
  return spica::copy(read_only);
#endif
}
