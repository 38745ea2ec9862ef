// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "atomic_file.hpp"
#include "checkpoint_parts.hpp"
#include "hdf5_calls.hpp"
#include "seal.hpp"

#include <spica/device/error.hpp>

#include <algorithm>
#include <set>

namespace spica::io::detail {
namespace {

[[noreturn]] void refuse_name(const FileContext& context, const std::string& name, const std::string& why) {
  throw ValueError(context.text("the name " + quoted(name) + " cannot be stored: " + why));
}

/// Whether the bytes are characters as the Unicode standard's table 3-7 has them: none longer than it needs to be, no
/// halves of pairs, none beyond U+10FFFF.
bool is_utf8(const std::string& text) {
  int missing = 0;        // bytes of the character that are still to come
  unsigned least = 0x80;  // what the next of them may be
  unsigned most = 0xBF;
  for (const char character : text) {
    const unsigned byte = static_cast<unsigned char>(character);
    if (missing > 0) {
      if (byte < least || byte > most) return false;
      --missing;
      least = 0x80;
      most = 0xBF;
    } else if (byte >= 0x80) {
      if (byte < 0xC2 || byte > 0xF4) return false;
      missing = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
      if (byte == 0xE0) least = 0xA0;
      if (byte == 0xF0) least = 0x90;
      if (byte == 0xED) most = 0x9F;
      if (byte == 0xF4) most = 0x8F;
    }
  }
  return missing == 0;
}

/// A slash makes groups, as everywhere in HDF5; so each part must be a name that HDF5 keeps as it is.
void check_name(const FileContext& context, const std::string& name) {
  if (name.empty()) refuse_name(context, name, "it is empty");
  if (name.find('\0') != std::string::npos)
    refuse_name(context, name.c_str() + std::string("\\0"), "it has a null character");
  if (!is_utf8(name)) refuse_name(context, name, "it is not UTF-8");
  for (std::size_t start = 0; start <= name.size();) {
    const std::size_t end = std::min(name.find('/', start), name.size());
    const std::string part = name.substr(start, end - start);
    if (part.empty()) refuse_name(context, name, "a slash at an end, or two in a row, leave a part without a name");
    if (part == ".") refuse_name(context, name, "a part of it is \".\", which HDF5 skips");
    start = end + 1;
  }
}

void check_names(const FileContext& context, const Section<EntrySource>& section) {
  std::set<std::string> names;
  for (const auto& entry : section.entries) {
    check_name(context, entry.name);
    if (!names.insert(entry.name).second) refuse_name(context, entry.name, "two entries have it");
  }
  for (const auto& name : names) {
    for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
      const std::string group = name.substr(0, slash);
      if (names.count(group) != 0) refuse_name(context, name, quoted(group) + " is an entry and cannot be a group too");
    }
  }
}

std::size_t bytes_of(const EntrySource& entry) {
  return static_cast<std::size_t>(element_count(entry.shape)) * element_bytes(entry.type);
}

/// Hashes and writes elements a megabyte at a time: what is hashed is still in the cache when it is written, and larger
/// writes were seen to take three times as long, because the kernel then looks for larger blocks of free memory.
void write_elements(hdf5::Dataset& dataset, Checksum& checksum, std::int64_t first, std::int64_t count,
                    const void* data, std::size_t width) {
  for_each_range(count, static_cast<std::int64_t>(cached_bytes / width), [&](std::int64_t done, std::int64_t part) {
    const std::byte* elements = static_cast<const std::byte*>(data) + static_cast<std::size_t>(done) * width;
    checksum.add(elements, static_cast<std::size_t>(part) * width);
    dataset.write(first + done, part, elements);
  });
}

void write_entry(hdf5::File& file, const std::string& group, const EntrySource& entry, const StagingBuffer& buffer) {
  hdf5::Dataset dataset =
      file.create_dataset(entry_path(group, entry.name), shown_name(group, entry.name), entry.type, entry.shape);
  Checksum checksum;
  const std::int64_t elements = element_count(entry.shape);
  const std::size_t width = element_bytes(entry.type);
  if (entry.data != nullptr) {
    write_elements(dataset, checksum, 0, elements, entry.data, width);
  } else {
    const auto step = static_cast<std::int64_t>(buffer.bytes() / width);
    for_each_range(elements, step, [&](std::int64_t first, std::int64_t count) {
      entry.read(first, count, buffer.data());
      write_elements(dataset, checksum, first, count, buffer.data(), width);
    });
  }
  dataset.write_text(checksum_attribute, checksum.text());
  dataset.close();
}

void write_entries(hdf5::File& file, const std::vector<Section<EntrySource>>& sections, const Staging& staging) {
  std::size_t largest = 0;
  for (const auto& section : sections) {
    for (const auto& entry : section.entries) {
      if (entry.data == nullptr) largest = std::max(largest, bytes_of(entry));
    }
  }
  const StagingBuffer buffer(staging, largest);
  for (const auto& section : sections) {
    for (const auto& entry : section.entries) write_entry(file, section.group, entry, buffer);
  }
}

}  // namespace

void write_checkpoint(const std::string& path, const std::vector<Section<EntrySource>>& sections,
                      const std::string& spica_version, const Staging& staging) {
  const FileContext context{"spica::io::save", path};
  for (const auto& section : sections) check_names(context, section);
  AtomicFile target(context);
  {
    hdf5::File file(hdf5::Mode::create, target.descriptor(), context);
    file.write_text(format_attribute, format_name);
    file.write_integer(version_attribute, format_version);
    file.write_text(spica_version_attribute, spica_version);
    for (const auto& section : sections) file.create_group('/' + section.group);
    write_entries(file, sections, staging);
    file.close();
  }
  append_seal(target.descriptor(), context);
  target.commit();
}

}  // namespace spica::io::detail
