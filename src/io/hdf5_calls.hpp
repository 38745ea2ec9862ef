// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_HDF5_CALLS_HPP
#define SPICA_SRC_IO_HDF5_CALLS_HPP

#include "file_context.hpp"

#include <spica/io/detail/checkpoint_file.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// HDF5's C interface, 1.10 to 2.x, as far as Spica uses it. `hdf5_calls*` are the only files that call HDF5: every
/// return code is checked, every id is closed, HDF5 prints nothing, and its reason goes into the text of an `IoError`.
namespace spica::io::detail::hdf5 {

/// Owns an id of HDF5. Ids are 64-bit integers from 1.10 on; `<hdf5.h>` stays out of this header.
class Id {
 public:
  using Close = int (*)(std::int64_t);

  Id() noexcept = default;
  Id(std::int64_t id, Close how) noexcept : id_(id), close_(how) {}
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id& operator=(Id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Id() { close(); }

  std::int64_t get() const noexcept { return id_; }

  /// Closes it now. Returns false where HDF5 reports that this failed; it is not closed again.
  bool close() noexcept {
    const std::int64_t id = std::exchange(id_, -1);
    return id < 0 || close_(id) >= 0;
  }

 private:
  std::int64_t id_ = -1;
  Close close_ = nullptr;
};

struct DriverFile;
class File;

/// A data set of an open `File`, which must outlive it.
class Dataset {
 public:
  /// None where the elements are of no type that Spica reads.
  std::optional<ElementType> type() const { return type_; }
  /// "float32", ...; "float of 16 bytes", "text", "compound" for what Spica does not read.
  const std::string& type_text() const { return type_text_; }
  /// None for a null dataspace.
  const std::optional<std::vector<std::int64_t>>& shape() const { return shape_; }

  /// Writes or reads the elements [first, first + count) in row-major order. @throws IoError
  void write(std::int64_t first, std::int64_t count, const void* data);
  void read(std::int64_t first, std::int64_t count, void* data) const;

  /// Attributes of the data set; `find_text` gives nothing where there is none or it is no text, `read_text` where
  /// there is none. @throws IoError
  void write_text(const std::string& attribute, const std::string& text);
  std::optional<std::string> find_text(const std::string& attribute) const;
  std::optional<std::string> read_text(const std::string& attribute) const;

  /// Closes it. @throws IoError  something that HDF5 had kept back cannot be written
  void close();

 private:
  friend class File;
  Dataset(const File& file, std::string name) : file_(&file), name_(std::move(name)) {}
  void describe();

  const File* file_;
  std::string name_;  // for the texts of errors
  Id id_;
  Id memory_type_;
  std::optional<ElementType> type_;
  std::string type_text_;
  std::optional<std::vector<std::int64_t>> shape_;
};

enum class Mode : std::uint8_t {
  create,  ///< an empty HDF5 file in an empty file; 1.8's format and no times, so that equal contents give equal bytes
  read     ///< nothing is written
};

/// An HDF5 file on a descriptor that the caller keeps open. No lock is taken and no file is opened by name.
class File {
 public:
  /// @throws IoError
  File(Mode mode, int descriptor, FileContext context);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  /// Closes it; all of it is then in the file. @throws IoError  something could not be written
  void close();

  /// A group whose members keep the order in which they are made. @throws IoError
  void create_group(const std::string& path);

  /// True where `path` is a group of the file.
  bool has_group(const std::string& path) const;

  /// A data set without values yet; groups on the way are made. `name` stands in the texts of errors. @throws IoError
  Dataset create_dataset(const std::string& path, const std::string& name, ElementType type,
                         const std::vector<std::int64_t>& shape);
  /// Refuses data sets whose elements are in other files (external or virtual). @throws IoError
  Dataset open_dataset(const std::string& path, const std::string& name) const;

  struct Member {
    std::string name;  ///< below the group, with slashes where there are groups in it
    bool is_dataset;
    std::string kind;  ///< "data set", or what else it is: "soft link", "external link", "named type"
  };
  /// All that is below a group, other groups opened, links to other places not followed, by name. @throws IoError
  std::vector<Member> members(const std::string& group) const;

  /// Attributes of the root group; reading gives nothing where there is none. @throws IoError  or it is of another type
  void write_text(const std::string& attribute, const std::string& text);
  void write_integer(const std::string& attribute, std::int64_t value);
  std::optional<std::string> read_text(const std::string& attribute) const;
  std::optional<std::int64_t> read_integer(const std::string& attribute) const;

 private:
  friend class Dataset;
  void check(bool success, const std::string& subject) const;

  FileContext context_;
  std::unique_ptr<DriverFile> driver_file_;
  Id driver_;
  Id access_;
  Id id_;
};

}  // namespace spica::io::detail::hdf5

#endif
