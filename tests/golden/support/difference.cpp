// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/element_types.hpp"
#include "golden/support/table.hpp"
#include "support/expect.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace spica::test::golden {

namespace {

template <class R>
bool close(R got, R expected, const Tolerance& tolerance) {
  if (got != got || expected != expected) return got != got && expected != expected;
  if (got == expected) {
    return tolerance.kind != Tolerance::Kind::exact || std::signbit(got) == std::signbit(expected);
  }
  if (tolerance.size == 0 || !std::isfinite(got) || !std::isfinite(expected)) return false;
  const double distance = std::abs(static_cast<double>(got) - static_cast<double>(expected));
  if (tolerance.kind == Tolerance::Kind::within) return distance <= tolerance.size;
  const R size = std::abs(expected);
  const R below = std::nextafter(size, R(0));  // the unit in the last place of numbers just below `size`: never 0
  const double unit = static_cast<double>(size == R(0) ? std::numeric_limits<R>::denorm_min() : size - below);
  return distance <= tolerance.size * unit;
}

template <class T>
bool close_enough(const T& got, const T& expected, const Tolerance& tolerance) {
  if constexpr (!detail::is_complex<T>) {
    if constexpr (std::is_floating_point_v<T>) return close(got, expected, tolerance);
    return got == expected;
  } else {
    const bool parts = close(got.real(), expected.real(), tolerance) && close(got.imag(), expected.imag(), tolerance);
    if (parts || tolerance.kind != Tolerance::Kind::within) return parts;
    const double distance = static_cast<double>(Kokkos::abs(got - expected));
    return distance <= tolerance.size;
  }
}

/// Without axes of extent 1 in front.
Index without_leading_ones(const Index& shape) {
  std::size_t first = 0;
  while (first < shape.size() && shape[first] == 1) ++first;
  return Index(shape.begin() + static_cast<std::ptrdiff_t>(first), shape.end());
}

template <class T>
T element_at(const Elements& elements, std::size_t place) {
  T value;
  std::memcpy(&value, elements.bytes.data() + place * sizeof(T), sizeof(T));
  return value;
}

template <class T>
std::string first_difference(const Elements& got, const Elements& expected, const Tolerance& tolerance) {
  const std::size_t count = expected.bytes.size() / sizeof(T);
  for (std::size_t i = 0; i < count; ++i) {
    const T value = element_at<T>(got, i);
    const T wanted = element_at<T>(expected, i);
    if (close_enough(value, wanted, tolerance)) continue;
    return "element " + std::to_string(i) + " of shape " + text_of(expected.shape) + ": got " + number_text(value) +
           ", expected " + number_text(wanted);
  }
  return "";
}

}  // namespace

std::string difference(const Case& entry, const Elements& got) {
  const Elements& expected = entry.expected;
  if (got.type != expected.type) return "got elements of type " + got.type + ", expected " + expected.type;
  const bool any_rank = entry.operation.find(".rank") == std::string::npos;
  const bool same_shape =
      any_rank ? without_leading_ones(got.shape) == without_leading_ones(expected.shape) : got.shape == expected.shape;
  if (!same_shape) return "got the shape " + text_of(got.shape) + ", expected " + text_of(expected.shape);
  std::string found;
  with_type(expected.type, [&](auto type) {
    found = first_difference<typename decltype(type)::type>(got, expected, entry.tolerance);
  });
  return found;
}

}  // namespace spica::test::golden
