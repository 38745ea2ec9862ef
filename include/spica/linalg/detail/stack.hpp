// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_DETAIL_STACK_HPP
#define SPICA_LINALG_DETAIL_STACK_HPP

// What decompositions and solvers take: copies of the caller's matrices in the form that LAPACK and cuSOLVER read and
// overwrite.

#include <spica/array/array.hpp>
#include <spica/linalg/detail/product.hpp>
#include <spica/ops/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace spica::detail {

/// Matrices of one shape that follow each other in memory, each column-major without gaps. Row-major matrices are a
/// stack of the transposed ones. Keeps nothing alive.
template <class T>
struct Stack {
  T* data = nullptr;
  std::int64_t count = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  std::int64_t size() const { return rows * columns; }  ///< of one matrix
  T* matrix(std::int64_t i) const { return data + i * size(); }
};

/// The type of singular values and of the eigenvalues of Hermitian matrices with elements T.
template <class T>
using RealOf = typename real_of<T>::type;

// ---- checks --------------------------------------------------------------------------------------------------------

/// What the compiler can check of the matrices A; true where it is all right.
template <class A>
constexpr bool decomposes() {
  static_assert(
      is_readable<A>,
      "spica::solve, lu, qr, svd and the like: A must be a Spica array or expression; write spica::wrap(view) "
      "to use a Kokkos View");
  if constexpr (is_readable<A>) {
    constexpr bool matrix = A::rank >= 2;
    static_assert(
        matrix,
        "spica::solve, lu, qr, svd and the like: A must be a matrix or a stack of matrices, of rank 2 or more; "
        "write x(spica::all, spica::newaxis) to use a vector as one column");
    constexpr bool type = is_blas_type<typename A::value_type>;
    static_assert(
        type,
        "spica::solve, lu, qr, svd and the like: the elements must be float, double or complex of these; write "
        "spica::cast<double>(A)");
    return matrix && type;
  } else {
    return false;
  }
}

/// The same of A and the right-hand sides b.
template <class A, class B>
constexpr bool solves() {
  static_assert(is_readable<B>,
                "spica::solve, spica::lstsq: b must be a Spica array or expression; write spica::wrap(view) to use a "
                "Kokkos View");
  if constexpr (decomposes<A>() && is_readable<B>) {
    constexpr bool vector = B::rank >= 1;
    static_assert(vector, "spica::solve, spica::lstsq: b must be a vector or matrix, of rank 1 or more");
    constexpr bool spaces = std::is_same_v<typename A::execution_space, typename B::execution_space>;
    static_assert(spaces,
                  "spica::solve, spica::lstsq: A and b live in the memory of different spaces; write spica::copy(b, "
                  "A.device()) to bring b to A's device first");
    constexpr bool types = std::is_same_v<typename A::value_type, typename B::value_type>;
    static_assert(
        types,
        "spica::solve, spica::lstsq: the element types of A and b differ; write spica::cast<T>(b) with A's type "
        "T");
    return vector && spaces && types;
  } else {
    return false;
  }
}

[[noreturn]] void throw_not_square(const char* function, const std::string& shape);
[[noreturn]] void throw_right_side(const char* function, const std::string& a, const std::string& b, int axis);

/// @throws ShapeError when the matrices are not square.
template <std::size_t Rank>
void require_square(const std::array<std::int64_t, Rank>& extents, const char* function) {
  if (extents[Rank - 2] != extents[Rank - 1]) throw_not_square(function, shape_text(extents));
}

/// @throws ShapeError when the rows of b, along `axis`, are not as many as A's.
template <std::size_t RankA, std::size_t RankB>
void require_rows(const std::array<std::int64_t, RankA>& a, const std::array<std::int64_t, RankB>& b, int axis,
                  const char* function) {
  if (a[RankA - 2] != b[static_cast<std::size_t>(axis)]) {
    throw_right_side(function, shape_text(a), shape_text(b), axis);
  }
}

/// @throws ShapeError when extents are beyond the 32 bits in which LAPACK and cuSOLVER count.
void require_32_bits(std::int64_t rows, std::int64_t columns, const char* function);
template <std::size_t Rank>
void require_32_bits(const std::array<std::int64_t, Rank>& extents, const char* function) {
  require_32_bits(extents[Rank - 2], extents[Rank - 1], function);
}

