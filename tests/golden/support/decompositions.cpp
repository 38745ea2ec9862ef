// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LAPACK computes.
#include "golden/support/operations.hpp"

#include <spica/array/transform.hpp>
#include <spica/linalg/cholesky.hpp>
#include <spica/linalg/determinant.hpp>
#include <spica/linalg/eigh.hpp>
#include <spica/linalg/inverse.hpp>
#include <spica/linalg/lstsq.hpp>
#include <spica/linalg/lu.hpp>
#include <spica/linalg/qr.hpp>
#include <spica/linalg/solve.hpp>
#include <spica/linalg/svd.hpp>
#include <spica/ops/rounding.hpp>

namespace spica::test::golden {

namespace {

template <class T>
void add_decompositions(Operations& ops) {
  ops.add<T>("cholesky.rank3", [](Call& c) { return elements_of(cholesky(c.x<T, 3>())); });
  ops.add<T>("det.rank3", [](Call& c) { return elements_of(det(c.x<T, 3>())); });
  ops.add<T>("slogdet.logabsdet.rank3", [](Call& c) { return elements_of(slogdet(c.x<T, 3>()).logabsdet); });
  ops.add<T>("eigh.values.rank3", [](Call& c) { return elements_of(eigh(c.x<T, 3>()).values); });
  ops.add<T>("eigvalsh.rank2", [](Call& c) { return elements_of(eigvalsh(c.x<T, 2>())); });
  ops.add<T>("inv.rank3", [](Call& c) { return elements_of(inv(c.x<T, 3>())); });
  ops.add<T>("lu.U.rank2", [](Call& c) { return elements_of(lu(c.x<T, 2>()).U); });
  ops.add<T>("lu.permutation.rank2", [](Call& c) { return elements_of(lu(c.x<T, 2>()).permutation); });
  // The signs of R's rows are the library's.
  ops.add<T>("qr.abs_R.rank2", [](Call& c) { return read_elements(abs(qr(c.x<T, 2>()).R)); });
  ops.add<T>("svd.S.rank2", [](Call& c) { return elements_of(svd(c.x<T, 2>()).S); });
  ops.add<T>("svdvals.rank3", [](Call& c) { return elements_of(svdvals(c.x<T, 3>())); });
  ops.add<T, T>("solve.vector.rank2", [](Call& c) { return elements_of(solve(c.x<T, 2>(), c.y<T, 1>())); });
  ops.add<T, T>("solve.rank3", [](Call& c) { return elements_of(solve(c.x<T, 3>(), c.y<T, 3>())); });
  ops.add<T, T>("lstsq.rank2", [](Call& c) { return elements_of(lstsq(c.x<T, 2>(), c.y<T, 2>()).solution); });
}

}  // namespace

void add_decompositions(Operations& ops) {
  add_decompositions<float>(ops);
  add_decompositions<double>(ops);
  add_decompositions<Complex128>(ops);
}

}  // namespace spica::test::golden
