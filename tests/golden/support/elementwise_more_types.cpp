// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/elementwise.hpp"

namespace spica::test::golden {

void add_elementwise_more_types(Operations& ops) {
  add_elementwise_of<bool>(ops);
  add_elementwise_of<std::int8_t>(ops);
  add_elementwise_of<std::int16_t>(ops);
  add_elementwise_of<std::int64_t>(ops);
  add_elementwise_of<std::uint8_t>(ops);
  add_elementwise_of<std::uint16_t>(ops);
  add_elementwise_of<std::uint32_t>(ops);
  add_elementwise_of<std::uint64_t>(ops);
  add_elementwise_of<Complex64>(ops);
}

}  // namespace spica::test::golden
