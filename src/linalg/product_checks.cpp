// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/product.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace spica::detail {

namespace {

/// count elements, each `stride` behind the one before.
struct EvenlySpaced {
  std::int64_t count = 1;
  std::int64_t stride = 1;
};

/// A footprint's axes of more than one element, the one with the larger stride first.
struct Axes {
  EvenlySpaced axis[2];
  int n = 0;
};

Axes axes_of(const Footprint& f) {
  Axes axes;
  for (int d = 0; d < 2; ++d) {
    if (f.extent[d] > 1) axes.axis[axes.n++] = {f.extent[d], f.stride[d]};
  }
  if (axes.n == 2 && axes.axis[0].stride < axes.axis[1].stride) std::swap(axes.axis[0], axes.axis[1]);
  return axes;
}

bool is_empty(const Footprint& f) { return f.extent[0] == 0 || f.extent[1] == 0; }

std::uintptr_t begin_of(const Footprint& f) { return reinterpret_cast<std::uintptr_t>(f.data); }

std::uintptr_t end_of(const Footprint& f) {
  const std::int64_t last = (f.extent[0] - 1) * f.stride[0] + (f.extent[1] - 1) * f.stride[1];
  return begin_of(f) + static_cast<std::uintptr_t>((last + 1) * f.element_bytes);
}

/// Rows of equal distance, each with elements of equal distance.
struct Rows {
  std::int64_t count = 1;
  EvenlySpaced row;
};

/// The footprint as rows `distance` apart that do not reach into each other; false where it is not of that kind.
bool as_rows(const Footprint& f, std::int64_t distance, Rows& rows) {
  Axes axes = axes_of(f);
  int next = 0;
  if (axes.n > 0 && axes.axis[0].stride == distance) rows.count = axes.axis[next++].count;
  if (axes.n - next > 1) return false;
  if (axes.n - next == 1) rows.row = axes.axis[next];
  return (rows.row.count - 1) * rows.row.stride < distance;
}

/// Whether both have an element in common when the second begins `offset` behind the first; where their strides differ,
/// whether their spans meet.
bool progressions_meet(EvenlySpaced a, EvenlySpaced b, std::int64_t offset) {
  if (a.count == 1) a.stride = b.stride;
  if (b.count == 1) b.stride = a.stride;
  if (a.stride == b.stride && a.stride != 0 && offset % a.stride != 0) return false;
  return offset <= (a.count - 1) * a.stride && -offset <= (b.count - 1) * b.stride;
}

bool intervals_meet(std::int64_t count_a, std::int64_t begin_b, std::int64_t count_b) {
  return begin_b < count_a && begin_b + count_b > 0;
}

}  // namespace

bool share_elements(const Footprint& a, const Footprint& b) {
  if (is_empty(a) || is_empty(b)) return false;
  if (begin_of(a) >= end_of(b) || begin_of(b) >= end_of(a)) return false;
  if (begin_of(b) < begin_of(a)) return share_elements(b, a);
  const auto bytes = static_cast<std::int64_t>(begin_of(b) - begin_of(a));
  if (a.element_bytes != b.element_bytes || bytes % a.element_bytes != 0) return true;
  const std::int64_t offset = bytes / a.element_bytes;

  std::int64_t distance = 1;
  for (const Footprint* f : {&a, &b}) {
    const Axes axes = axes_of(*f);
    if (axes.n > 0) distance = std::max(distance, axes.axis[0].stride);
  }
  Rows rows_a;
  Rows rows_b;
  if (!as_rows(a, distance, rows_a) || !as_rows(b, distance, rows_b)) return true;
  // Row p of b begins in row p + skipped of a, `within` behind that row's beginning; its end may lie in the next one.
  const std::int64_t skipped = offset / distance;
  const std::int64_t within = offset % distance;
  return (intervals_meet(rows_a.count, skipped, rows_b.count) && progressions_meet(rows_a.row, rows_b.row, within)) ||
         (intervals_meet(rows_a.count, skipped + 1, rows_b.count) &&
          progressions_meet(rows_a.row, rows_b.row, within - distance));
}

bool repeats_elements(const Footprint& f) {
  if (is_empty(f)) return false;
  const Axes axes = axes_of(f);
  const EvenlySpaced& outer = axes.axis[0];
  const EvenlySpaced& inner = axes.axis[1];
  if (axes.n == 0) return false;
  if (axes.n == 1) return outer.stride == 0;
  if (inner.stride > 0 && outer.stride > (inner.count - 1) * inner.stride) return false;
  if (inner.stride == 0) return true;
  // i * outer.stride = j * inner.stride first at i = inner.stride / divisor, j = outer.stride / divisor.
  const std::int64_t divisor = std::gcd(outer.stride, inner.stride);
  return inner.stride / divisor < outer.count && outer.stride / divisor < inner.count;
}

void throw_inner_extents(const char* function, const std::string& a, const std::string& b, int axis) {
  throw ShapeError(std::string(function) + ": inner extents differ: A is " + a + ", B is " + b + "; A.extent(" +
                   std::to_string(axis) + ") must equal B.extent(0)");
}

void throw_result_shape(const std::string& a, const std::string& b, const std::string& c, const std::string& right) {
  throw ShapeError("spica::gemm: C has the wrong shape: A is " + a + ", B is " + b + ", C is " + c + "; C must be " +
                   right);
}

void throw_aliased(const char* operand) {
  throw ValueError(std::string("spica::gemm: aliasing: C shares elements with ") + operand +
                   ", which would be overwritten while it is read; write into another array, or multiply spica::copy(" +
                   operand + ")");
}

void throw_repeated() {
  throw ValueError(
      "spica::gemm: aliasing: C has two elements in one place (a stride of 0, or rows that reach into each "
      "other), which cannot hold two results; write into an array without that");
}

ProductNote& last_product() {
  thread_local ProductNote note;
  return note;
}

}  // namespace spica::detail
