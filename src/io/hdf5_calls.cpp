// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls.hpp"

#include "hdf5_calls_driver.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <exception>
#include <numeric>

namespace spica::io::detail::hdf5 {
namespace {

static_assert(sizeof(hid_t) == sizeof(std::int64_t), "spica::io: needs HDF5 1.10 or later");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "spica::io: checksums are of little-endian elements");

constexpr std::size_t longest_text = 1 << 20;  // bytes of an attribute: more is a damaged or hostile file

/// Keeps HDF5 from printing its errors, for as long as it lives.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// What HDF5 says about its last failure: the innermost record names the cause.
std::string hdf5_reason() {
  std::string reason;
  const auto take_first = [](unsigned position, const H5E_error2_t* record, void* text) -> herr_t {
    if (position == 0 && record->desc != nullptr) *static_cast<std::string*>(text) = record->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &reason);
  return reason.empty() ? "HDF5 gives no reason" : "HDF5 says '" + reason + "'";
}

template <herr_t (*Function)(hid_t)>
int close_id(std::int64_t id) {
  const Quiet quiet;
  return Function(id);
}

Id dataspace(hid_t id) { return {id, close_id<H5Sclose>}; }
Id datatype(hid_t id) { return {id, close_id<H5Tclose>}; }
Id property_list(hid_t id) { return {id, close_id<H5Pclose>}; }
Id attribute_id(hid_t id) { return {id, close_id<H5Aclose>}; }
Id group_id(hid_t id) { return {id, close_id<H5Gclose>}; }
Id dataset_id(hid_t id) { return {id, close_id<H5Dclose>}; }
Id object_id(hid_t id) { return {id, close_id<H5Oclose>}; }

struct TypeIds {
  ElementType type;
  hid_t little_endian;
  hid_t big_endian;
  hid_t native;
};

/// The types that have HDF5 types of their own; `boolean` is an enumeration.
std::array<TypeIds, 10> plain_types() {
  return {{{ElementType::float32, H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_NATIVE_FLOAT},
           {ElementType::float64, H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE},
           {ElementType::int8, H5T_STD_I8LE, H5T_STD_I8BE, H5T_NATIVE_INT8},
           {ElementType::int16, H5T_STD_I16LE, H5T_STD_I16BE, H5T_NATIVE_INT16},
           {ElementType::int32, H5T_STD_I32LE, H5T_STD_I32BE, H5T_NATIVE_INT32},
           {ElementType::int64, H5T_STD_I64LE, H5T_STD_I64BE, H5T_NATIVE_INT64},
           {ElementType::uint8, H5T_STD_U8LE, H5T_STD_U8BE, H5T_NATIVE_UINT8},
           {ElementType::uint16, H5T_STD_U16LE, H5T_STD_U16BE, H5T_NATIVE_UINT16},
           {ElementType::uint32, H5T_STD_U32LE, H5T_STD_U32BE, H5T_NATIVE_UINT32},
           {ElementType::uint64, H5T_STD_U64LE, H5T_STD_U64BE, H5T_NATIVE_UINT64}}};
}

/// h5py's bool: one byte, an enumeration of FALSE and TRUE.
Id boolean_type() {
  Id type = datatype(H5Tenum_create(H5T_STD_I8LE));
  const std::int8_t no = 0;
  const std::int8_t yes = 1;
  if (H5Tenum_insert(type.get(), "FALSE", &no) < 0 || H5Tenum_insert(type.get(), "TRUE", &yes) < 0) return {};
  return type;
}

bool is_boolean(hid_t type) {
  std::int8_t no = -1;
  std::int8_t yes = -1;
  return H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) == 1 && H5Tget_nmembers(type) == 2 &&
         H5Tenum_valueof(type, "FALSE", &no) >= 0 && H5Tenum_valueof(type, "TRUE", &yes) >= 0 && no == 0 && yes == 1;
}

Id file_type(ElementType type) {
  for (const auto& plain : plain_types()) {
    if (plain.type == type) return datatype(H5Tcopy(plain.little_endian));
  }
  return boolean_type();
}

Id memory_type(ElementType type) {
  for (const auto& plain : plain_types()) {
    if (plain.type == type) return datatype(H5Tcopy(plain.native));
  }
  return boolean_type();
}

std::optional<ElementType> type_of(hid_t type) {
  for (const auto& plain : plain_types()) {
    if (H5Tequal(type, plain.little_endian) > 0 || H5Tequal(type, plain.big_endian) > 0) return plain.type;
  }
  if (is_boolean(type)) return ElementType::boolean;
  return std::nullopt;
}

std::string unknown_type_text(hid_t type) {
  const std::string size = " of " + std::to_string(H5Tget_size(type)) + " bytes";
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return "integer" + size;
    case H5T_FLOAT:
      return "float" + size;
    case H5T_STRING:
      return "text";
    case H5T_COMPOUND:
      return "compound" + size;
    case H5T_ENUM:
      return "enumeration" + size;
    case H5T_VLEN:
      return "variable-length";
    case H5T_ARRAY:
      return "array" + size;
    default:
      return "unknown type" + size;
  }
}

