// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues and singular values, and the least squares that singular values give.
#include <spica/linalg/detail/decompose.hpp>
#include <spica/linalg/lstsq.hpp>

#include <algorithm>
#include <sstream>
#include <string>

#include "buffer.hpp"
#include "cusolver_library.hpp"
#include "stack_kernels.hpp"

namespace spica::detail {

void require_rcond(double rcond) {
  if (rcond >= 0) return;
  std::ostringstream text;
  text << "spica::lstsq: rcond is " << rcond
       << "; it must be 0 or more: singular values up to rcond times the largest count as zero";
  throw ValueError(text.str());
}

namespace {

/// Divides row i by singular value i; rows of those that count as zero become zero.
template <class T>
struct DivideRows {
  T* rows;
  std::int64_t columns;
  const RealOf<T>* s;
  RealOf<T> rcond;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    const RealOf<T> value = s[at / columns];
    rows[at] = value > rcond * s[0] ? rows[at] / value : T(0);
  }
};

template <class Real>
struct CountRank {
  const Real* s;
  std::int64_t count;
  Real rcond;
  std::int64_t* rank;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t) const {
    std::int64_t found = 0;
    while (found < count && s[found] > rcond * s[0]) ++found;
    *rank = found;
  }
};

template <class T>
struct SetTo {
  T* data;
  T value;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const { data[i] = value; }
};

}  // namespace

template <class T, class Space>
void decompose_eigh(const Device<Space>& device, const Stack<T>& a, RealOf<T>* values, T* vectors,
                    const char* function) {
  if (a.count * a.size() == 0) return;
  const Buffer<int, Space> bad(device, a.count, function);
  const Buffer<int, Space> info(device, a.count, function);
  const Faults<Space> not_finite{device, bad.data(), a.count, function};
  const Faults<Space> no_end{device, info.data(), a.count, function};
  find_not_finite(device, a, true, bad.data(), function);
  not_finite.report(BadValue::not_finite);
  SolverLibrary<Space>::eigh(device, a, values, vectors != nullptr, info.data(), function);
  no_end.report(BadValue::no_convergence);
  if (vectors != nullptr) copy_part(device, a, vectors, a.rows, a.columns, Part::all, function);
  for (const Faults<Space>& faults : {not_finite, no_end}) {
    faults.poison(values, a.rows);
    if (vectors != nullptr) faults.poison(vectors, a.size());
  }
}

namespace {

/// With row-major U and V^H.
template <class T, class Space>
void decompose_svd_vectors(const Device<Space>& device, const Stack<T>& a, bool transposed, T* u, RealOf<T>* s, T* vh,
                           int* info, const char* function) {
  const std::int64_t k = a.columns;
  if (transposed) {  // A^T = Vh^T S U^T: column-major Vh^T is row-major Vh
    SolverLibrary<Space>::svd(device, a, vh, s, u, info, function);
    return;
  }
  const Buffer<T, Space> left(device, a.count * a.size(), function);
  const Buffer<T, Space> right(device, a.count * k * k, function);
  SolverLibrary<Space>::svd(device, a, left.data(), s, right.data(), info, function);
  copy_part(device, Stack<T>{left.data(), a.count, a.rows, k}, u, a.rows, k, Part::all, function);
  copy_part(device, Stack<T>{right.data(), a.count, k, k}, vh, k, k, Part::all, function);
}

}  // namespace

template <class T, class Space>
void decompose_svd(const Device<Space>& device, const Stack<T>& a, bool transposed, T* u, RealOf<T>* s, T* vh,
                   const char* function) {
  if (a.count * a.size() == 0) return;
  const std::int64_t k = a.columns;
  const Buffer<int, Space> bad(device, a.count, function);
  const Buffer<int, Space> info(device, a.count, function);
  const Faults<Space> not_finite{device, bad.data(), a.count, function};
  const Faults<Space> no_end{device, info.data(), a.count, function};
  find_not_finite(device, a, false, bad.data(), function);
  not_finite.report(BadValue::not_finite);
  if (u == nullptr) {
    SolverLibrary<Space>::svd(device, a, static_cast<T*>(nullptr), s, static_cast<T*>(nullptr), info.data(), function);
  } else {
    decompose_svd_vectors(device, a, transposed, u, s, vh, info.data(), function);
  }
  no_end.report(BadValue::no_convergence);
  for (const Faults<Space>& faults : {not_finite, no_end}) {
    faults.poison(s, k);
    if (u == nullptr) continue;
    faults.poison(u, transposed ? k * k : a.size());
    faults.poison(vh, transposed ? a.size() : k * k);
  }
}

