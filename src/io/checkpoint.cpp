// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/ledger.hpp>
#include <spica/device/runtime.hpp>
#include <spica/device/version.hpp>
#include <spica/io/checkpoint.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace spica::io {

namespace {

/// Host memory that a GPU copies to and from at full speed, for as long as a call lasts.
class PinnedStaging {
 public:
  explicit PinnedStaging(bool needed) {
    if constexpr (spica::detail::has_gpu_space) {
      if (!needed) return;
      memory_ = Memory(Kokkos::view_alloc("spica::io::staging", Kokkos::WithoutInitializing), staging_.bytes);
      staging_.memory = memory_.data();
    }
  }
  const detail::Staging& staging() const { return staging_; }

 private:
  using Memory = Kokkos::View<unsigned char*, spica::detail::compat::PinnedSpace>;
  detail::Staging staging_;
  Memory memory_;
};

/// The section of this group, made where there is none yet.
template <class Entry>
detail::Section<Entry>& section_of(std::vector<detail::Section<Entry>>& sections, const std::string& group) {
  for (auto& section : sections) {
    if (section.group == group) return section;
  }
  sections.push_back({group, {}});
  return sections.back();
}

}  // namespace

void save(const std::string& path, const State& state) {
  for (const auto& entry : state.entries_) {  // all or none: nothing is counted when one is refused
    if (entry.transfer.bytes == 0) continue;
    spica::detail::require_transfers_allowed(entry.transfer.bytes, "spica::io::save", entry.transfer.device.c_str(),
                                             path.c_str());
  }
  std::vector<detail::Section<detail::EntrySource>> sections;
  bool staged = false;
  for (const auto& entry : state.entries_) {
    if (entry.transfer.bytes != 0) {
      spica::detail::count_transfer(spica::detail::Direction::device_to_host, entry.transfer.bytes, "spica::io::save",
                                    entry.transfer.device.c_str(), path.c_str());
    }
    auto& entries = section_of(sections, entry.group).entries;
    entries.push_back(entry.source());
    staged = staged || entries.back().data == nullptr;
  }
  const PinnedStaging pinned(staged);
  detail::write_checkpoint(path, sections, version(), pinned.staging());
}

void load(const std::string& path, const State& state) {
  for (const auto& entry : state.entries_) {
    if (entry.transfer.bytes == 0) continue;
    spica::detail::require_runtime("spica::io::load");  // what counts the transfers
    spica::detail::require_transfers_allowed(entry.transfer.bytes, "spica::io::load", path.c_str(),
                                             entry.transfer.device.c_str());
  }
  const detail::CheckpointReader reader(path);
  std::vector<detail::Section<detail::EntryTarget>> sections;
  bool staged = false;
  for (const auto& entry : state.entries_) {
    auto& entries = section_of(sections, entry.group).entries;
    entries.push_back(entry.target());
    staged = staged || (entries.back().data == nullptr && entry.transfer.bytes != 0);
  }
  const PinnedStaging pinned(staged);
  reader.read(sections, pinned.staging());
  for (const auto& entry : state.entries_) {
    if (entry.transfer.bytes != 0) {
      spica::detail::count_transfer(spica::detail::Direction::host_to_device, entry.transfer.bytes, "spica::io::load",
                                    path.c_str(), entry.transfer.device.c_str());
    }
    entry.after_load();
  }
}

}  // namespace spica::io
