// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint_parts.hpp"
#include "hdf5_calls.hpp"
#include "posix_file.hpp"
#include "seal.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <sstream>

namespace spica::io::detail {
namespace {

/// A target and the data set in the file that fits it.
struct Match {
  const EntryTarget* target;
  std::string name;  // in the texts of errors
  hdf5::Dataset dataset;

  ElementType file_type() const { return *dataset.type(); }
  std::int64_t elements() const { return element_count(target->shape); }
  std::size_t widest_element() const { return std::max(element_bytes(file_type()), element_bytes(target->type)); }
};

/// What does not fit, sorted by kind, so that one error tells all of it.
struct Misfits {
  std::string missing;
  std::string unexpected;
  std::string shapes;
  std::string types;

  static void add(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

  std::string text() const {
    std::string all;
    const auto append = [&all](const char* title, const std::string& list) {
      if (!list.empty()) all += (all.empty() ? "" : "; ") + (title + list);
    };
    append("missing in the file: ", missing);
    append("unexpected in the file: ", unexpected);
    append("other shapes: ", shapes);
    append("other types: ", types);
    return all;
  }
};

bool is_float(ElementType type) { return type == ElementType::float32 || type == ElementType::float64; }

/// Compares what the file has for a target with what the target wants.
void compare(const EntryTarget& target, const std::string& name, const hdf5::Dataset& dataset, bool convert_floats,
             Misfits& misfits) {
  const auto& shape = dataset.shape();
  if (shape != target.shape) {
    Misfits::add(misfits.shapes, quoted(name) + " is " + (shape ? shape_text(*shape) : "a null dataspace") +
                                     " in the file, " + shape_text(target.shape) + " here");
  }
  const auto& type = dataset.type();
  if (type == target.type) return;
  const bool both_floats = type && is_float(*type) && is_float(target.type);
  if (both_floats && convert_floats) return;
  Misfits::add(misfits.types, quoted(name) + " is " + dataset.type_text() + " in the file, " +
                                  std::string(element_name(target.type)) + " here" +
                                  (both_floats ? " (converted only when asked for)" : ""));
}

/// Finds the data sets of one section's targets and notes what does not fit.
void match_section(const hdf5::File& file, const Section<EntryTarget>& section, bool convert_floats,
                   std::vector<Match>& matches, Misfits& misfits) {
  std::map<std::string, hdf5::File::Member> members;
  const std::string group = '/' + section.group;
  if (file.has_group(group)) {
    for (auto& member : file.members(group)) members.emplace(member.name, member);
  }
  for (const auto& target : section.entries) {
    const std::string name = shown_name(section.group, target.name);
    const auto found = members.find(target.name);
    if (found == members.end() || !found->second.is_dataset) {
      Misfits::add(misfits.missing, quoted(name));
      continue;
    }
    matches.push_back({&target, name, file.open_dataset(entry_path(section.group, target.name), name)});
    compare(target, name, matches.back().dataset, convert_floats, misfits);
    members.erase(found);
  }
  for (const auto& [name, member] : members) {
    Misfits::add(misfits.unexpected,
                 quoted(shown_name(section.group, name)) + (member.is_dataset ? "" : " (" + member.kind + ")"));
  }
}

/// "[1, 2]" for element 5 of a [2, 3] array.
std::string index_text(const std::vector<std::int64_t>& shape, std::int64_t element) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; element /= shape[d]) index[d] = element % shape[d];
  return shape_text(index);
}

/// Calls `visit(first, count)` for ranges of at most `step` elements.
template <class Visit>
void for_each_range(std::int64_t elements, std::int64_t step, const Visit& visit) {
  for (std::int64_t first = 0; first < elements; first += step) visit(first, std::min(step, elements - first));
}

/// Refuses values that the target's type does not have: a byte that is no bool, a finite double beyond float.
void check_values(const FileContext& context, const Match& match, std::int64_t first, std::int64_t count,
                  const void* data) {
  const auto refuse = [&](std::int64_t i, const std::string& value, const std::string& type) {
    context.fail("data set " + quoted(match.name) + ": element " + index_text(match.target->shape, first + i) + " is " +
                 value + ", which is no " + type);
  };
  if (match.file_type() == ElementType::boolean) {
    const auto* values = static_cast<const unsigned char*>(data);
    const auto* found = std::find_if(values, values + count, [](unsigned char value) { return value > 1; });
    if (found != values + count) refuse(found - values, std::to_string(*found), "bool");
  }
  if (match.file_type() == ElementType::float64 && match.target->type == ElementType::float32) {
    const auto* values = static_cast<const double*>(data);
    const auto* found = std::find_if(values, values + count, [](double value) {
      return std::isfinite(value) && std::isinf(static_cast<float>(value));
    });
    if (found == values + count) return;
    std::ostringstream text;
    text << *found;
    refuse(found - values, text.str(), "float32");
  }
}

/// Reads a whole data set and compares its checksum, where it has one, and its values.
void verify(const FileContext& context, const Match& match, const StagingBuffers& buffers) {
  const std::size_t bytes = element_bytes(match.file_type());
  const std::size_t room = std::min(buffers.half_bytes(), cached_bytes);
  void* data = buffers.buffer(0);
  Checksum checksum;
  for_each_range(match.elements(), static_cast<std::int64_t>(room / bytes),
                 [&](std::int64_t first, std::int64_t count) {
                   match.dataset.read(first, count, data);
                   checksum.add(data, static_cast<std::size_t>(count) * bytes);
                   check_values(context, match, first, count, data);
                 });
  const auto recorded = match.dataset.read_text(checksum_attribute);
  if (!recorded) return;
  const std::string subject = "data set " + quoted(match.name) + ": ";
  if (recorded->rfind(checksum_prefix, 0) != 0) context.fail(subject + "unknown kind of checksum " + quoted(*recorded));
  if (*recorded != checksum.text()) {
    context.fail(subject + "damaged: its checksum is " + *recorded + ", its elements give " + checksum.text());
  }
}

/// Turns `count` elements at `data` from the file's floating-point type into the target's, in place.
void convert_in_place(const Match& match, std::int64_t count, void* data) {
  auto* bytes = static_cast<std::byte*>(data);
  if (match.file_type() == match.target->type) return;
  if (match.target->type == ElementType::float32) {
    for (std::int64_t i = 0; i < count; ++i) {
      double wide;
      std::memcpy(&wide, bytes + i * 8, 8);
      const auto narrow = static_cast<float>(wide);
      std::memcpy(bytes + i * 4, &narrow, 4);
    }
  } else {
    for (std::int64_t i = count; i-- > 0;) {  // from the end: the wider element covers later narrow ones
      float narrow;
      std::memcpy(&narrow, bytes + i * 4, 4);
      const auto wide = static_cast<double>(narrow);
      std::memcpy(bytes + i * 8, &wide, 8);
    }
  }
}

/// Hands a data set's elements over; while one piece is copied out of its buffer, the next is read into the other.
void hand_over(const Match& match, const StagingBuffers& buffers, PendingCopy& pending, std::size_t& turn) {
  const EntryTarget& target = *match.target;
  const std::size_t bytes = element_bytes(target.type);
  if (target.data != nullptr && match.file_type() == target.type) {
    match.dataset.read(0, match.elements(), target.data);
    return;
  }
  const auto step = static_cast<std::int64_t>(buffers.half_bytes() / match.widest_element());
  for_each_range(match.elements(), step, [&](std::int64_t first, std::int64_t count) {
    void* data = buffers.buffer(turn++);
    match.dataset.read(first, count, data);
    convert_in_place(match, count, data);
    pending.finish();
    if (target.data != nullptr) {
      auto* place = static_cast<std::byte*>(target.data) + static_cast<std::size_t>(first) * bytes;
      std::memcpy(place, data, static_cast<std::size_t>(count) * bytes);
    } else {
      target.start_write(first, count, data);
      pending.started(target.finish_write);
    }
  });
}

void check_format(const hdf5::File& file, const FileContext& context) {
  const auto format = file.read_text(format_attribute);
  if (!format) context.fail("not a Spica checkpoint: the file has no attribute \"format\"");
  if (*format != format_name) {
    context.fail("not a Spica checkpoint: attribute \"format\" is " + quoted(*format) + ", not \"spica-checkpoint\"");
  }
  const auto version = file.read_integer(version_attribute);
  if (!version) context.fail("the file has no attribute \"format_version\"");
  if (*version < 1 || *version > format_version) {
    context.fail("format version " + std::to_string(*version) + " is not known to this Spica, which reads 1 to " +
                 std::to_string(format_version));
  }
}

}  // namespace

