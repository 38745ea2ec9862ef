// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_ADJOINT_HPP
#define SPICA_LINALG_ADJOINT_HPP

#include <spica/array/transform.hpp>
#include <spica/linalg/detail/factor.hpp>
#include <spica/ops/types.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace spica {

/// Each matrix of a stack [..., M, N] transposed: a view [..., N, M]. Of a matrix the same as `transpose`. Expressions
/// are evaluated first.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto matrix_transpose(const Source& source) {
  constexpr int rank = Source::rank;
  static_assert(rank >= 2,
                "spica::matrix_transpose: the array must have rank 2 or more; write x(spica::newaxis, spica::all) to "
                "use a vector as one row");
  if constexpr (rank <= 2) {
    return transpose(source);
  } else {
    Shape<rank> axes{};
    for (int d = 0; d < rank; ++d) axes[static_cast<std::size_t>(d)] = d;
    std::swap(axes[rank - 2], axes[rank - 1]);
    return detail::permute_array(detail::as_array(source), axes);
  }
}

/// The conjugate transpose of each matrix of a stack [..., M, N]: [..., N, M]. Of real numbers the view that
/// `matrix_transpose` gives; of complex ones an expression, which `matmul`, `gemm`, `gemv` and `batched_gemm` hand to
/// the library as a conjugate transposition, without a copy where it can. The adjoint of a vector is its conjugate.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
auto adjoint(const Source& source) {
  static_assert(Source::rank >= 1, "spica::adjoint: the array must have axes; its only element has no transpose");
  if constexpr (!detail::is_complex<typename Source::value_type>) {
    if constexpr (Source::rank == 1) {
      return source;
    } else {
      return matrix_transpose(source);
    }
  } else if constexpr (Source::rank == 1) {
    return detail::map_one(detail::ConjugateOf(), "spica::adjoint", source);
  } else {
    return detail::map_one(detail::ConjugateOf(), "spica::adjoint", matrix_transpose(source));
  }
}

}  // namespace spica

#endif