// ---- shapes and copies ---------------------------------------------------------------------------------------------

/// The shape of the stack without that of its matrices.
template <std::size_t Rank>
auto stack_shape(const std::array<std::int64_t, Rank>& extents) {
  std::array<std::int64_t, Rank - 2> result{};
  for (std::size_t d = 0; d + 2 < Rank; ++d) result[d] = extents[d];
  return result;
}

/// The shape of a stack of vectors or matrices: `with_extents(stack, 3, 4)`.
template <std::size_t Rank, class... Extents>
auto with_extents(const std::array<std::int64_t, Rank>& stack, Extents... extents) {
  Shape<static_cast<int>(Rank + sizeof...(Extents))> result{};
  std::size_t d = 0;
  for (const std::int64_t extent : stack) result[d++] = extent;
  ((result[d++] = extents), ...);
  return result;
}

/// Matrices of this shape in row-major memory, as a stack of the transposed ones.
template <class T, int Rank, class Space, class Layout>
Stack<T> stack_of(const Array<T, Rank, Space, Layout>& array) {
  const Shape<Rank> extents = array.shape();
  return {ArrayAccess::data(array), element_count(stack_shape(extents)), extents[Rank - 1], extents[Rank - 2]};
}

/// Copies elements of an array. Compiled in src/linalg, for arrays of all ranks together: a caller's file that hands
/// over arrays instantiates no kernel.
template <class T, class Space>
void pack_elements(const Device<Space>& device, T* to, const Shape<max_rank>& extents, const Shape<max_rank>& strides,
                   const T* from, const Shape<max_rank>& from_strides, const char* function);

/// The same numbers behind as many of `fill` as make `max_rank`.
template <std::size_t Rank>
Shape<max_rank> behind(std::int64_t fill, const std::array<std::int64_t, Rank>& numbers) {
  Shape<max_rank> result{};
  result.fill(fill);
  for (std::size_t d = 0; d < Rank; ++d) result[result.size() - Rank + d] = numbers[d];
  return result;
}

/// Writes `source`, broadcast, into the target.
template <class Target, class Source>
void pack(const Target& target, const Source& source, const char* function) {
  if constexpr (is_array<Source>) {
    require_element(source, function);
    JoinedQueues<typename Target::execution_space> queues(target.device());
    queues.add(source.device());
    const auto extents = target.shape();
    const auto strides = broadcast_strides<Source::rank, Target::rank>(source.shape(), source.strides(), extents);
    using T = typename Target::value_type;
    pack_elements<T>(target.device(), ArrayAccess::data(target), behind(1, extents), behind(0, target.strides()),
                     ArrayAccess::data(source), behind(0, strides), function);
  } else {
    run_kernel(target, source, function);
  }
}

/// The values of `source`, broadcast to `extents`, in new row-major memory.
template <class Source, class Space, std::size_t Rank>
auto pack_rows(const Device<Space>& device, const Source& source, const std::array<std::int64_t, Rank>& extents,
               const char* function) {
  using T = typename Source::value_type;
  const auto memory = allocate<Array<T, static_cast<int>(Rank), Space>>(device, extents, function);
  pack(memory, source, function);
  return memory;
}

/// The values of `source`, broadcast to `extents`, in new memory: column-major matrices with room for `room` rows each,
/// as the row-major array [..., columns, room] of the transposed ones.
template <class Source, class Space, std::size_t Count>
auto pack_columns(const Device<Space>& device, const Source& source, const std::array<std::int64_t, Count>& extents,
                  std::int64_t room, const char* function) {
  using T = typename Source::value_type;
  constexpr int rank = static_cast<int>(Count);
  Shape<rank> stored = extents;
  stored[Count - 2] = extents[Count - 1];
  stored[Count - 1] = room;
  const auto memory = allocate<Array<T, rank, Space>>(device, stored, function);
  Shape<rank> strides = row_major_strides<rank>(stored);
  std::swap(strides[Count - 2], strides[Count - 1]);
  using Target = Array<T, rank, Space, Kokkos::LayoutStride>;
  pack(over_memory_of<Target>(memory, ArrayAccess::data(memory), extents, strides), source, function);
  return memory;
}

}  // namespace spica::detail

#endif
