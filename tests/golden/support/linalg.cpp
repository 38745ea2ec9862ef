// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/matmul.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_products(Operations& ops) {
  ops.add<T, T>("dot", [](Call& c) { return elements_of(dot(c.x<T, 1>(), c.y<T, 1>())); });
  ops.add<T, T>("matmul.rank2", [](Call& c) { return elements_of(matmul(c.x<T, 2>(), c.y<T, 2>())); });
  ops.add<T, T>("matmul.vector.rank1", [](Call& c) { return elements_of(matmul(c.x<T, 2>(), c.y<T, 1>())); });
  ops.add<T, T>("vector.matmul.rank1", [](Call& c) { return elements_of(matmul(c.x<T, 1>(), c.y<T, 2>())); });
  ops.add<T, T, T>("gemm", [](Call& c) {
    const auto target = c.x<T, 2>();
    gemm(c.whole("alpha"), c.y<T, 2>(), c.z<T, 2>(), c.whole("beta"), target);
    return c.written(target);
  });
}

}  // namespace

void add_linalg(Operations& ops) {
  add_products<float>(ops);
  add_products<double>(ops);
  add_products<Complex64>(ops);
  add_products<Complex128>(ops);
  add_products<std::int32_t>(ops);
}

}  // namespace spica::test::golden
