// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint_parts.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <utility>

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

StagingBuffers::StagingBuffers(const Staging& staging, std::size_t largest_entry_bytes) {
  constexpr std::size_t alignment = 8;  // of the largest element
  const std::size_t half = std::max(staging.bytes / 2 / alignment * alignment, alignment);
  if (staging.memory != nullptr) {
    memory_ = static_cast<std::byte*>(staging.memory);
    half_bytes_ = half;
    return;
  }
  half_bytes_ = std::min(half, (largest_entry_bytes + alignment - 1) / alignment * alignment);
  owned_.reset(new std::byte[2 * half_bytes_]);  // make_unique would fill it
  memory_ = owned_.get();
}

PendingCopy::~PendingCopy() {
  try {
    finish();
  } catch (...) {  // another exception is on its way already
  }
}

void PendingCopy::finish() {
  const auto* finish = std::exchange(finish_, nullptr);
  if (finish != nullptr) (*finish)();
}

}  // namespace spica::io::detail
