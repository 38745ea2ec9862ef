// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls.hpp"

#include "hdf5_calls_attributes.hpp"
#include "hdf5_calls_driver.hpp"
#include "hdf5_calls_types.hpp"

#include <exception>

namespace spica::io::detail::hdf5 {
namespace {

/// No times, and members in the order of their creation.
bool set_group_properties(hid_t properties) {
  return H5Pset_obj_track_times(properties, false) >= 0 &&
         H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0;
}

/// Properties of a link with a UTF-8 name.
Id link_properties() {
  Id properties = property_list(H5Pcreate(H5P_LINK_CREATE));
  return H5Pset_char_encoding(properties.get(), H5T_CSET_UTF8) < 0 ? Id() : std::move(properties);
}

struct Visit {
  std::vector<std::pair<std::string, H5L_type_t>> links;
  std::exception_ptr error;
};

herr_t visit_link(hid_t /*group*/, const char* name, const H5L_info_t* info, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  try {
    visit.links.emplace_back(name, info->type);
    return 0;
  } catch (...) {
    visit.error = std::current_exception();
    return -1;
  }
}

std::string link_text(H5L_type_t type) {
  switch (type) {
    case H5L_TYPE_SOFT:
      return "soft link";
    case H5L_TYPE_EXTERNAL:
      return "external link";
    default:
      return "user-defined link";
  }
}

/// True where the elements of a data set are in this file.
bool is_stored_here(hid_t dataset) {
  const Id properties = property_list(H5Dget_create_plist(dataset));
  return properties.get() >= 0 && H5Pget_external_count(properties.get()) == 0 &&
         H5Pget_layout(properties.get()) != H5D_VIRTUAL;
}

}  // namespace

std::string hdf5_reason() {
  std::string reason;
  const auto take_first = [](unsigned position, const H5E_error2_t* record, void* text) -> herr_t {
    if (position == 0 && record->desc != nullptr) *static_cast<std::string*>(text) = record->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &reason);
  return reason.empty() ? "HDF5 gives no reason" : "HDF5 says '" + reason + "'";
}

File::File(Mode mode, int descriptor, FileContext context)
    : context_(std::move(context)), driver_file_(std::make_unique<DriverFile>()) {
  const Quiet quiet;
  driver_file_->descriptor = descriptor;
  driver_file_->writable = mode == Mode::create;
  access_ = property_list(H5Pcreate(H5P_FILE_ACCESS));
  check(access_.get() >= 0, "");
  driver_ = {use_driver(access_.get(), *driver_file_), close_id<H5FDunregister>};
  check(driver_.get() >= 0 && H5Pset_fclose_degree(access_.get(), H5F_CLOSE_STRONG) >= 0, "");
  const auto file_id = [](hid_t id) { return Id(id, close_id<H5Fclose>); };
  if (mode == Mode::read) {
    id_ = file_id(H5Fopen(context_.path.c_str(), H5F_ACC_RDONLY, access_.get()));
  } else {
    check(H5Pset_libver_bounds(access_.get(), H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0, "");
    const Id creation = property_list(H5Pcreate(H5P_FILE_CREATE));
    check(creation.get() >= 0 && set_group_properties(creation.get()), "");
    id_ = file_id(H5Fcreate(context_.path.c_str(), H5F_ACC_TRUNC, creation.get(), access_.get()));
  }
  check(id_.get() >= 0, "");
}

File::~File() = default;

void File::check(bool success, const std::string& subject) const {
  if (success && driver_file_->write_error == 0) return;
  const std::string failure = driver_file_->failure();
  const std::string reason = failure.empty() ? hdf5_reason() : failure;
  context_.fail(subject.empty() ? reason : subject + ": " + reason);
}

void File::close() {
  const Quiet quiet;
  check(id_.close(), "");
}

void File::create_group(const std::string& path) {
  const Quiet quiet;
  const Id properties = property_list(H5Pcreate(H5P_GROUP_CREATE));
  const Id link = link_properties();
  check(properties.get() >= 0 && set_group_properties(properties.get()) && link.get() >= 0, "group " + quoted(path));
  Id group = group_id(H5Gcreate2(id_.get(), path.c_str(), link.get(), properties.get(), H5P_DEFAULT));
  check(group.get() >= 0 && group.close(), "group " + quoted(path));
}

bool File::has_group(const std::string& path) const {
  const Quiet quiet;
  if (H5Lexists(id_.get(), path.c_str(), H5P_DEFAULT) <= 0) return false;
  const Id object = object_id(H5Oopen(id_.get(), path.c_str(), H5P_DEFAULT));
  return H5Iget_type(object.get()) == H5I_GROUP;
}

Dataset File::create_dataset(const std::string& path, const std::string& name, ElementType type,
                             const std::vector<std::int64_t>& shape) {
  const Quiet quiet;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string group = path.substr(0, slash);
    const htri_t exists = H5Lexists(id_.get(), group.c_str(), H5P_DEFAULT);
    check(exists >= 0, "group " + quoted(group));
    if (exists == 0) create_group(group);
  }

  Dataset dataset(*this, "data set " + quoted(name));
  const std::vector<hsize_t> extents(shape.begin(), shape.end());
  const Id space = dataspace(shape.empty() ? H5Screate(H5S_SCALAR)
                                           : H5Screate_simple(static_cast<int>(shape.size()), extents.data(), nullptr));
  const Id stored = file_type(type);
  const Id properties = property_list(H5Pcreate(H5P_DATASET_CREATE));
  const Id link = link_properties();
  // Every element will be written: filling the space first would write it twice.
  check(space.get() >= 0 && stored.get() >= 0 && properties.get() >= 0 && link.get() >= 0 &&
            H5Pset_obj_track_times(properties.get(), false) >= 0 &&
            H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER) >= 0,
        dataset.name_);
  dataset.id_ = dataset_id(
      H5Dcreate2(id_.get(), path.c_str(), stored.get(), space.get(), link.get(), properties.get(), H5P_DEFAULT));
  check(dataset.id_.get() >= 0, dataset.name_);
  dataset.describe();
  return dataset;
}

