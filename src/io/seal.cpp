// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seal.hpp"

#include "posix_file.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace spica::io::detail {
namespace {

// The parts of the seal, in their order in the file. A length that is no power of two: no single flipped bit in HDF5's
// record of its end can make a sealed file look unsealed.
constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t digest_bytes = 16;
constexpr std::uint64_t format_bytes = 4;
constexpr std::uint64_t magic_bytes = 12;
constexpr std::uint64_t seal_bytes = length_bytes + digest_bytes + format_bytes + magic_bytes;
constexpr std::uint32_t seal_format = 1;
constexpr std::array<unsigned char, magic_bytes> magic = {0x89, 'S', 'p', 'i', 'c', 'a', ' ', 's', 'e', 'a', 'l', '\n'};
using Digest = std::array<unsigned char, digest_bytes>;
using Seal = std::array<unsigned char, seal_bytes>;

std::uint64_t little_endian(const unsigned char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i > 0; --i) value = value << 8 | bytes[i - 1];
  return value;
}

void put_little_endian(unsigned char* bytes, std::size_t count, std::uint64_t value) {
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(value >> (8 * i));
}

std::size_t read_or_fail(int descriptor, void* buffer, std::size_t bytes, std::uint64_t offset,
                         const FileContext& context) {
  const std::int64_t count = read_at(descriptor, buffer, bytes, offset);
  if (count < 0) context.fail("cannot be read: " + errno_text(errno));
  return static_cast<std::size_t>(count);
}

/// XXH3-128 of the first `length` bytes of the file.
Digest digest_of(int descriptor, std::uint64_t length, const FileContext& context) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
  if (!state || XXH3_128bits_reset(state.get()) == XXH_ERROR) context.fail("no memory for the digest");
  constexpr std::size_t piece_bytes = 4 << 20;
  std::vector<unsigned char> piece(static_cast<std::size_t>(std::min<std::uint64_t>(length, piece_bytes)));
  for (std::uint64_t offset = 0; offset < length; offset += piece.size()) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), length - offset));
    if (read_or_fail(descriptor, piece.data(), wanted, offset, context) != wanted) {
      context.fail("became shorter while it was read");
    }
    XXH3_128bits_update(state.get(), piece.data(), wanted);
  }
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state.get()));
  Digest digest;
  std::memcpy(digest.data(), canonical.digest, digest.size());
  return digest;
}

Seal make_seal(std::uint64_t length, const Digest& digest) {
  Seal seal;
  unsigned char* part = seal.data();
  put_little_endian(part, length_bytes, length);
  std::copy(digest.begin(), digest.end(), part += length_bytes);
  put_little_endian(part += digest_bytes, format_bytes, seal_format);
  std::copy(magic.begin(), magic.end(), part += format_bytes);
  return seal;
}

/// Where HDF5's part of the file ends, as its superblock says; nothing where there is no superblock. It starts at 0, or
/// behind a user block of 512, 1024, 2048, ... bytes.
std::optional<std::uint64_t> hdf5_end(int descriptor, std::uint64_t size, const FileContext& context) {
  constexpr std::array<unsigned char, 8> signature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  for (std::uint64_t start = 0; start < size; start = start == 0 ? 512 : 2 * start) {
    std::array<unsigned char, 64> block{};
    const std::size_t count = read_or_fail(descriptor, block.data(), block.size(), start, context);
    if (!std::equal(signature.begin(), signature.end(), block.begin())) continue;
    const unsigned version = block[8];
    const bool compact = version >= 2;  // superblock version 2 and 3
    const std::size_t address_bytes = compact ? block[9] : block[13];
    const std::size_t first_address = compact ? 12 : version == 1 ? 28 : 24;
    // Base address, then free space or superblock extension, then the end.
    const std::size_t position = first_address + 2 * address_bytes;
    if (version > 3 || address_bytes > 8 || address_bytes < 2) context.fail("damaged: HDF5's superblock is not valid");
    if (position + address_bytes > count) context.fail("truncated: it has only " + std::to_string(size) + " bytes");
    // In the older superblocks nothing protects this address, and HDF5 1.10.8 read wrong values through a wrong one.
    if (little_endian(block.data() + first_address, address_bytes) != start) {
      context.fail("damaged: HDF5's base address is not where its superblock is");
    }
    return little_endian(block.data() + position, address_bytes);
  }
  return std::nullopt;
}

/// Checks the seal at the end of a file that has its magic. @throws IoError
void check_present_seal(int descriptor, std::uint64_t size, const Seal& seal, const FileContext& context) {
  const unsigned char* format = seal.data() + length_bytes + digest_bytes;
  if (little_endian(format, format_bytes) != seal_format) {
    context.fail("its seal has format " + std::to_string(little_endian(format, format_bytes)) + ", this Spica knows " +
                 std::to_string(seal_format) + ": from a later version, or damaged");
  }
  const std::uint64_t sealed = little_endian(seal.data(), length_bytes);
  if (sealed != size - seal_bytes) {
    context.fail("damaged: " + std::to_string(size - seal_bytes) + " bytes stand before the seal, " +
                 std::to_string(sealed) + " were sealed");
  }
  if (make_seal(sealed, digest_of(descriptor, sealed, context)) != seal) {
    context.fail("damaged: its contents are not those that were sealed (XXH3-128 differs)");
  }
}

}  // namespace

void append_seal(int descriptor, const FileContext& context) {
  const std::uint64_t length = file_bytes(descriptor, context);
  const Seal seal = make_seal(length, digest_of(descriptor, length, context));
  if (!write_at(descriptor, seal.data(), seal.size(), length)) {
    context.fail("cannot be written: " + errno_text(errno));
  }
}

bool check_seal(int descriptor, const FileContext& context) {
  const std::uint64_t size = file_bytes(descriptor, context);
  if (size == 0) context.fail("the file is empty");

  Seal seal{};
  bool present = false;
  if (size >= seal_bytes) {
    read_or_fail(descriptor, seal.data(), seal.size(), size - seal_bytes, context);
    present = std::equal(magic.begin(), magic.end(), seal.end() - magic_bytes);
  }
  if (present) {
    check_present_seal(descriptor, size, seal, context);
    return true;
  }

  const auto end = hdf5_end(descriptor, size, context);
  if (!end) context.fail("not an HDF5 file");
  if (size < *end) {
    context.fail("truncated: it has " + std::to_string(size) + " bytes, HDF5's part of it alone had " +
                 std::to_string(*end));
  }
  if (size > *end) {
    context.fail("damaged: the " + std::to_string(size - *end) + " bytes behind HDF5's end, which is at " +
                 std::to_string(*end) + ", are no seal");
  }
  return false;
}

}  // namespace spica::io::detail