struct CheckpointReader::State {
  FileContext context;
  Descriptor descriptor = open_for_reading(context);
  bool sealed = check_seal(descriptor.get(), context);
  hdf5::File file{hdf5::Mode::read, descriptor.get(), context};
};

CheckpointReader::CheckpointReader(const std::string& path, std::string operation)
    : state_(new State{{std::move(operation), path}}) {
  check_format(state_->file, state_->context);
}

CheckpointReader::CheckpointReader(CheckpointReader&&) noexcept = default;
CheckpointReader& CheckpointReader::operator=(CheckpointReader&&) noexcept = default;
CheckpointReader::~CheckpointReader() = default;

bool CheckpointReader::sealed() const { return state_->sealed; }

std::vector<EntryInfo> CheckpointReader::entries(const std::string& group) const {
  std::vector<EntryInfo> all;
  const hdf5::File& file = state_->file;
  if (!file.has_group('/' + group)) return all;
  for (const auto& member : file.members('/' + group)) {
    if (!member.is_dataset) continue;
    const auto dataset = file.open_dataset(entry_path(group, member.name), shown_name(group, member.name));
    all.push_back({member.name, dataset.type(), dataset.type_text(), dataset.shape(),
                   dataset.read_text(checksum_attribute).value_or("")});
  }
  return all;
}

void CheckpointReader::read(const std::vector<Section<EntryTarget>>& sections, const LoadOptions& options) const {
  const FileContext& context = state_->context;
  std::vector<Match> matches;
  Misfits misfits;
  for (const auto& section : sections) {
    match_section(state_->file, section, options.convert_floats, matches, misfits);
  }
  if (const std::string text = misfits.text(); !text.empty()) context.fail("the file does not fit: " + text);

  std::size_t largest = 0;
  for (const auto& match : matches) {
    largest = std::max(largest, static_cast<std::size_t>(match.elements()) * match.widest_element());
  }
  const StagingBuffers buffers(options.staging, largest);
  for (const auto& match : matches) verify(context, match, buffers);

  PendingCopy pending;
  std::size_t turn = 0;
  for (const auto& match : matches) hand_over(match, buffers, pending, turn);
  pending.finish();
}

}  // namespace spica::io::detail
