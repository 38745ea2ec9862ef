// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/elementwise.hpp"

namespace spica::test::golden {

void add_elementwise(Operations& ops) {
  add_elementwise_of<float>(ops);
  add_elementwise_of<double>(ops);
  add_elementwise_of<std::int32_t>(ops);
  add_elementwise_of<Complex128>(ops);
}

}  // namespace spica::test::golden
