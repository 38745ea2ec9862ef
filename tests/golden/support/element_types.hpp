// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_GOLDEN_SUPPORT_ELEMENT_TYPES_HPP
#define SPICA_TESTS_GOLDEN_SUPPORT_ELEMENT_TYPES_HPP

// The element types of the table, and how a name becomes a type.

#include "support/spaces.hpp"

#include <spica/array/element.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace spica::test::golden {

using Complex64 = Kokkos::complex<float>;
using Complex128 = Kokkos::complex<double>;
using Types = List<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, Complex64, Complex128>;

template <class F, class... Ts>
void for_each_type(List<Ts...>, const F& f) {
  (f(std::common_type<Ts>()), ...);
}

/// Calls `f(std::common_type<T>())` with the type of this name.
template <class F>
void with_type(const std::string& name, const F& f) {
  bool found = false;
  for_each_type(Types(), [&](auto type) {
    if (name != detail::type_name<typename decltype(type)::type>()) return;
    found = true;
    f(type);
  });
  if (!found) throw std::runtime_error("there is no element type '" + name + "'");
}

}  // namespace spica::test::golden

#endif
