// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_IO_STATE_HPP
#define SPICA_IO_STATE_HPP

#include <spica/array/any_rank.hpp>
#include <spica/array/copy.hpp>
#include <spica/io/detail/checkpoint_file.hpp>
#include <spica/nn/optimizer.hpp>
#include <spica/nn/sequential.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica::io {

/// What one checkpoint holds: a list of things by reference, for `save` to read and `load` to fill. Everything that
/// belongs together goes into one file, so that no two parts can be of different steps.
///
///     io::State state;
///     state.add(net).add(optimizer).add("epoch", epoch);
///     io::save("run.h5", state);
///
/// Networks and optimisers must outlive the State, and so must numbers; arrays are kept alive by it. In the file they
/// are the groups `parameters`, `optimizer`, `values` and `arrays`.
class State {
 public:
  /// The parameters of a network, by their names.
  template <class T, class Space, int OutputRank>
  State& add(const nn::Sequential<T, Space, OutputRank>& network) {
    for (const auto& p : network.parameters()) add_array("parameters", p.name(), p.value());
    return *this;
  }

  /// What an optimiser carries from step to step: its arrays, the number of steps, and the learning rate. What its
  /// constructor fixes (momentum, decay, betas) is the program's.
  template <class T, class Space>
  State& add(nn::Optimizer<T, Space>& optimizer) {
    for (const auto& p : optimizer.state()) add_array("optimizer", p.name(), p.value());
    add_number<std::int64_t>(
        "optimizer", "steps", detail::largest_count, [&optimizer] { return optimizer.steps(); },
        [&optimizer](std::int64_t steps) { optimizer.set_steps(steps); });
    add_number<double>(
        "optimizer", "learning_rate", static_cast<double>(std::numeric_limits<T>::max()),
        [&optimizer] { return optimizer.learning_rate(); },
        [&optimizer](double rate) { optimizer.set_learning_rate(rate); });
    return *this;
  }

  /// A number of the caller's, on the host: an integer, bool, float or double.
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  State& add(const std::string& name, Number& number) {
    static_assert(!std::is_const_v<Number>, "spica::io::State: a const number cannot be loaded; add one without const");
    constexpr detail::ElementType type = detail::element_type<Number>();
    entries_.push_back({"values",
                        [name, &number] {
                          return detail::EntrySource{name, type, {}, &number, {}};
                        },
                        [name, &number] {
                          return detail::EntryTarget{name, type, {}, &number, {}};
                        },
                        [] {}, Transfer()});
    return *this;
  }

  /// An array, on any device and in any layout; the file has it in row-major order. Loading writes into its elements.
  /// @throws ValueError when it is of rank 0 and was default-constructed.
  template <class T, int Rank, class Space, class Layout>
  State& add(const std::string& name, const Array<T, Rank, Space, Layout>& array) {
    static_assert(!std::is_const_v<T>,
                  "spica::io::State: an array with const elements cannot be loaded; add the array of the element type "
                  "without const");
    if (array.is_contiguous()) {
      add_array("arrays", name, AnyArray<T, Space>(array));
      return *this;
    }
    const auto packed = empty_like(array);
    const AnyArray<T, Space> any(packed);
    entries_.push_back({"arrays",
                        [name, array, packed, any] {
                          assign(packed, array);
                          return source(name, any);
                        },
                        [name, array, any] {
                          require_one_place_each(name, array);
                          return target(name, any);
                        },
                        [array, packed] { assign(array, packed); }, transfer_of(any)});
    return *this;
  }

 private:
  friend void save(const std::string& path, const State& state);
  friend void load(const std::string& path, const State& state);

  /// What the ledger is told: nothing for numbers, which are on the host already.
  struct Transfer {
    std::int64_t bytes = 0;
    std::string device;
  };

  struct Entry {
    std::string group;
    std::function<detail::EntrySource()> source;
    std::function<detail::EntryTarget()> target;
    std::function<void()> after_load;
    Transfer transfer;
  };

  /// A number between 0 and `largest` that is got and set by functions.
  template <class Number, class Get, class Set>
  void add_number(const std::string& group, const std::string& name, double largest, const Get& get, const Set& set) {
    constexpr detail::ElementType type = detail::element_type<Number>();
    const auto number = std::make_shared<Number>(0);
    entries_.push_back(
        {group,
         [name, number, get] {
           *number = get();
           return detail::EntrySource{name, type, {}, number.get(), {}};
         },
         [name, number, largest] { return detail::EntryTarget{name, type, {}, number.get(), {}, largest}; },
         [number, set] { set(*number); }, Transfer()});
  }

  template <class A>
  static void require_one_place_each(const std::string& name, const A& array) {
    if (!spica::detail::repeats_elements(spica::detail::footprint_of(array))) return;
    throw ValueError("spica::io::load: the array \"" + name +
                     "\" has two elements in one place; load into an array of its own and assign from it");
  }

  template <class T, int Rank, class Space, class Layout>
  static Array<T, Rank, Space> empty_like(const Array<T, Rank, Space, Layout>& array) {
    return spica::detail::allocate<Array<T, Rank, Space>>(array.device(), array.shape(), "spica::io::State");
  }

  template <class T, class Space>
  static Transfer transfer_of(const AnyArray<T, Space>& array) {
    return {array.size() * static_cast<std::int64_t>(sizeof(T)), array.device().name()};
  }

  template <class T, class Space>
  void add_array(const std::string& group, const std::string& name, const AnyArray<T, Space>& array) {
    if (array.rank() == 0 && array.size() == 0) {
      throw ValueError("spica::io::State: the array \"" + name +
                       "\" is of rank 0, was default-constructed and holds no element");
    }
    entries_.push_back({group, [name, array] { return source(name, array); },
                        [name, array] { return target(name, array); }, [] {}, transfer_of(array)});
  }

  /// Host memory is read and written where it is; a GPU's goes through the staging buffer piece by piece.
  template <class T, class Space>
  static detail::EntrySource source(const std::string& name, const AnyArray<T, Space>& array) {
    detail::EntrySource entry{name, detail::element_type<T>(), array.shape(), nullptr, {}};
    if constexpr (spica::detail::is_host_space<Space>) {
      entry.data = spica::detail::ArrayAccess::data(array.flat());
    } else {
      entry.read = [array](std::int64_t first, std::int64_t count, void* buffer) {
        spica::detail::copy_bytes(Device<spica::detail::HostSpace>(), buffer, array.device(),
                                  spica::detail::ArrayAccess::data(array.flat()) + first,
                                  count * static_cast<std::int64_t>(sizeof(T)), "spica::io::save");
      };
    }
    return entry;
  }

  template <class T, class Space>
  static detail::EntryTarget target(const std::string& name, const AnyArray<T, Space>& array) {
    detail::EntryTarget entry{name, detail::element_type<T>(), array.shape(), nullptr, {}};
    if constexpr (spica::detail::is_host_space<Space>) {
      entry.data = spica::detail::ArrayAccess::data(array.flat());
    } else {
      entry.write = [array](std::int64_t first, std::int64_t count, const void* buffer) {
        spica::detail::copy_bytes(array.device(), spica::detail::ArrayAccess::data(array.flat()) + first,
                                  Device<spica::detail::HostSpace>(), buffer,
                                  count * static_cast<std::int64_t>(sizeof(T)), "spica::io::load");
      };
    }
    return entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace spica::io

#endif
