// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint_parts.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>

namespace spica::io::detail {
namespace {

struct ElementDescription {
  std::string_view name;
  std::size_t bytes;
};

constexpr std::array<ElementDescription, 11> descriptions = {{{"float32", 4},
                                                              {"float64", 8},
                                                              {"int8", 1},
                                                              {"int16", 2},
                                                              {"int32", 4},
                                                              {"int64", 8},
                                                              {"uint8", 1},
                                                              {"uint16", 2},
                                                              {"uint32", 4},
                                                              {"uint64", 8},
                                                              {"bool", 1}}};

XXH3_state_t* hash_state(void* state) { return static_cast<XXH3_state_t*>(state); }

}  // namespace

std::string_view element_name(ElementType type) { return descriptions[static_cast<std::size_t>(type)].name; }

std::size_t element_bytes(ElementType type) { return descriptions[static_cast<std::size_t>(type)].bytes; }

std::string entry_path(const std::string& group, const std::string& name) { return '/' + group + '/' + name; }

std::string shown_name(const std::string& group, const std::string& name) {
  return group == "parameters" ? name : group + '/' + name;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::size_t d = 0; d < shape.size(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(shape[d]);
  return text + ']';
}

std::int64_t element_count(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count *= extent;
  return count;
}

Checksum::Checksum() : state_(XXH3_createState()) {
  if (!state_ || XXH3_64bits_reset(hash_state(state_.get())) == XXH_ERROR) throw std::bad_alloc();
}

void Checksum::add(const void* data, std::size_t bytes) { XXH3_64bits_update(hash_state(state_.get()), data, bytes); }

std::string Checksum::text() const {
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(XXH3_64bits_digest(hash_state(state_.get()))));
  return checksum_prefix + std::string(digits.data());
}

void Checksum::Release::operator()(void* state) const noexcept { XXH3_freeState(hash_state(state)); }

StagingBuffer::StagingBuffer(const Staging& staging, std::size_t largest_entry_bytes)
    : memory_(staging.memory), bytes_(std::max(staging.bytes, sizeof(double))) {
  if (memory_ != nullptr) return;
  bytes_ = std::min(bytes_, std::max(largest_entry_bytes, sizeof(double)));
  owned_.reset(new std::byte[bytes_]);  // make_unique would fill it
  memory_ = owned_.get();
}

void compare_checksum(const FileContext& context, const std::string& name, const std::string& recorded,
                      const Checksum& checksum) {
  const std::string subject = "data set " + quoted(name) + ": ";
  if (recorded.rfind(checksum_prefix, 0) != 0) context.fail(subject + "unknown kind of checksum " + quoted(recorded));
  if (recorded != checksum.text()) {
    context.fail(subject + "damaged: its checksum is " + recorded + ", its elements give " + checksum.text());
  }
}

}  // namespace spica::io::detail
