// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_IO_SUPPORT_HOST_ENTRIES_HPP
#define SPICA_TESTS_IO_SUPPORT_HOST_ENTRIES_HPP

#include <spica/io/detail/checkpoint_file.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// Checkpoints of plain host memory, for tests.
namespace spica::test {

using Shape = std::vector<std::int64_t>;

template <class T>
io::detail::EntrySource source(std::string name, Shape shape, const T* data) {
  return {std::move(name), io::detail::element_type<T>(), std::move(shape), data, {}};
}

template <class T>
io::detail::EntryTarget target(std::string name, Shape shape, T* data) {
  return {std::move(name), io::detail::element_type<T>(), std::move(shape), data, {}};
}

/// Saves entries as the parameters of a checkpoint.
inline void save(const std::string& path, std::vector<io::detail::EntrySource> entries) {
  io::detail::write_checkpoint(path, {{"parameters", std::move(entries)}}, "1.2.3");
}

/// Loads the parameters of a checkpoint.
inline void load(const std::string& path, std::vector<io::detail::EntryTarget> entries,
                 const io::detail::Staging& staging = {}) {
  io::detail::CheckpointReader(path).read({{"parameters", std::move(entries)}}, staging);
}

}  // namespace spica::test

#endif
