// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint_parts.hpp"
#include "hdf5_calls.hpp"
#include "posix_file.hpp"
#include "seal.hpp"

#include <spica/device/error.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace spica::io::detail {
namespace {

/// A target and the data set in the file that fits it.
struct Match {
  const EntryTarget* target;
  std::string name;  // in the texts of errors
  hdf5::Dataset dataset;
  std::string checksum = {};  // of the elements, once they are verified

  std::int64_t elements() const { return element_count(target->shape); }
  std::size_t width() const { return element_bytes(target->type); }
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * width(); }
};

/// What does not fit, sorted by kind, so that one error tells all of it.
struct Misfits {
  std::string missing;
  std::string unexpected;
  std::string shapes;
  std::string types;
  bool only_precision_differs = false;  // for one of `types`

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
    if (only_precision_differs) {
      all += " (float32 and float64 are not converted: load into the type of the file, then use spica::cast)";
    }
    return all;
  }
};

bool is_float(ElementType type) { return type == ElementType::float32 || type == ElementType::float64; }

/// Compares what the file has for a target with what the target wants.
void compare(const EntryTarget& target, const std::string& name, const hdf5::Dataset& dataset, Misfits& misfits) {
  const auto& shape = dataset.shape();
  if (shape != target.shape) {
    Misfits::add(misfits.shapes, quoted(name) + " is " + (shape ? shape_text(*shape) : "a null dataspace") +
                                     " in the file, " + shape_text(target.shape) + " here");
  }
  const auto& type = dataset.type();
  if (type == target.type) return;
  Misfits::add(misfits.types, quoted(name) + " is " + dataset.type_text() + " in the file, " +
                                  std::string(element_name(target.type)) + " here");
  if (type && is_float(*type) && is_float(target.type)) misfits.only_precision_differs = true;
}

/// Finds the data sets of one section's targets and notes what does not fit.
/// @throws ValueError when two targets have one name.
void match_section(const FileContext& context, const hdf5::File& file, const Section<EntryTarget>& section,
                   std::vector<Match>& matches, Misfits& misfits) {
  std::set<std::string> names;
  std::map<std::string, hdf5::File::Member> members;
  const std::string group = '/' + section.group;
  if (file.has_group(group)) {
    for (auto& member : file.members(group)) members.emplace(member.name, member);
  }
  for (const auto& target : section.entries) {
    const std::string name = shown_name(section.group, target.name);
    if (!names.insert(target.name).second) {
      throw ValueError(context.text("the name " + quoted(name) + " cannot be loaded: two entries have it"));
    }
    const auto found = members.find(target.name);
    if (found == members.end() || !found->second.is_dataset) {
      Misfits::add(misfits.missing, quoted(name));
      continue;
    }
    matches.push_back({&target, name, file.open_dataset(entry_path(section.group, target.name), name)});
    compare(target, name, matches.back().dataset, misfits);
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

template <class Number>
std::string number_text(Number number) {
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  text << number;
  return text.str();
}

/// Refuses values that the target does not take: a byte that is no bool, a number out of its range.
void check_values(const FileContext& context, const Match& match, std::int64_t first, std::int64_t count,
                  const void* data) {
  const auto check = [&](auto type, const auto& is_bad, const std::string& wanted) {
    const auto* values = static_cast<const decltype(type)*>(data);
    const auto* found = std::find_if(values, values + count, is_bad);
    if (found == values + count) return;
    context.fail("data set " + quoted(match.name) + ": element " +
                 index_text(match.target->shape, first + (found - values)) + " is " + number_text(+*found) +
                 ", which is " + wanted);
  };
  if (match.target->type == ElementType::boolean) {
    check(
        std::uint8_t(), [](std::uint8_t value) { return value > 1; }, "no bool");
  } else if (match.target->largest) {
    const double largest = *match.target->largest;
    const auto is_bad = [largest](auto value) {  // also NaN
      return !(value >= 0 && static_cast<double>(value) <= largest);
    };
    const std::string wanted = "not between 0 and " + number_text(largest);
    if (match.target->type == ElementType::int64) {
      check(std::int64_t(), is_bad, wanted);
    } else {
      check(double(), is_bad, wanted);
    }
  }
}

/// Reads a whole data set and compares its checksum, where it has one, and its values.
void verify(const FileContext& context, Match& match, const StagingBuffer& buffer) {
  const std::size_t room = std::min(buffer.bytes(), cached_bytes);
  Checksum checksum;
  for_each_range(match.elements(), static_cast<std::int64_t>(room / match.width()),
                 [&](std::int64_t first, std::int64_t count) {
                   match.dataset.read(first, count, buffer.data());
                   checksum.add(buffer.data(), static_cast<std::size_t>(count) * match.width());
                   check_values(context, match, first, count, buffer.data());
                 });
  const auto recorded = match.dataset.read_text(checksum_attribute);
  if (recorded) compare_checksum(context, match.name, *recorded, checksum);
  match.checksum = checksum.text();
}

/// Reads a data set's elements once more and hands them over. What copies a file over another one in place asks for no
/// lock: so these must be the elements that were verified.
void hand_over(const FileContext& context, const Match& match, const StagingBuffer& buffer) {
  const EntryTarget& target = *match.target;
  const std::size_t room = target.data != nullptr ? cached_bytes : buffer.bytes();
  Checksum checksum;
  for_each_range(
      match.elements(), static_cast<std::int64_t>(room / match.width()), [&](std::int64_t first, std::int64_t count) {
        auto* place = static_cast<std::byte*>(target.data);
        void* data = place != nullptr ? place + static_cast<std::size_t>(first) * match.width() : buffer.data();
        match.dataset.read(first, count, data);
        checksum.add(data, static_cast<std::size_t>(count) * match.width());
        if (place == nullptr) target.write(first, count, data);
      });
  if (checksum.text() != match.checksum) {
    context.fail("data set " + quoted(match.name) +
                 ": the file was changed while it was read; what was to be loaded is partly new");
  }
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

CheckpointReader::CheckpointReader(const std::string& path) : state_(new State{{"spica::io::load", path}}) {
  check_format(state_->file, state_->context);
}

CheckpointReader::~CheckpointReader() = default;

void CheckpointReader::read(const std::vector<Section<EntryTarget>>& sections, const Staging& staging) const {
  const FileContext& context = state_->context;
  std::vector<Match> matches;
  Misfits misfits;
  for (const auto& section : sections) match_section(context, state_->file, section, matches, misfits);
  if (const std::string text = misfits.text(); !text.empty()) context.fail("the file does not fit: " + text);

  std::size_t largest = 0;
  for (const auto& match : matches) largest = std::max(largest, match.bytes());
  const StagingBuffer buffer(staging, largest);
  for (auto& match : matches) verify(context, match, buffer);
  for (const auto& match : matches) hand_over(context, match, buffer);
}

}  // namespace spica::io::detail
