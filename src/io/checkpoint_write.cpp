// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "atomic_file.hpp"
#include "checkpoint_parts.hpp"
#include "hdf5_calls.hpp"
#include "seal.hpp"

#include <spica/device/error.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace spica::io::detail {
namespace {

[[noreturn]] void refuse_name(const FileContext& context, const std::string& name, const std::string& why) {
  throw ValueError(context.text("the name " + quoted(name) + " cannot be stored: " + why));
}

/// A slash makes groups, as everywhere in HDF5; so each part must be a name that HDF5 keeps as it is.
void check_name(const FileContext& context, const std::string& name) {
  if (name.empty()) refuse_name(context, name, "it is empty");
  if (name.find('\0') != std::string::npos)
    refuse_name(context, name.c_str() + std::string("\\0"), "it has a null character");
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

/// Elements [first, first + count) of one entry.
struct Piece {
  const Section<EntrySource>* section;
  const EntrySource* entry;
  std::int64_t first;
  std::int64_t count;
  bool last;  // of its entry
};

/// Takes the entries that pass through a buffer apart; others are one piece, as are those without elements.
std::vector<Piece> pieces_of(const std::vector<Section<EntrySource>>& sections, std::size_t staged_bytes) {
  std::vector<Piece> pieces;
  for (const auto& section : sections) {
    for (const auto& entry : section.entries) {
      const std::int64_t total = element_count(entry.shape);
      const auto room = static_cast<std::int64_t>(staged_bytes / element_bytes(entry.type));
      const std::int64_t step = entry.data != nullptr ? total : room;
      std::int64_t first = 0;
      do {
        const std::int64_t count = std::min(step, total - first);
        pieces.push_back({&section, &entry, first, count, first + count == total});
        first += count;
      } while (first < total);
    }
  }
  return pieces;
}

/// Writes pieces in order: makes an entry's data set at its first piece and closes it, with its checksum, at its last.
class EntryWriter {
 public:
  explicit EntryWriter(hdf5::File& file) : file_(&file) {}

  void write(const Piece& piece, const void* data) {
    const EntrySource& entry = *piece.entry;
    if (piece.first == 0) {
      checksum_.emplace();
      dataset_.emplace(file_->create_dataset(entry_path(piece.section->group, entry.name),
                                             shown_name(piece.section->group, entry.name), entry.type, entry.shape));
    }
    write_elements(piece, static_cast<const std::byte*>(data), element_bytes(entry.type));
    if (piece.last) {
      dataset_->write_text(checksum_attribute, checksum_->text());
      dataset_->close();
      dataset_.reset();
    }
  }

 private:
  /// A megabyte at a time: what is hashed is still in the cache when it is written, and larger writes were seen to take
  /// three times as long, because the kernel then looks for larger blocks of free memory.
  void write_elements(const Piece& piece, const std::byte* data, std::size_t bytes) {
    const auto step = static_cast<std::int64_t>(cached_bytes / bytes);
    for (std::int64_t done = 0; done < piece.count; done += step) {
      const std::int64_t count = std::min(step, piece.count - done);
      const std::byte* part = data + static_cast<std::size_t>(done) * bytes;
      checksum_->add(part, static_cast<std::size_t>(count) * bytes);
      dataset_->write(piece.first + done, count, part);
    }
  }

  hdf5::File* file_;
  std::optional<hdf5::Dataset> dataset_;
  std::optional<Checksum> checksum_;
};

/// Writes all entries; while one piece is written, the next is being copied into the other buffer.
void write_entries(hdf5::File& file, const std::vector<Section<EntrySource>>& sections, const Staging& staging) {
  std::size_t largest = 0;
  for (const auto& section : sections) {
    for (const auto& entry : section.entries) {
      if (entry.data == nullptr) largest = std::max(largest, bytes_of(entry));
    }
  }
  const StagingBuffers buffers(staging, largest);
  const std::vector<Piece> pieces = pieces_of(sections, std::max(buffers.half_bytes(), sizeof(double)));
  PendingCopy pending;
  const auto start = [&](std::size_t turn) {
    if (turn == pieces.size()) return;
    const Piece& piece = pieces[turn];
    if (piece.entry->data != nullptr || piece.count == 0) return;
    piece.entry->start_read(piece.first, piece.count, buffers.buffer(turn));
    pending.started(piece.entry->finish_read);
  };

  EntryWriter writer(file);
  start(0);
  for (std::size_t turn = 0; turn < pieces.size(); ++turn) {
    pending.finish();
    start(turn + 1);
    const Piece& piece = pieces[turn];
    const auto* data = static_cast<const std::byte*>(piece.entry->data);
    const auto offset = static_cast<std::size_t>(piece.first) * element_bytes(piece.entry->type);
    writer.write(piece, data != nullptr ? data + offset : buffers.buffer(turn));
  }
}

}  // namespace

void write_checkpoint(const std::string& path, const std::vector<Section<EntrySource>>& sections,
                      const SaveOptions& options) {
  const FileContext context{options.operation, path};
  for (const auto& section : sections) check_names(context, section);
  AtomicFile target(context);
  {
    hdf5::File file(hdf5::Mode::create, target.descriptor(), context);
    file.write_text(format_attribute, format_name);
    file.write_integer(version_attribute, format_version);
    file.write_text(spica_version_attribute, options.spica_version);
    for (const auto& section : sections) file.create_group('/' + section.group);
    write_entries(file, sections, options.staging);
    file.close();
  }
  append_seal(target.descriptor(), context);
  target.commit();
}

}  // namespace spica::io::detail
