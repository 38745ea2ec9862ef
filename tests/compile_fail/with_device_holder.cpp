// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What holds an array or a device is refused like one.
// expect: spica::with_device: the function must not return an array, whose type differs from device to device
#include <spica/array/any_rank.hpp>
#include <spica/array/create.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

template <class T>
inline constexpr bool refused = spica::detail::is_array_like<T>::value;
using Vector = spica::Array<float, 1>;
static_assert(refused<Vector> && refused<spica::AnyArray<float>> && refused<spica::Device<>>);
static_assert(refused<std::pair<Vector, int>> && refused<std::optional<std::vector<Vector>>>);
static_assert(!refused<std::pair<double, std::string>> && !refused<spica::AnyDevice> && !refused<std::vector<double>>);
static_assert(!refused<Kokkos::View<float*, Kokkos::HostSpace>>);

double first_of_ones(const spica::AnyDevice& where) {
#ifdef SPICA_MUST_FAIL
  return spica::item(
      spica::with_device(where, [](auto device) { return std::pair(spica::ones<double>(device, 3), 0); }).first(0));
#else
  return spica::with_device(where, [](auto device) { return spica::item(spica::ones<double>(device, 3)(0)); });
#endif
}
