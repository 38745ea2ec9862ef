// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_RANDOM_HPP
#define SPICA_OPS_RANDOM_HPP

#include <spica/array/create.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/ops/philox.hpp>

#include <cstdint>
#include <type_traits>

namespace spica {

/// All that a Generator goes by: what a checkpoint saves, each member by `State::add`.
struct GeneratorState {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
  std::uint64_t position = 0;  ///< the number of the next draw
  std::uint64_t splits = 0;    ///< how often it has been split
};

/// A source of random numbers. Number i of stream s of seed k is block i of Philox4x32-10 with key k and counter
/// (i, s), see philox.hpp: it depends on nothing else, not on the device, the number of threads or how many numbers are
/// drawn at a time. Each element of a draw takes the next number, whatever its type and distribution, so that 3 draws
/// and 3 more are 6 draws.
///
/// Copies continue from the same place independently and give the same numbers.
/// Source: J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
class Generator {
 public:
  explicit Generator(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  /// The seed that it was made with.
  std::uint64_t seed() const { return seed_; }

  /// The number of this generator's stream.
  std::uint64_t stream() const { return stream_; }

  /// How many numbers have been drawn: the next one has this number.
  std::uint64_t position() const { return position_; }

  /// The same seed's other stream, from its first number. Streams do not overlap.
  Generator stream(std::uint64_t number) const { return Generator(seed_, number); }

  /// A generator of its own for a part of the program, so that what the part draws does not shift the numbers that
  /// others get. Its seed is derived from this one's seed, stream and how often it has been split before.
  Generator split();

  /// The next number's first 64 bits.
  std::uint64_t next_bits() {
    const PhiloxBlock block = philox_number(seed_, stream_, take(1));
    return static_cast<std::uint64_t>(block.word[0]) << 32U | block.word[1];
  }

  /// What it will draw depends on this alone.
  GeneratorState state() const { return {seed_, stream_, position_, splits_}; }

  /// The generator that was in this state, which goes on as that one would have.
  /// @throws ValueError when `position` or `splits` is 2^63 or more, which no generator reaches.
  static Generator from_state(const GeneratorState& state);

  /// Passes over `count` numbers and returns the number of the first of them.
  std::uint64_t take(std::uint64_t count) {
    const std::uint64_t first = position_;
    position_ += count;
    return first;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t position_ = 0;
  std::uint64_t splits_ = 0;
};

namespace detail {

/// [0, 1): the leading bits of the number as a fraction, 24 for float and 53 for double; every value is a multiple of
/// 2^-24 or 2^-53.
template <class T>
struct Uniform {
  KOKKOS_INLINE_FUNCTION T operator()(const PhiloxBlock& block) const {
    if constexpr (std::is_same_v<T, float>) {
      return static_cast<float>(block.word[0] >> 8U) * (1.0F / 16777216.0F);
    } else {
      return unit_double(block.word[0], block.word[1]);
    }
  }
};

/// Box and Muller's transform in double: u in (0, 1] from words 0 and 1, v in [0, 1) from words 2 and 3,
/// sqrt(-2 ln u) cos(2 pi v); at most 8.6 in size, hence always finite.
template <class T>
struct Normal {
  KOKKOS_INLINE_FUNCTION T operator()(const PhiloxBlock& block) const {
    const double u = unit_double(block.word[0], block.word[1]) + 1.0 / 9007199254740992.0;
    const double v = unit_double(block.word[2], block.word[3]);
    return static_cast<T>(compat::math::sqrt(-2.0 * compat::math::log(u)) *
                          compat::math::cos(6.283185307179586476925286766559 * v));
  }
};

template <class T, class Distribution>
struct RandomFill {
  T* target;
  std::uint64_t seed;
  std::uint64_t stream;
  std::uint64_t first;
  Distribution distribution;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    target[i] = distribution(philox_number(seed, stream, first + static_cast<std::uint64_t>(i)));
  }
};

/// -ln u with u in (0, 1], from words 0 and 1, in double: at most 36.8, hence always finite.
template <class T>
struct Exponential {
  KOKKOS_INLINE_FUNCTION T operator()(const PhiloxBlock& block) const {
    const double u = unit_double(block.word[0], block.word[1]) + 1.0 / 9007199254740992.0;
    return static_cast<T>(0.0 - compat::math::log(u));
  }
};

template <class T, class Space, std::size_t Rank, class Distribution>
auto draw(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents,
          const Distribution& distribution, const char* function) {
  const auto result = make<T>(device, extents, function);
  const std::int64_t count = result.size();
  const RandomFill<T, Distribution> kernel{ArrayAccess::data(result), generator.seed(), generator.stream(),
                                           generator.take(static_cast<std::uint64_t>(count)), distribution};
  if (count > 0) launch(function, device.instance(), count, kernel);
  return result;
}

template <class T, class Space, std::size_t Rank, class Distribution>
auto draw_real(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents,
               const Distribution& distribution, const char* function) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "spica::uniform, spica::normal: random numbers are float or double; write spica::cast for another "
                "type, or spica::integers<T>");
  return draw<T>(device, generator, extents, distribution, function);
}

}  // namespace detail

// Each draw makes a new row-major array on `device`, elements in row-major order from the generator's next numbers.
// Shapes are given as numbers or as a Shape. @throws ShapeError, MemoryError as `zeros` does; nothing is drawn then.

/// Uniform in [0, 1), never 1. The same bits on every device.
template <class T, class Space, std::size_t Rank>
auto uniform(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents) {
  return detail::draw_real<T>(device, generator, extents, detail::Uniform<T>(), "spica::uniform");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto uniform(const Device<Space>& device, Generator& generator, Extents... extents) {
  return uniform<T>(device, generator, shape(extents...));
}

/// Normal with mean 0 and variance 1, always finite. Within 4 units in the last place the same on every device.
template <class T, class Space, std::size_t Rank>
auto normal(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents) {
  return detail::draw_real<T>(device, generator, extents, detail::Normal<T>(), "spica::normal");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto normal(const Device<Space>& device, Generator& generator, Extents... extents) {
  return normal<T>(device, generator, shape(extents...));
}

/// Exponential with mean 1: at least 0, always finite. Within 4 units in the last place the same on every device. Of
/// another mean m it is `m * exponential<T>(...)`, as `lo + (hi - lo) * uniform<T>(...)` is uniform in [lo, hi).
template <class T, class Space, std::size_t Rank>
auto exponential(const Device<Space>& device, Generator& generator, const std::array<std::int64_t, Rank>& extents) {
  return detail::draw_real<T>(device, generator, extents, detail::Exponential<T>(), "spica::exponential");
}
template <class T, class Space, class... Extents, std::enable_if_t<detail::are_extents<Extents...>, int> = 0>
auto exponential(const Device<Space>& device, Generator& generator, Extents... extents) {
  return exponential<T>(device, generator, shape(extents...));
}

// Refused, all: an AnyDevice where a Device is needed.
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void uniform(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void normal(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<T>();
}
template <class T, class Any, class... Args, detail::if_any_device<Any> = 0>
void exponential(const Any&, Generator&, const Args&...) {
  detail::refuse_any_device<T>();
}

}  // namespace spica

#endif
