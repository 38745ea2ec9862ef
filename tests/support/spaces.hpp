// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_SUPPORT_SPACES_HPP
#define SPICA_TESTS_SUPPORT_SPACES_HPP

// The lists that typed tests run over: enabled spaces, element types, layouts, and all their combinations.

#include <spica/device/device.hpp>

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

namespace spica::test {

template <class... Ts>
struct List {};

template <class A, class B>
struct concatenated;
template <class... As, class... Bs>
struct concatenated<List<As...>, List<Bs...>> {
  using type = List<As..., Bs...>;
};
template <class A, class B>
using Concatenated = typename concatenated<A, B>::type;

/// cpu(i), gpu(i) where there is one, and the second host space where there is one.
using SerialSpaces =
#if defined(KOKKOS_ENABLE_SERIAL) && defined(SPICA_TEST_SERIAL)
    std::conditional_t<std::is_same_v<detail::HostSpace, Kokkos::Serial>, List<>, List<Kokkos::Serial>>;
#else
    List<>;
#endif
using GpuSpaces = std::conditional_t<detail::has_gpu_space, List<detail::DefaultSpace>, List<>>;
using Spaces = Concatenated<List<detail::HostSpace>, Concatenated<GpuSpaces, SerialSpaces>>;

/// Kernels are the same templates for every host space, which only launch them differently.
template <class Space>
inline constexpr bool is_second_host_space = detail::is_host_space<Space> && !std::is_same_v<Space, detail::HostSpace>;

using Layouts = List<Kokkos::LayoutRight, Kokkos::LayoutLeft, Kokkos::LayoutStride>;

/// One combination.
template <class Space, class T = float, class Layout = Kokkos::LayoutRight>
struct Case {
  using space = Space;
  using type = T;
  using layout = Layout;
};

template <class Space, class Types, class LayoutList>
struct combined;
template <class Space, class LayoutList>
struct combined<Space, List<>, LayoutList> {
  using type = List<>;
};
template <class Space, class T, class... Types, class Layout, class... More>
struct combined<Space, List<T, Types...>, List<Layout, More...>> {
  static constexpr bool once = is_second_host_space<Space>;
  using row =
      std::conditional_t<once, List<Case<Space, T, Layout>>, List<Case<Space, T, Layout>, Case<Space, T, More>...>>;
  using rest = std::conditional_t<once, List<>, List<Types...>>;
  using type = Concatenated<row, typename combined<Space, rest, List<Layout, More...>>::type>;
};

template <class SpaceList, class Types, class LayoutList>
struct on_each;
template <class Types, class LayoutList>
struct on_each<List<>, Types, LayoutList> {
  using type = List<>;
};
template <class Space, class... Spaces, class Types, class LayoutList>
struct on_each<List<Space, Spaces...>, Types, LayoutList> {
  using type = Concatenated<typename combined<Space, Types, LayoutList>::type,
                            typename on_each<List<Spaces...>, Types, LayoutList>::type>;
};

template <class L>
struct as_test_types;
template <class... Ts>
struct as_test_types<List<Ts...>> {
  using type = ::testing::Types<Ts...>;
};

/// For TYPED_TEST_SUITE: every space of `SpaceList` with every type of `Types` and every layout of `LayoutList`; a
/// second host space with the first of each alone.
template <class SpaceList, class Types = List<float>, class LayoutList = List<Kokkos::LayoutRight>>
using Combinations = typename as_test_types<typename on_each<SpaceList, Types, LayoutList>::type>::type;

/// Names a combination in the output: `OpenMP_float32_LayoutLeft`.
struct CaseName {
  template <class C>
  static std::string GetName(int) {
    std::string name = C::space::name();
    const auto layout = std::is_same_v<typename C::layout, Kokkos::LayoutRight>  ? "Right"
                        : std::is_same_v<typename C::layout, Kokkos::LayoutLeft> ? "Left"
                                                                                 : "Stride";
    return name + '_' + type<typename C::type>() + '_' + layout;
  }

 private:
  template <class T>
  static std::string type() {
    const std::string bits = std::to_string(8 * sizeof(T));
    if (std::is_same_v<T, bool>) return "bool";
    if (std::is_floating_point_v<T>) return "float" + bits;
    if (std::is_integral_v<T>) return (std::is_signed_v<T> ? "int" : "uint") + bits;
    return "complex" + bits;
  }
};

}  // namespace spica::test

#endif
