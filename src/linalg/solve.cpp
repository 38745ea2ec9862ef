// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/decompose.hpp>
#include <spica/linalg/solve.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include "buffer.hpp"
#include "cusolver_library.hpp"
#include "stack_kernels.hpp"

namespace spica::detail {

void throw_not_square(const char* function, const std::string& shape) {
  throw ShapeError(std::string(function) + ": A is " + shape + "; its last two extents must be equal");
}

void throw_right_side(const char* function, const std::string& a, const std::string& b, int axis) {
  throw ShapeError(std::string(function) + ": the rows differ: A is " + a + ", b is " + b + "; b.extent(" +
                   std::to_string(axis) + ") must equal A's last extent but one");
}

void throw_stacks(const std::string& a, const std::string& b) {
  throw ShapeError("spica::solve: the stacks cannot be broadcast together: A is " + a + ", b is " + b +
                   "; counted from the last axis before those of the matrices, extents must be equal or 1");
}

void require_32_bits(std::int64_t rows, std::int64_t columns, const char* function) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (rows <= most && columns <= most) return;
  throw ShapeError(std::string(function) + ": a matrix of " + std::to_string(rows) + " x " + std::to_string(columns) +
                   " is too large: the solvers count in 32 bits; extents must be at most " + std::to_string(most));
}

namespace {

/// Zero, but one on the diagonals of square matrices.
template <class T>
struct FillIdentity {
  Stack<T> a;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    a.data[at] = at % a.rows == at / a.rows % a.columns ? T(1) : T(0);
  }
};

}  // namespace

template <class T, class Space>
void pack_elements(const Device<Space>& device, T* to, const Shape<max_rank>& extents, const Shape<max_rank>& strides,
                   const T* from, const Shape<max_rank>& from_strides, const char* function) {
  BoundArray<T, max_rank> bound{from, {}};
  std::copy(from_strides.begin(), from_strides.end(), bound.stride);
  evaluate<Space, T, max_rank>(device.instance(), std::string(function) + "::pack", to, extents, strides, bound);
}

template <class T, class Space>
void solve_stack(const Device<Space>& device, const Stack<T>& a, const Stack<T>& b, T* x, const char* function) {
  if (b.count * b.size() == 0) return;
  using Library = SolverLibrary<Space>;
  const Buffer<int, Space> pivots(device, a.count * a.rows, function);
  const Buffer<int, Space> info(device, a.count, function);
  Library::lu(device, a, pivots.data(), info.data(), function);
  const Faults<Space> faults{device, info.data(), a.count, function};
  faults.report(BadValue::singular);
  Library::lu_solve(device, a, pivots.data(), b, function);
  if (x != b.data) copy_part(device, b, x, b.rows, b.columns, Part::all, function);
  faults.poison(x, b.count / a.count * b.size());
}

template <class T, class Space>
void invert_stack(const Device<Space>& device, const Stack<T>& a, const char* function) {
  if (a.count * a.size() == 0) return;
  using Library = SolverLibrary<Space>;
  const Buffer<int, Space> pivots(device, a.count * a.rows, function);
  const Buffer<int, Space> info(device, a.count, function);
  Library::lu(device, a, pivots.data(), info.data(), function);
  const Faults<Space> faults{device, info.data(), a.count, function};
  faults.report(BadValue::singular);
  if constexpr (is_host_space<Space>) {
    Library::invert(device, a, pivots.data(), function);
  } else {  // cuSOLVER has no getri
    const Buffer<T, Space> memory(device, a.count * a.size(), function);
    const Stack<T> inverse{memory.data(), a.count, a.rows, a.columns};
    launch(std::string(function) + "::identity", device.instance(), a.count * a.size(), FillIdentity<T>{inverse});
    Library::lu_solve(device, a, pivots.data(), inverse, function);
    const Stack<T> flat{inverse.data, 1, 1, a.count * a.size()};  // as it lies
    copy_part(device, flat, a.data, 1, flat.columns, Part::all, function);
    faults.poison(a.data, a.size());
  }
}

#define SPICA_INSTANTIATE_TYPE(T, Space)                                                                          \
  template void pack_elements(const Device<Space>&, T*, const Shape<max_rank>&, const Shape<max_rank>&, const T*, \
                              const Shape<max_rank>&, const char*);                                               \
  template void solve_stack(const Device<Space>&, const Stack<T>&, const Stack<T>&, T*, const char*);             \
  template void invert_stack(const Device<Space>&, const Stack<T>&, const char*);
#define SPICA_INSTANTIATE(Space)                        \
  SPICA_INSTANTIATE_TYPE(float, Space)                  \
  SPICA_INSTANTIATE_TYPE(double, Space)                 \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<float>, Space) \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<double>, Space)
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE
#undef SPICA_INSTANTIATE_TYPE

}  // namespace spica::detail
