// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/linalg/adjoint.hpp>
#include <spica/linalg/batched_gemm.hpp>
#include <spica/linalg/dot.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/gemv.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/linalg/norm.hpp>
#include <spica/linalg/outer.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_products(Operations& ops) {
  ops.add<T, T>("dot", [](Call& c) { return elements_of(dot(c.x<T, 1>(), c.y<T, 1>())); });
  ops.add<T, T>("vdot", [](Call& c) { return elements_of(vdot(c.x<T, 1>(), c.y<T, 1>())); });
  ops.add<T, T>("outer.rank2", [](Call& c) { return read_elements(outer(c.x<T, 1>(), c.y<T, 1>())); });
  ops.add<T, T>("matmul.rank2", [](Call& c) { return elements_of(matmul(c.x<T, 2>(), c.y<T, 2>())); });
  ops.add<T, T>("matmul.vector.rank1", [](Call& c) { return elements_of(matmul(c.x<T, 2>(), c.y<T, 1>())); });
  ops.add<T, T>("vector.matmul.rank1", [](Call& c) { return elements_of(matmul(c.x<T, 1>(), c.y<T, 2>())); });
  ops.add<T, T>("matmul.rank43", [](Call& c) { return elements_of(matmul(c.x<T>(), c.y<T, 3>())); });
  ops.add<T, T, T>("gemm", [](Call& c) {
    const auto target = c.x<T, 2>();
    gemm(c.whole("alpha"), c.y<T, 2>(), c.z<T, 2>(), c.whole("beta"), target);
    return c.written(target);
  });
  ops.add<T, T, T>("gemm.adjoint", [](Call& c) {
    const auto target = c.x<T, 2>();
    gemm(c.whole("alpha"), adjoint(c.y<T, 2>()), transpose(c.z<T, 2>()), c.whole("beta"), target);
    return c.written(target);
  });
  ops.add<T, T, T>("gemv", [](Call& c) {
    const auto target = c.x<T, 1>();
    gemv(c.whole("alpha"), c.y<T, 2>(), c.z<T, 1>(), c.whole("beta"), target);
    return c.written(target);
  });
}

template <class T>
void add_more(Operations& ops) {
  ops.add<T, T, T>("batched_gemm", [](Call& c) {
    const auto target = c.x<T, 3>();
    batched_gemm(c.whole("alpha"), c.y<T, 3>(), c.z<T, 3>(), c.whole("beta"), target);
    return c.written(target);
  });
  ops.add<T, T>("kron.rank2", [](Call& c) { return elements_of(kron(c.x<T, 2>(), c.y<T, 2>())); });
  ops.add<T>("adjoint.rank3", [](Call& c) {
    const Array<T, 3, Space> result(adjoint(c.x<T, 3>()));
    return elements_of(result);
  });
  ops.add<T>("norm_1.rank1", [](Call& c) { return elements_of(norm(c.x<T, 1>(), norm_1)); });
  ops.add<T>("norm_inf.rank2", [](Call& c) { return elements_of(norm(c.x<T, 2>(), norm_inf)); });
  ops.add<T>("norm_1.rank2", [](Call& c) { return elements_of(norm(c.x<T, 2>(), norm_1)); });
  ops.add<T>("norm_2.axis.rank2", [](Call& c) { return elements_of(norm(c.x<T, 2>(), norm_2, axes(c.axis(2)))); });
}

template <class T>
void add_spectral_norm(Operations& ops) {
  ops.add<T>("norm_2.rank2", [](Call& c) { return elements_of(norm(c.x<T, 2>(), norm_2)); });
}

}  // namespace

void add_linalg(Operations& ops) {
  add_products<float>(ops);
  add_products<double>(ops);
  add_products<Complex64>(ops);
  add_products<Complex128>(ops);
  add_products<std::int32_t>(ops);
  add_spectral_norm<float>(ops);
  add_spectral_norm<Complex128>(ops);
  add_spectral_norm<std::int32_t>(ops);
  add_more<float>(ops);
  add_more<Complex128>(ops);
}

}  // namespace spica::test::golden