/// Writes an attribute that is not there yet.
bool put_attribute(hid_t object, const std::string& name, hid_t type, const void* value) {
  const Id scalar = dataspace(H5Screate(H5S_SCALAR));
  Id attribute = attribute_id(H5Acreate2(object, name.c_str(), type, scalar.get(), H5P_DEFAULT, H5P_DEFAULT));
  return attribute.get() >= 0 && H5Awrite(attribute.get(), type, value) >= 0 && attribute.close();
}

/// Writes a text of fixed length, at least 1, padded by nulls. Texts of variable length, which h5py makes of a str,
/// would lie in a heap that HDF5 does not checksum, and a flipped bit there can keep it looping for ever (seen
/// with 1.10.8).
bool put_text(hid_t object, const std::string& name, const std::string& text) {
  const Id type = datatype(H5Tcopy(H5T_C_S1));
  return H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1)) >= 0 &&
         H5Tset_strpad(type.get(), H5T_STR_NULLPAD) >= 0 && H5Tset_cset(type.get(), H5T_CSET_UTF8) >= 0 &&
         put_attribute(object, name, type.get(), text.c_str());
}

/// Reads a text of variable length. HDF5 allocates it.
bool get_variable_text(hid_t attribute, hid_t type, hid_t space, std::string& text) {
  char* characters = nullptr;
  const Id memory = datatype(H5Tcopy(type));
  if (H5Aread(attribute, memory.get(), &characters) < 0) return false;
  if (characters != nullptr) text = characters;
#if H5_VERSION_GE(1, 12, 0)
  return H5Treclaim(memory.get(), space, H5P_DEFAULT, &characters) >= 0;
#else
  return H5Dvlen_reclaim(memory.get(), space, H5P_DEFAULT, &characters) >= 0;
#endif
}

/// Reads a text of fixed length, which ends at a null or is padded by spaces.
bool get_fixed_text(hid_t attribute, hid_t type, std::string& text) {
  const std::size_t size = H5Tget_size(type);
  if (size > longest_text) return false;
  text.assign(size, '\0');
  if (H5Aread(attribute, type, text.data()) < 0) return false;
  text.resize(std::min(text.find('\0'), text.size()));
  if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) text.resize(text.find_last_not_of(' ') + 1);
  return true;
}

enum class Found : std::uint8_t { yes, no, other_type, error };

/// Reads an attribute that is one text. h5py.Empty is the empty text.
Found get_text(hid_t object, const std::string& name, std::string& text) {
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists <= 0) return exists == 0 ? Found::no : Found::error;
  const Id attribute = attribute_id(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Id type = datatype(H5Aget_type(attribute.get()));
  const Id space = dataspace(H5Aget_space(attribute.get()));
  if (attribute.get() < 0 || type.get() < 0 || space.get() < 0) return Found::error;
  if (H5Tget_class(type.get()) != H5T_STRING) return Found::other_type;
  text.clear();
  if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return Found::yes;
  if (H5Sget_simple_extent_npoints(space.get()) != 1) return Found::other_type;
  const bool success = H5Tis_variable_str(type.get()) > 0
                           ? get_variable_text(attribute.get(), type.get(), space.get(), text)
                           : get_fixed_text(attribute.get(), type.get(), text);
  return success ? Found::yes : Found::error;
}

Found get_integer(hid_t object, const std::string& name, std::int64_t& value) {
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists <= 0) return exists == 0 ? Found::no : Found::error;
  const Id attribute = attribute_id(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Id type = datatype(H5Aget_type(attribute.get()));
  const Id space = dataspace(H5Aget_space(attribute.get()));
  if (attribute.get() < 0 || type.get() < 0 || space.get() < 0) return Found::error;
  if (H5Tget_class(type.get()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.get()) != 1) {
    return Found::other_type;
  }
  return H5Aread(attribute.get(), H5T_NATIVE_INT64, &value) >= 0 ? Found::yes : Found::error;
}

/// Takes the range [first, first + count) of an array's elements apart into rectangular blocks and calls
/// `transfer(start, extent, elements)` for each, in order. A range needs at most 2 * rank - 1 of them.
template <class Transfer>
bool for_each_block(const std::vector<std::int64_t>& shape, std::int64_t first, std::int64_t count,
                    const Transfer& transfer) {
  const std::size_t rank = shape.size();
  std::vector<hsize_t> start(rank);
  std::vector<hsize_t> extent(rank);
  while (count > 0) {
    // The outermost dimension whose whole rows fit, starting where one starts.
    std::int64_t row = 1;  // elements of one index of dimension `outer`
    std::size_t outer = rank - 1;
    while (outer > 0 && first % (row * shape[outer]) == 0 && count >= row * shape[outer]) row *= shape[outer--];
    std::int64_t rest = first;
    for (std::size_t d = rank; d-- > 0; rest /= shape[d]) {
      start[d] = static_cast<hsize_t>(rest % shape[d]);
      extent[d] = d > outer ? static_cast<hsize_t>(shape[d]) : 1;
    }
    const std::int64_t rows = std::min(count / row, shape[outer] - static_cast<std::int64_t>(start[outer]));
    extent[outer] = static_cast<hsize_t>(rows);
    if (!transfer(start.data(), extent.data(), rows * row)) return false;
    first += rows * row;
    count -= rows * row;
  }
  return true;
}

