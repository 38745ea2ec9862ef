// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_STRIDED_PRODUCTS_HPP
#define SPICA_SRC_LINALG_STRIDED_PRODUCTS_HPP

// Many products in one call of a library that has one: cuBLAS. What it cannot take as it lies is packed for all
// products together.

#include <spica/device/detail/launch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "products.hpp"

namespace spica::detail {

/// Matrices one behind the other, each column-major and without gaps, and matrices that lie in any way: one element a
/// turn.
template <class T, class Lying>
struct StackElements {
  Matrix<Lying> first;
  std::int64_t stride;
  T* packed;

  KOKKOS_INLINE_FUNCTION Lying& lying(std::int64_t item) const {
    const std::int64_t row = item % first.rows;
    const std::int64_t column = item / first.rows % first.columns;
    const std::int64_t product = item / (first.rows * first.columns);
    return first.data[product * stride + row * first.row_stride + column * first.column_stride];
  }
};

template <class T>
struct PackStack : StackElements<T, const T> {
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const T& value = this->lying(item);
    if constexpr (is_complex<T>) {
      this->packed[item] = this->first.conjugate ? ConjugateOf()(value) : value;
    } else {
      this->packed[item] = value;
    }
  }
};

template <class T>
struct AddStack : StackElements<T, T> {
  T beta;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    T& c = this->lying(item);
    c = beta == T(0) ? this->packed[item] : beta * c + this->packed[item];
  }
};

template <class T>
struct StackFactor {
  const T* data;
  char trans;
  int ld;
  std::int64_t stride;
  Lease copy;
};

/// A factor of `count` products, `stride` elements apart.
template <class T, class Space>
StackFactor<T> stack_factor(const ProductContext<Space>& context, const Matrix<const T>& m, std::int64_t stride,
                            std::int64_t count) {
  const int axis = unit_axis(m, context.most);
  const char trans = operation_of(m, axis);
  if (trans != '\0') return {m.data, trans, leading_dimension(m, axis), stride, Lease()};
  ++context.note.packed;
  const bool stands = nearest_axis(m) == 0;
  const std::int64_t matrices = stride == 0 ? 1 : count;
  const std::int64_t each = m.rows * m.columns;
  const std::int64_t bytes = checked_bytes(Shape<2>{matrices, each}, sizeof(T), context.function);
  Lease copy = lease_block(context.device, static_cast<std::size_t>(bytes), context.function);
  T* data = reinterpret_cast<T*>(copy->data);
  launch(context.label("pack"), context.device.instance(), matrices * each,
         PackStack<T>{{stands ? m : m.transposed(), stride, data}});
  return {data, stands ? 'N' : 'T', static_cast<int>(stands ? m.rows : m.columns), stride == 0 ? 0 : each,
          std::move(copy)};
}

/// The products along one axis of the batch, at most as many as the library counts.
template <class T, class Space>
void strided_products_of_axis(const ProductContext<Space>& context, T alpha, const Products<T>& products, T beta) {
  const Batch& batch = products.batch;
  const std::int64_t count = batch.extent[0];
  const Matrix<T>& c = products.c;
  const StackFactor<T> left = stack_factor(context, products.a, batch.stride_a[0], count);
  const StackFactor<T> right = stack_factor(context, products.b, batch.stride_b[0], count);
  const bool direct = is_column_major(c, context.most);
  const std::int64_t each = c.rows * c.columns;
  Lease temporary;
  if (!direct) {
    ++context.note.packed;
    const std::int64_t bytes = checked_bytes(Shape<2>{count, each}, sizeof(T), context.function);
    temporary = lease_block(context.device, static_cast<std::size_t>(bytes), context.function);
  }
  T* out = direct ? c.data : reinterpret_cast<T*>(temporary->data);
  const int ld = direct ? leading_dimension(c, 0) : static_cast<int>(c.rows);
  const GemmCall<T> first{left.trans,
                          right.trans,
                          static_cast<int>(c.rows),
                          static_cast<int>(c.columns),
                          static_cast<int>(products.a.columns),
                          alpha,
                          left.data,
                          left.ld,
                          right.data,
                          right.ld,
                          direct ? beta : T(0),
                          out,
                          ld,
                          context.function};
  library_gemm_strided<T, Space>(
      context.device.instance(),
      StridedGemmCall<T>{first, left.stride, right.stride, direct ? batch.stride_c[0] : each, static_cast<int>(count)});
  if (!direct) {
    launch(context.label("unpack"), context.device.instance(), count * each,
           AddStack<T>{{c, batch.stride_c[0], out}, beta});
  }
  context.note.calls += count;
}

/// All products, the extents of which the library can take.
template <class T, class Space>
void strided_products(const ProductContext<Space>& context, T alpha, const Products<T>& given, T beta) {
  const Products<T> products = with_columns(given, context.most);
  Batch outer = products.batch;
  const int last = --outer.axes;
  for (std::int64_t i = 0; i < outer.count(); ++i) {
    const Batch::Offsets at = outer.at(i);
    for (std::int64_t begin = 0; begin < outer.extent[last]; begin += context.most) {
      Products<T> row{products.a.shifted(at.a + begin * outer.stride_a[last]),
                      products.b.shifted(at.b + begin * outer.stride_b[last]),
                      products.c.shifted(at.c + begin * outer.stride_c[last]), Batch()};
      row.batch.axes = 1;
      row.batch.extent[0] = std::min(context.most, outer.extent[last] - begin);
      row.batch.stride_a[0] = outer.stride_a[last];
      row.batch.stride_b[0] = outer.stride_b[last];
      row.batch.stride_c[0] = outer.stride_c[last];
      strided_products_of_axis(context, alpha, row, beta);
    }
  }
  context.note.path = uses_cublas<Space>          ? ProductNote::Path::vendor_batched
                      : has_vendor_library<Space> ? ProductNote::Path::vendor
                                                  : ProductNote::Path::kernels;
}

}  // namespace spica::detail

#endif
