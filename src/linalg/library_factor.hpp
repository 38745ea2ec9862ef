// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_LIBRARY_FACTOR_HPP
#define SPICA_SRC_LINALG_LIBRARY_FACTOR_HPP

// How the library can take a matrix as it lies, and copies where it cannot.

#include <spica/linalg/detail/factor.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace spica::detail {

/// What a block of a product needs besides the matrices.
template <class Space>
struct ProductContext {
  const Device<Space>& device;
  const char* function;  ///< of the caller's: labels
  std::int64_t most;     ///< the largest extent and leading dimension that the library takes
  ProductNote& note;

  /// The name of a kernel: spica::matmul::pack.
  std::string label(const char* what) const { return std::string(function) + "::" + what; }
};

/// The axis along which the library can take the matrix as it lies: 1 for row-major, 0 for column-major, -1 for none.
/// The stride of an axis with one element never counts.
template <class T>
int unit_axis(const Matrix<T>& m, std::int64_t most) {
  if ((m.columns == 1 || m.column_stride == 1) &&
      (m.rows == 1 || (m.row_stride >= m.columns && m.row_stride <= most))) {
    return 1;
  }
  if ((m.rows == 1 || m.row_stride == 1) &&
      (m.columns == 1 || (m.column_stride >= m.rows && m.column_stride <= most))) {
    return 0;
  }
  return -1;
}

/// The distance of neighbours across the unit axis, as the library wants it.
template <class T>
int leading_dimension(const Matrix<T>& m, int axis) {
  return static_cast<int>(axis == 0 ? (m.columns == 1 ? m.rows : m.column_stride)
                                    : (m.rows == 1 ? m.columns : m.row_stride));
}

/// The axis that is nearer to a unit stride: a copy with that unit axis reads memory in order.
template <class T>
int nearest_axis(const Matrix<T>& m) {
  return m.rows > 1 && (m.columns == 1 || m.row_stride < m.column_stride) ? 0 : 1;
}

/// What the library is told of a factor with this unit axis: '\0' where it cannot take it as it lies.
template <class T>
char operation_of(const Matrix<T>& m, int axis) {
  if (axis < 0 || (axis == 0 && m.conjugate)) return '\0';
  if (axis == 0) return 'N';
  return m.conjugate ? 'C' : 'T';
}

/// The conjugates of complex numbers where asked for.
template <class T>
struct ConjugateIf;
template <class R>
struct ConjugateIf<Kokkos::complex<R>> {
  R sign;  // of imaginary parts
  explicit ConjugateIf(bool conjugate) : sign(conjugate ? R(-1) : R(1)) {}
  KOKKOS_INLINE_FUNCTION Kokkos::complex<R> operator()(const Kokkos::complex<R>& value) const {
    return {value.real(), sign * value.imag()};
  }
};

/// Writes the numbers that `from` stands for into `to`, of the same shape.
template <class T, class Space>
void pack(const ProductContext<Space>& context, const Matrix<const T>& from, const Matrix<T>& to) {
  if constexpr (is_complex<T>) {
    using Conjugated = BoundMap<ConjugateIf<T>, BoundArray<T, 2>>;
    fill_matrix(context.device, to, Conjugated(ConjugateIf<T>(from.conjugate), bind_matrix(from)),
                context.label("pack"));
  } else {
    fill_matrix(context.device, to, bind_matrix(from), context.label("pack"));
  }
}

/// A factor as the library takes it: op(column-major matrix).
template <class T>
struct LeftFactor {
  const T* data;
  int ld;
  char trans;
  Lease copy;  // empty: the caller's own memory
};

template <class T, class Space>
LeftFactor<T> left_factor(const ProductContext<Space>& context, const Matrix<const T>& m) {
  const int axis = unit_axis(m, context.most);
  const char trans = operation_of(m, axis);
  if (trans != '\0') return {m.data, leading_dimension(m, axis), trans, Lease()};
  ++context.note.packed;
  const int nearest = nearest_axis(m);
  auto [copy, lease] = new_matrix<T>(context.device, m.rows, m.columns, nearest, context.function);
  pack(context, m, copy);
  return {copy.data, leading_dimension(copy, nearest), nearest == 0 ? 'N' : 'T', std::move(lease)};
}

/// C = beta C + temporary, or its conjugate, in one kernel.
template <class T>
struct AddScaled {
  T beta;
  KOKKOS_INLINE_FUNCTION T operator()(const T& c, const T& temporary) const { return beta * c + temporary; }
};
template <class R>
struct AddScaled<Kokkos::complex<R>> {
  using T = Kokkos::complex<R>;
  T beta;
  ConjugateIf<T> conjugate;
  KOKKOS_INLINE_FUNCTION T operator()(const T& c, const T& temporary) const { return beta * c + conjugate(temporary); }
};

template <class T, class Space>
void add_temporary(const ProductContext<Space>& context, T beta, const Matrix<T>& c, const Matrix<T>& temporary) {
  if (beta == T(0)) {
    pack(context, temporary.as_const(), c);
    return;
  }
  using Sum = BoundMap<AddScaled<T>, BoundArray<T, 2>, BoundArray<T, 2>>;
  const auto add = [&] {
    if constexpr (is_complex<T>) {
      return AddScaled<T>{beta, ConjugateIf<T>(temporary.conjugate)};
    } else {
      return AddScaled<T>{beta};
    }
  };
  fill_matrix(context.device, c, Sum(add(), bind_matrix(c), bind_matrix(temporary)), context.label("unpack"));
}

}  // namespace spica::detail

#endif
