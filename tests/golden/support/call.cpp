// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/call.hpp"

#include "golden/support/element_types.hpp"

#include <cstring>
#include <stdexcept>

namespace spica::test::golden {

namespace {

using Bytes = Kokkos::View<unsigned char*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Copies elements between memory with these strides and `list`, in the order of their indices.
template <class Copy>
void for_each_element(const Index& shape, const Index& strides, std::size_t element_bytes, const Copy& copy) {
  std::size_t place = 0;
  for_each_index(shape, [&](const Index& index) {
    copy(offset_of(index, strides) * static_cast<std::int64_t>(element_bytes), place);
    place += element_bytes;
  });
}

void scatter_bytes(unsigned char* memory, const Given& given, std::size_t element_bytes, const unsigned char* list) {
  for_each_element(given.elements.shape, given.strides, element_bytes, [&](std::int64_t offset, std::size_t place) {
    std::memcpy(memory + offset, list + place, element_bytes);
  });
}

}  // namespace

Call::Call(const Case& entry) : entry_(entry) {
  for (const Given& given : entry.operands) {
    const std::size_t size = bytes_of(given.elements.type);
    const auto element = static_cast<std::int64_t>(size);
    const Span span = span_of_memory(given.elements.shape, given.strides);
    Memory memory;
    memory.first = -span.lowest * element;
    // Never empty: a wrapped array without elements may have an address.
    memory.before.assign(static_cast<std::size_t>((span.count + 1) * element), 0xA5);
    scatter_bytes(memory.before.data() + memory.first, given, size, given.elements.bytes.data());
    memory.bytes = Kokkos::View<unsigned char*, Space>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "operand"),
                                                       memory.before.size());
    Kokkos::deep_copy(memory.bytes, Bytes(memory.before.data(), memory.before.size()));
    memory_.push_back(memory);
  }
}

double Call::number(const std::string& name, std::size_t place) const {
  const auto found = entry_.settings.find(name);
  if (found == entry_.settings.end()) throw std::runtime_error("the case has no setting '" + name + "'");
  return found->second.at(place);
}

std::int64_t Call::axis(int rank, std::size_t place) const {
  const bool one = entry_.settings.count("axis") != 0;
  const std::int64_t given = whole(one ? "axis" : "axes", place);
  const auto given_axes = static_cast<std::int64_t>(entry_.operands.at(0).elements.shape.size());
  return given < 0 ? given : given + rank - given_axes;
}

std::vector<unsigned char> Call::now(const Memory& memory) const {
  std::vector<unsigned char> bytes(memory.before.size());
  Device<Space>().instance().fence();
  Kokkos::deep_copy(Bytes(bytes.data(), bytes.size()), memory.bytes);
  return bytes;
}

std::string Call::damage() const {
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    std::vector<unsigned char> bytes = now(memory_[i]);
    if (i == 0 && writes_) {
      const Given& given = entry_.operands[0];
      scatter_bytes(bytes.data() + memory_[0].first, given, bytes_of(given.elements.type), given.elements.bytes.data());
    }
    if (bytes != memory_[i].before) {
      return "the memory of operand " + std::to_string(i) + " was changed" +
             (i == 0 && writes_ ? " between the elements" : "");
    }
  }
  return "";
}

Elements gathered(const void* data, std::size_t element_bytes, const std::string& type, const Index& shape,
                  const Index& strides) {
  Elements result{type, shape, {}};
  result.bytes.resize(static_cast<std::size_t>(count_of(shape)) * element_bytes);
  if (result.bytes.empty()) return result;
  const auto size = static_cast<std::int64_t>(element_bytes);
  const Span span = span_of_memory(shape, strides);
  const unsigned char* lowest = static_cast<const unsigned char*>(data) + span.lowest * size;
  const auto host = host_memory(Device<Space>().instance(), lowest, span.count * size);
  const unsigned char* first = host.data() - span.lowest * size;
  for_each_element(shape, strides, element_bytes, [&](std::int64_t offset, std::size_t place) {
    std::memcpy(result.bytes.data() + place, first + offset, element_bytes);
  });
  return result;
}

}  // namespace spica::test::golden