/// Calls `transfer(memory space, file space, data)` for the parts of a range of a data set's elements.
template <class Data, class Transfer>
bool transfer_range(hid_t dataset, const std::vector<std::int64_t>& shape, std::size_t bytes, std::int64_t first,
                    std::int64_t count, Data* data, const Transfer& transfer) {
  if (shape.empty()) return count == 0 || transfer(H5S_ALL, H5S_ALL, data);
  const Id file_space = dataspace(H5Dget_space(dataset));
  if (file_space.get() < 0) return false;
  return for_each_block(shape, first, count, [&](const hsize_t* start, const hsize_t* extent, std::int64_t elements) {
    const auto size = static_cast<hsize_t>(elements);
    const Id memory_space = dataspace(H5Screate_simple(1, &size, nullptr));
    if (memory_space.get() < 0 ||
        H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start, nullptr, extent, nullptr) < 0 ||
        !transfer(static_cast<hid_t>(memory_space.get()), static_cast<hid_t>(file_space.get()), data)) {
      return false;
    }
    data += static_cast<std::size_t>(elements) * bytes;
    return true;
  });
}

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

std::string attribute_subject(const std::string& name) { return "attribute " + quoted(name); }

}  // namespace

// ---------------------------------------------------------------------------------------------------------- Dataset

void Dataset::describe() {
  const Id type = datatype(H5Dget_type(id_.get()));
  const Id space = dataspace(H5Dget_space(id_.get()));
  file_->check(type.get() >= 0 && space.get() >= 0, name_);
  type_ = type_of(type.get());
  type_text_ = type_ ? std::string(element_name(*type_)) : unknown_type_text(type.get());
  if (type_) memory_type_ = memory_type(*type_);
  file_->check(!type_ || memory_type_.get() >= 0, name_);

  shape_.reset();
  if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return;
  const int rank = H5Sget_simple_extent_ndims(space.get());
  file_->check(rank >= 0, name_);
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  file_->check(H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr) >= 0, name_);
  shape_.emplace(extents.begin(), extents.end());
}

void Dataset::write(std::int64_t first, std::int64_t count, const void* data) {
  const Quiet quiet;
  const bool success =
      transfer_range(id_.get(), *shape_, element_bytes(*type_), first, count, static_cast<const char*>(data),
                     [&](hid_t memory_space, hid_t file_space, const char* part) {
                       return H5Dwrite(id_.get(), memory_type_.get(), memory_space, file_space, H5P_DEFAULT, part) >= 0;
                     });
  file_->check(success, name_);
}

void Dataset::read(std::int64_t first, std::int64_t count, void* data) const {
  const Quiet quiet;
  const bool success =
      transfer_range(id_.get(), *shape_, element_bytes(*type_), first, count, static_cast<char*>(data),
                     [&](hid_t memory_space, hid_t file_space, char* part) {
                       return H5Dread(id_.get(), memory_type_.get(), memory_space, file_space, H5P_DEFAULT, part) >= 0;
                     });
  file_->check(success, name_);
}

void Dataset::write_text(const std::string& attribute, const std::string& text) {
  const Quiet quiet;
  file_->check(put_text(id_.get(), attribute, text), name_);
}

std::optional<std::string> Dataset::read_text(const std::string& attribute) const {
  const Quiet quiet;
  std::string text;
  const Found found = get_text(id_.get(), attribute, text);
  file_->check(found != Found::error, name_);
  if (found == Found::other_type) file_->context_.fail(name_ + ": " + attribute_subject(attribute) + " is not a text");
  return found == Found::yes ? std::optional(std::move(text)) : std::nullopt;
}

void Dataset::close() {
  const Quiet quiet;
  file_->check(id_.close(), name_);
}

// ------------------------------------------------------------------------------------------------------------- File

File::File(Mode mode, int descriptor, FileContext context)
    : context_(std::move(context)), driver_file_(std::make_unique<DriverFile>()) {
  const Quiet quiet;
  driver_file_->descriptor = descriptor;
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
  // The order of creation is known only where every group below recorded it.
  if (H5Lvisit(group.get(), H5_INDEX_CRT_ORDER, H5_ITER_INC, visit_link, &visit) < 0) {
    visit.links.clear();
    check(H5Lvisit(group.get(), H5_INDEX_NAME, H5_ITER_INC, visit_link, &visit) >= 0 || visit.error, subject);
  }
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
  const Id type = datatype(H5Tcopy(H5T_STD_I64LE));
  check(type.get() >= 0 && put_attribute(id_.get(), attribute, type.get(), &value), attribute_subject(attribute));
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
