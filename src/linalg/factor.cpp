// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/decompose.hpp>

#include <algorithm>

#include "buffer.hpp"
#include "cusolver_library.hpp"
#include "stack_kernels.hpp"

namespace spica::detail {

namespace {

/// The permutation that the exchanges of rows 0, 1, ... with rows pivots[0] - 1, ... leave: of one matrix. The
/// exchanges are undone from the last to the first, so that row i of A is row permutation[i] of L U.
struct Permute {
  const int* pivots;
  std::int64_t* permutation;
  std::int64_t exchanges;
  std::int64_t rows;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    std::int64_t* mine = permutation + number * rows;
    const int* with = pivots + number * exchanges;
    for (std::int64_t i = 0; i < rows; ++i) mine[i] = i;
    for (std::int64_t i = exchanges - 1; i >= 0; --i) {
      const std::int64_t other = with[i] - 1;
      if (other < 0 || other >= rows) continue;  // some old libraries give that where there is a NaN
      const std::int64_t kept = mine[i];
      mine[i] = mine[other];
      mine[other] = kept;
    }
  }
};

/// Zero below the diagonal of column-major matrices: above that of row-major ones.
template <class T>
struct ClearLower {
  Stack<T> a;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    if (at % a.rows > at / a.rows % a.columns) a.data[at] = T(0);
  }
};

}  // namespace

template <class T, class Space>
void factor_lu(const Device<Space>& device, const Stack<T>& a, std::int64_t* permutation, T* l, T* u,
               const char* function) {
  const std::int64_t k = std::min(a.rows, a.columns);
  const Buffer<int, Space> pivots(device, a.count * k, function);
  if (a.count * k > 0) {
    const Buffer<int, Space> info(device, a.count,
                                  function);  // tells of zeros on U's diagonal, which are no fault here
    SolverLibrary<Space>::lu(device, a, pivots.data(), info.data(), function);
  }
  launch(std::string(function) + "::permutation", device.instance(), a.count,
         Permute{pivots.data(), permutation, k, a.rows});
  copy_part(device, a, l, a.rows, k, Part::lower_with_ones, function);
  copy_part(device, a, u, k, a.columns, Part::upper, function);
}

template <class T, class Space>
void factor_cholesky(const Device<Space>& device, const Stack<T>& a, const char* function) {
  if (a.count * a.size() == 0) return;
  const Buffer<int, Space> info(device, a.count, function);
  // The lower triangle of row-major A is the upper one of column-major A^T = U^H U, and A = U^T (U^T)^H.
  SolverLibrary<Space>::cholesky_upper(device, a, info.data(), function);
  launch(std::string(function) + "::check", device.instance(), a.count, CheckDiagonal<T>{a, info.data()});
  const Faults<Space> faults{device, info.data(), a.count, function};
  faults.report(BadValue::not_positive_definite);
  launch(std::string(function) + "::clear", device.instance(), a.count * a.size(), ClearLower<T>{a});
  faults.poison(a.data, a.size());
}

template <class T, class Space>
void factor_qr(const Device<Space>& device, const Stack<T>& a, T* q, T* r, const char* function) {
  const std::int64_t k = std::min(a.rows, a.columns);
  if (a.count * k == 0) return;
  const Buffer<T, Space> tau(device, a.count * k, function);
  SolverLibrary<Space>::qr(device, a, tau.data(), function);
  copy_part(device, a, r, k, a.columns, Part::upper, function);
  SolverLibrary<Space>::qr_columns(device, a, static_cast<const T*>(tau.data()), function);
  copy_part(device, a, q, a.rows, k, Part::all, function);
}

#define SPICA_INSTANTIATE_TYPE(T, Space)                                                              \
  template void factor_lu(const Device<Space>&, const Stack<T>&, std::int64_t*, T*, T*, const char*); \
  template void factor_cholesky(const Device<Space>&, const Stack<T>&, const char*);                  \
  template void factor_qr(const Device<Space>&, const Stack<T>&, T*, T*, const char*);
#define SPICA_INSTANTIATE(Space)                        \
  SPICA_INSTANTIATE_TYPE(float, Space)                  \
  SPICA_INSTANTIATE_TYPE(double, Space)                 \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<float>, Space) \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<double>, Space)
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE
#undef SPICA_INSTANTIATE_TYPE

}  // namespace spica::detail