Dataset File::open_dataset(const std::string& path, const std::string& name) const {
  const Quiet quiet;
  Dataset dataset(*this, "data set " + quoted(name));
  dataset.id_ = dataset_id(H5Dopen2(id_.get(), path.c_str(), H5P_DEFAULT));
  check(dataset.id_.get() >= 0, dataset.name_);
  if (!is_stored_here(dataset.id_.get())) {
    context_.fail(dataset.name_ + ": its elements are not in this file (external or virtual data set)");
  }
  dataset.describe();
  return dataset;
}

std::vector<File::Member> File::members(const std::string& path) const {
  const Quiet quiet;
  const std::string subject = "group " + quoted(path);
  const Id group = group_id(H5Gopen2(id_.get(), path.c_str(), H5P_DEFAULT));
  check(group.get() >= 0, subject);
  Visit visit;
  check(H5Lvisit(group.get(), H5_INDEX_NAME, H5_ITER_INC, visit_link, &visit) >= 0 || visit.error, subject);
  if (visit.error) std::rethrow_exception(visit.error);

  std::vector<Member> members;
  for (const auto& [name, type] : visit.links) {
    if (type != H5L_TYPE_HARD) {
      members.push_back({name, false, link_text(type)});
      continue;
    }
    const Id object = object_id(H5Oopen(group.get(), name.c_str(), H5P_DEFAULT));
    check(object.get() >= 0, subject + ": " + quoted(name));
    const H5I_type_t kind = H5Iget_type(object.get());
    if (kind == H5I_DATASET) members.push_back({name, true, "data set"});
    if (kind == H5I_DATATYPE) members.push_back({name, false, "named type"});
  }
  return members;
}

void File::write_text(const std::string& attribute, const std::string& text) {
  const Quiet quiet;
  check(put_text(id_.get(), attribute, text), attribute_subject(attribute));
}

void File::write_integer(const std::string& attribute, std::int64_t value) {
  const Quiet quiet;
  check(put_integer(id_.get(), attribute, value), attribute_subject(attribute));
}

std::optional<std::string> File::read_text(const std::string& attribute) const {
  const Quiet quiet;
  std::string text;
  const Found found = get_text(id_.get(), attribute, text);
  check(found != Found::error, attribute_subject(attribute));
  if (found == Found::other_type) context_.fail(attribute_subject(attribute) + " is not a text");
  return found == Found::yes ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::int64_t> File::read_integer(const std::string& attribute) const {
  const Quiet quiet;
  std::int64_t value = 0;
  const Found found = get_integer(id_.get(), attribute, value);
  check(found != Found::error, attribute_subject(attribute));
  if (found == Found::other_type) context_.fail(attribute_subject(attribute) + " is not one integer");
  return found == Found::yes ? std::optional(value) : std::nullopt;
}

}  // namespace spica::io::detail::hdf5
