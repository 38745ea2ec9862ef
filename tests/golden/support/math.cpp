// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions.
#include "golden/support/operations.hpp"

#include <spica/ops/math.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_real(Operations& ops) {
  ops.add<T>("exp", [](Call& c) { return evaluate<T>(exp(c.x<T>())); });
  ops.add<T>("log", [](Call& c) { return evaluate<T>(log(c.x<T>())); });
  ops.add<T>("sqrt", [](Call& c) { return evaluate<T>(sqrt(c.x<T>())); });
  ops.add<T>("tanh", [](Call& c) { return evaluate<T>(tanh(c.x<T>())); });
}

}  // namespace

void add_math(Operations& ops) {
  add_real<float>(ops);
  add_real<double>(ops);
  add_real<std::int64_t>(ops);
  add_real<std::uint8_t>(ops);
}

}  // namespace spica::test::golden