namespace {

/// x = V S^-1 U^H b, for b in column-major memory and row-major x [n, b.columns].
template <class T, class Space>
void least_squares_by_svd(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, std::int64_t m,
                          RealOf<T> rcond, T* x, RealOf<T>* s, std::int64_t* rank, const char* function) {
  const std::int64_t n = a.columns;
  const std::int64_t k = std::min(m, n);
  const std::int64_t sides = b.columns;
  const Buffer<T, Space> u(device, m * k, function);
  const Buffer<T, Space> vh(device, k * n, function);
  const Buffer<T, Space> tall(device, m < n ? m * n : 0, function);
  Stack<T> work = a;
  if (m < n) {  // as cuSOLVER wants it
    copy_part(device, a, tall.data(), m, n, Part::all, function);
    work = {tall.data(), 1, n, m};
  }
  decompose_svd(device, work, m < n, u.data(), s, vh.data(), function);
  launch(std::string(function) + "::rank", device.instance(), 1, CountRank<RealOf<T>>{s, k, rcond, rank});
  if (sides == 0) return;
  const Buffer<T, Space> parts(device, k * sides, function);
  const Matrix<T> c{parts.data(), k, sides, sides, 1};
  blas_product<T, Space>(device, T(1), {u.data(), k, m, 1, k, is_complex<T>}, {b.data, m, sides, 1, b.rows}, T(0), c,
                         function);
  launch(std::string(function) + "::divide", device.instance(), k * sides,
         DivideRows<T>{parts.data(), sides, s, rcond});
  blas_product<T, Space>(device, T(1), {vh.data(), n, k, 1, n, is_complex<T>}, c.as_const(), T(0),
                         {x, n, sides, sides, 1}, function);
}

}  // namespace

template <class T, class Space>
void least_squares(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, std::int64_t m, double rcond,
                   T* x, RealOf<T>* s, std::int64_t* rank, LeastSquares how, const char* function) {
  const std::int64_t n = a.columns;
  const auto threshold = static_cast<RealOf<T>>(rcond);
  if (m == 0 || n == 0) {
    launch(std::string(function) + "::zero", device.instance(), n * b.columns, SetTo<T>{x, T(0)});
    launch(std::string(function) + "::zero", device.instance(), 1, SetTo<std::int64_t>{rank, 0});
    return;
  }
  if constexpr (is_host_space<Space>) {
    // gelsd refuses a b without columns, and takes thresholds of 0 and of 1 or more for eps.
    const bool taken = b.columns > 0 && threshold > 0 && threshold < 1;
    if (how == LeastSquares::library && taken) {
      const Buffer<int, Space> info(device, 1, function);
      const Faults<Space> faults{device, info.data(), 1, function};
      find_not_finite(device, a, false, info.data(), function);
      faults.report(BadValue::not_finite);
      LapackLibrary::least_squares(device, a, b, s, threshold, rank, info.data(), function);
      faults.report(BadValue::no_convergence);
      copy_part(device, b, x, n, b.columns, Part::all, function);
      return;
    }
  }
  least_squares_by_svd(device, a, b, m, threshold, x, s, rank, function);
}

#define SPICA_INSTANTIATE_TYPE(T, Space)                                                                        \
  template void decompose_eigh(const Device<Space>&, const Stack<T>&, RealOf<T>*, T*, const char*);             \
  template void decompose_svd(const Device<Space>&, const Stack<T>&, bool, T*, RealOf<T>*, T*, const char*);    \
  template void least_squares(const Device<Space>&, const Stack<T>&, const Stack<T>&, std::int64_t, double, T*, \
                              RealOf<T>*, std::int64_t*, LeastSquares, const char*);
#define SPICA_INSTANTIATE(Space)                        \
  SPICA_INSTANTIATE_TYPE(float, Space)                  \
  SPICA_INSTANTIATE_TYPE(double, Space)                 \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<float>, Space) \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<double>, Space)
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE
#undef SPICA_INSTANTIATE_TYPE

}  // namespace spica::detail
