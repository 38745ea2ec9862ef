// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_calls_driver.hpp"

#include "file_context.hpp"
#include "posix_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spica::io::detail::hdf5 {
namespace {

constexpr haddr_t largest_address = static_cast<haddr_t>(std::numeric_limits<std::int64_t>::max());

struct DriverInfo {
  DriverFile* file;
};

/// What HDF5 holds as an open file: its own part must come first.
struct OpenFile {
  H5FD_t hdf5_part;
  DriverFile* file;
  haddr_t end_of_allocation;
  haddr_t end_of_file;
};

OpenFile& self(H5FD_t* file) { return *reinterpret_cast<OpenFile*>(file); }
const OpenFile& self(const H5FD_t* file) { return *reinterpret_cast<const OpenFile*>(file); }

bool outside(haddr_t address, std::size_t bytes) {
  return address > largest_address || bytes > largest_address - address;
}

H5FD_t* open_file(const char* /*name*/, unsigned /*flags*/, hid_t file_access, haddr_t /*largest*/) {
  const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(file_access));
  if (info == nullptr) return nullptr;
  struct stat status {};
  if (fstat(info->file->descriptor, &status) != 0) return nullptr;
  auto* opened = new (std::nothrow) OpenFile{};
  if (opened == nullptr) return nullptr;
  opened->file = info->file;
  opened->end_of_file = static_cast<haddr_t>(status.st_size);
  return &opened->hdf5_part;
}

herr_t close_file(H5FD_t* file) {
  delete &self(file);
  return 0;
}

herr_t query_features(const H5FD_t* /*file*/, unsigned long* features) {
  if (features != nullptr) {
    *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
                H5FD_FEAT_AGGREGATE_SMALLDATA;
  }
  return 0;
}

haddr_t get_end_of_allocation(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
  self(file).end_of_allocation = address;
  return 0;
}

haddr_t get_end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).end_of_file; }

/// Puts the bytes of `unwritten` that fall within [address, address + bytes) where they belong in `buffer`.
void overlay(const DriverFile& file, haddr_t address, std::size_t bytes, unsigned char* buffer) {
  for (const auto& [start, block] : file.unwritten) {
    const haddr_t from = std::max(start, address);
    const haddr_t to = std::min<haddr_t>(start + block.size(), address + bytes);
    if (from < to) std::memcpy(buffer + (from - address), block.data() + (from - start), to - from);
  }
}

herr_t read_file(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, std::size_t bytes,
                 void* buffer) {
  DriverFile& target = *self(file).file;
  if (outside(address, bytes)) return -1;
  const std::int64_t count = read_at(target.descriptor, buffer, bytes, address);
  if (count < 0) {
    target.read_error = errno;
    return -1;
  }
  // HDF5 has compared its record of the end with the file's when it opened it: the file is shorter since.
  target.cut_short = target.cut_short || (!target.writable && static_cast<std::size_t>(count) < bytes);
  if (target.cut_short) return -1;
  auto* all = static_cast<unsigned char*>(buffer);
  std::memset(all + count, 0, bytes - static_cast<std::size_t>(count));
  overlay(target, address, bytes, all);
  return 0;
}

/// Lets the disk begin with large pieces at once, without waiting for it: it works while the next piece is copied and
/// while the seal's digest is computed.
void start_writeback([[maybe_unused]] int descriptor, [[maybe_unused]] haddr_t address,
                     [[maybe_unused]] std::size_t bytes) {
#ifdef SYNC_FILE_RANGE_WRITE
  constexpr std::size_t worthwhile = 1 << 20;
  if (bytes >= worthwhile) {
    sync_file_range(descriptor, static_cast<off64_t>(address), static_cast<off64_t>(bytes), SYNC_FILE_RANGE_WRITE);
  }
#endif
}

herr_t write_file(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, std::size_t bytes,
                  const void* buffer) {
  OpenFile& opened = self(file);
  DriverFile& target = *opened.file;
  if (outside(address, bytes)) return -1;
  if (target.write_error == 0) {
    if (write_at(target.descriptor, buffer, bytes, address)) {
      start_writeback(target.descriptor, address, bytes);
    } else {
      target.write_error = errno;
    }
  }
  if (target.write_error != 0 && type != H5FD_MEM_DRAW) {
    const auto* all = static_cast<const unsigned char*>(buffer);
    try {
      target.unwritten.emplace_back(address, std::vector<unsigned char>(all, all + bytes));
    } catch (const std::bad_alloc&) {
      return -1;
    }
  }
  opened.end_of_file = std::max<haddr_t>(opened.end_of_file, address + bytes);
  return 0;
}

herr_t truncate_file(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
  OpenFile& opened = self(file);
  if (opened.end_of_allocation == opened.end_of_file) return 0;
  DriverFile& target = *opened.file;
  if (target.write_error == 0 && ftruncate(target.descriptor, static_cast<off_t>(opened.end_of_allocation)) != 0) {
    target.write_error = errno;
  }
  opened.end_of_file = opened.end_of_allocation;
  return 0;
}

/// Files of this driver are never taken for one another (no `cmp`), so that one that is still being read does not stand
/// in the way of the next; locks are taken before HDF5 comes in (no `lock`).
H5FD_class_t make_driver_class() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(0x5350);  // any number that HDF5 does not keep for itself
#endif
  driver.name = "spica";
  driver.maxaddr = largest_address;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(DriverInfo);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query_features;
  driver.get_eoa = get_end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = get_end_of_file;
  driver.read = read_file;
  driver.write = write_file;
  driver.truncate = truncate_file;
  const H5FD_mem_t separate_metadata_from_data[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(separate_metadata_from_data), std::end(separate_metadata_from_data), driver.fl_map);
  return driver;
}

}  // namespace

std::string DriverFile::failure() const {
  if (write_error != 0) return "cannot be written: " + errno_text(write_error);
  if (read_error != 0) return "cannot be read: " + errno_text(read_error);
  return cut_short ? "became shorter while it was read" : "";
}

hid_t use_driver(hid_t file_access, DriverFile& file) {
  // Registered anew for every file: H5close, which a program may call at any time, forgets all drivers.
  static const H5FD_class_t driver_class = make_driver_class();
  const hid_t driver = H5FDregister(&driver_class);
  const DriverInfo info{&file};
  if (driver >= 0 && H5Pset_driver(file_access, driver, &info) < 0) {
    H5FDunregister(driver);
    return -1;
  }
  return driver;
}

}  // namespace spica::io::detail::hdf5
