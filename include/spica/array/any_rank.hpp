// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_ANY_RANK_HPP
#define SPICA_ARRAY_ANY_RANK_HPP

#include <spica/array/array.hpp>
#include <spica/array/transform.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spica {

/// A handle on a contiguous row-major array whose rank is known only at run time: what lists of parameters hold.
/// `as<2>()` is the typed Array over the same memory.
template <class T, class Space = Kokkos::DefaultExecutionSpace>
class AnyArray {
 public:
  using value_type = std::remove_const_t<T>;  ///< the type of an element's value
  using execution_space = Space;              ///< where kernels on it run

  /// Rank 0, without an element; needs no Runtime.
  AnyArray() = default;

  /// The array's own memory. @throws ShapeError when the elements do not lie in row-major order without gaps.
  template <int Rank, class Layout>
  AnyArray(const Array<T, Rank, Space, Layout>& array)  // NOLINT(google-explicit-constructor): forgets only the rank
      : flat_(reshape(array, array.size())) {
    const Shape<Rank> extents = array.shape();
    shape_.assign(extents.begin(), extents.end());
  }

  /// The elements of `flat` in row-major order with the shape of extents `shape`.
  /// @throws ShapeError when the number of elements differs, or an extent is negative.
  AnyArray(const Array<T, 1, Space>& flat, std::vector<std::int64_t> shape) : flat_(flat), shape_(std::move(shape)) {
    detail::checked_bytes(shape_, sizeof(T), "spica::AnyArray");
    if (detail::element_count(shape_) != flat_.size()) {
      throw ShapeError("spica::AnyArray: " + std::to_string(flat_.size()) + " elements cannot have the shape " +
                       detail::shape_text(shape_));
    }
  }

  /// How many axes it has.
  int rank() const { return static_cast<int>(shape_.size()); }
  /// All extents.
  const std::vector<std::int64_t>& shape() const { return shape_; }
  /// The number of elements.
  std::int64_t size() const { return flat_.size(); }
  /// Where the memory is.
  const Device<Space>& device() const { return flat_.device(); }

  /// All elements in row-major order.
  const Array<T, 1, Space>& flat() const { return flat_; }

  /// The array with its rank. @throws ShapeError when the rank is another.
  template <int Rank>
  Array<T, Rank, Space> as() const {
    if (rank() != Rank) {
      throw ShapeError("spica::AnyArray::as: an array of shape " + detail::shape_text(shape_) + " has rank " +
                       std::to_string(rank()) + ", not " + std::to_string(Rank));
    }
    Shape<Rank> extents{};
    for (std::size_t d = 0; d < shape_.size(); ++d) extents[d] = shape_[d];
    return reshape(flat_, extents);
  }

 private:
  Array<T, 1, Space> flat_;
  std::vector<std::int64_t> shape_;
};

}  // namespace spica

#endif
