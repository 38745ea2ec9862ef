// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_ARRAY_PRINT_HPP
#define SPICA_ARRAY_PRINT_HPP

#include <spica/array/array.hpp>
#include <spica/array/copy.hpp>
#include <spica/array/detail/fill.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace spica {

namespace detail {

/// Elements from which on an array is summarised, and how many are then shown at each end of an axis.
inline constexpr std::int64_t print_threshold = 1000;
inline constexpr std::int64_t print_edge = 3;

/// The elements as text, all of one width, as NumPy shows them: the shortest digits that tell each value from its
/// neighbours, at most 8 behind the point, scientific where sizes differ by more than 1000 or are very large or small.
/// `alone`: the only element of an array of rank 0, which is shown with all its digits, as a number.
std::vector<std::string> format_elements(const std::vector<float>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<double>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<float>>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<Kokkos::complex<double>>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<std::int64_t>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<std::uint64_t>& values, bool alone);
std::vector<std::string> format_elements(const std::vector<bool>& values, bool alone);

/// Brackets, line breaks and dots around texts in row-major order. `shown` are the extents of the texts, `extents`
/// those of the array.
std::string format_array(const std::vector<std::string>& texts, const std::vector<std::int64_t>& shown,
                         const std::vector<std::int64_t>& extents);

/// Reads the element that stands at an index of the summary.
template <class T, int Rank>
struct Corner {
  const T* data;
  std::int64_t stride[Rank + 1];
  std::int64_t extent[Rank + 1];
  std::int64_t shown[Rank + 1];

  template <class... Index>
  KOKKOS_INLINE_FUNCTION T operator()(Index... index) const {
    const std::int64_t at[] = {index..., 0};
    const T* p = data;
    for (int d = 0; d < Rank; ++d) {
      const bool in_tail = extent[d] != shown[d] && at[d] >= print_edge;
      p += (in_tail ? extent[d] - shown[d] + at[d] : at[d]) * stride[d];
    }
    return *p;
  }
};

/// What the type is printed as.
template <class T>
struct printed_as {
  static constexpr auto choose() {
    if constexpr (std::is_same_v<T, long double>) {
      return std::common_type<double>();
    } else if constexpr (is_short_float<T>) {
      return std::common_type<float>();
    } else if constexpr (is_inexact<T> || std::is_same_v<T, bool>) {
      return std::common_type<T>();
    } else if constexpr (std::is_unsigned_v<T>) {
      return std::common_type<std::uint64_t>();
    } else {
      return std::common_type<std::int64_t>();
    }
  }
  using type = typename decltype(choose())::type;
};

}  // namespace detail

/// Prints an array or expression as NumPy does, then a line that names type, shape and device. More than 1000 elements
/// are summarised, and only those shown are read. Waits for the device and counts as one read from it.
/// @throws TransferError inside a NoTransfers scope, ValueError as `synchronize` does.
template <class Source, std::enable_if_t<detail::is_readable<Source>, int> = 0>
std::ostream& operator<<(std::ostream& out, const Source& source) {
  using T = typename Source::value_type;
  using Space = typename Source::execution_space;
  constexpr int rank = Source::rank;
  const auto array = detail::as_array(source);
  const Shape<rank> extents = array.shape();
  Shape<rank> shown = extents;
  detail::Corner<T, rank> corner{detail::ArrayAccess::data(array), {}, {}, {}};
  for (int axis = 0; axis < rank; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    if (array.size() > detail::print_threshold && extents[d] > 2 * detail::print_edge)
      shown[d] = 2 * detail::print_edge;
    corner.stride[d] = array.strides()[d];
    corner.extent[d] = extents[d];
    corner.shown[d] = shown[d];
  }
  detail::require_element(array, "spica::operator<<");
  const auto summary = detail::allocate<Array<T, rank, Space>>(array.device(), shown, "spica::print");
  detail::fill_by_index(summary, corner, "spica::print");
  const auto host = detail::read_elements(summary, "spica::operator<<");
  const T* first = detail::ArrayAccess::data(host);
  const std::vector<typename detail::printed_as<T>::type> values(first, first + host.size());
  return out << detail::format_array(detail::format_elements(values, rank == 0), {shown.begin(), shown.end()},
                                     {extents.begin(), extents.end()})
             << '\n'
             << '<' << detail::type_name<T>() << ' ' << detail::shape_text(extents) << " on " << array.device() << '>';
}

}  // namespace spica

#endif
