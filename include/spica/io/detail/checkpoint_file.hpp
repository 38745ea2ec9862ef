// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_IO_DETAIL_CHECKPOINT_FILE_HPP
#define SPICA_IO_DETAIL_CHECKPOINT_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Checkpoint files as seen from the host: named blocks of bytes, without any array type. What knows arrays and devices
/// describes them by `EntrySource` and `EntryTarget`; what is in the file is written down in docs/checkpoint-format.md.
namespace spica::io::detail {

/// The types of elements that a checkpoint can hold. Every one is stored little-endian.
enum class ElementType : std::uint8_t {
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean
};

/// "float32", ..., "uint64", "bool": NumPy's names.
std::string_view element_name(ElementType type);

/// Bytes of one element.
std::size_t element_bytes(ElementType type);

/// The `ElementType` of a C++ type. Integers are told apart by size and sign: `long` and `long long` are both int64.
template <class T>
constexpr ElementType element_type() {
  using Value = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<Value, bool>) {
    return ElementType::boolean;
  } else if constexpr (std::is_integral_v<Value>) {
    if constexpr (sizeof(Value) == 1) return std::is_signed_v<Value> ? ElementType::int8 : ElementType::uint8;
    if constexpr (sizeof(Value) == 2) return std::is_signed_v<Value> ? ElementType::int16 : ElementType::uint16;
    if constexpr (sizeof(Value) == 4) return std::is_signed_v<Value> ? ElementType::int32 : ElementType::uint32;
    if constexpr (sizeof(Value) == 8) return std::is_signed_v<Value> ? ElementType::int64 : ElementType::uint64;
  } else {
    static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, double>,
                  "spica::io: a checkpoint holds float, double, bool and integers of 8 to 64 bits; use spica::cast<T>");
    return std::is_same_v<Value, float> ? ElementType::float32 : ElementType::float64;
  }
}

/// One named array to be written. Its elements come, in row-major order, either from `data` or from `read`.
struct EntrySource {
  std::string name;                 ///< as the user knows it: "0.weight"; a slash makes groups
  ElementType type;                 ///< of the elements, in memory and in the file
  std::vector<std::int64_t> shape;  ///< extents, none negative; empty for a scalar

  /// All elements, contiguous on the host; or null, and `read` is called.
  const void* data = nullptr;

  /// Copies the elements [first, first + count) into `buffer` on the host.
  std::function<void(std::int64_t first, std::int64_t count, void* buffer)> read;
};

/// One named array to be filled from a file, likewise by `data` or by `write`.
struct EntryTarget {
  std::string name;
  ElementType type;                 ///< of the elements, in memory and in the file
  std::vector<std::int64_t> shape;  ///< must be equal to the shape in the file

  /// Room for all elements, contiguous on the host; or null, and `write` is called.
  void* data = nullptr;

  /// Copies `buffer` into the elements [first, first + count).
  std::function<void(std::int64_t first, std::int64_t count, const void* buffer)> write;

  /// Where there is one, elements (int64 or float64) that are not between 0 and this are refused.
  std::optional<double> largest = std::nullopt;
};

/// Far beyond what is ever counted, and far from overflowing when it is counted on.
inline constexpr double largest_count = 9007199254740991.0;  // 2^53 - 1: all integers up to it are doubles

/// Entries that belong together, in one group of the file: "parameters", "optimizer", ...
template <class Entry>
struct Section {
  std::string group;
  std::vector<Entry> entries;
};

/// Host memory through which entries without a host pointer pass.
struct Staging {
  void* memory = nullptr;           ///< the caller's, for example pinned; null: allocated for the call
  std::size_t bytes = 32ull << 20;  ///< at least 8
};

/// Writes `sections` to the file `path`, whole or not at all: until everything is on the disk the file keeps what it
/// had, and whatever fails before leaves it so. `spica_version` is recorded in the file.
///
/// @throws ValueError  a name is empty, not UTF-8, has an empty part or a part ".", comes twice, or is both an entry
/// and a group
/// @throws IoError     the file system or HDF5 refuses something; the text names file, data set and reason.
/// What a `read` throws is passed on.
void write_checkpoint(const std::string& path, const std::vector<Section<EntrySource>>& sections,
                      const std::string& spica_version, const Staging& staging = {});

/// A checkpoint opened for reading. The file is held open, so that it is the same one until the end, whatever takes its
/// name meanwhile.
class CheckpointReader {
 public:
  /// Opens the file and checks its seal.
  /// @throws IoError  no such file, not readable, locked, truncated, damaged, no checkpoint, or of a later format
  explicit CheckpointReader(const std::string& path);
  CheckpointReader(const CheckpointReader&) = delete;
  CheckpointReader& operator=(const CheckpointReader&) = delete;
  ~CheckpointReader();

  /// Fills all targets. Names, shapes, types, checksums and values are checked for all of them before the first target
  /// is written. What is then handed over must be what was checked.
  /// @throws ValueError  two targets of one section have one name
  /// @throws IoError  names, shapes or types do not fit (all of them are listed), or a data set is damaged. Where the
  /// file cannot be read to the end or changes while elements are handed over, targets may be partly new.
  /// What a `write` throws is passed on.
  void read(const std::vector<Section<EntryTarget>>& sections, const Staging& staging = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spica::io::detail

#endif
