// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_IO_HDF5_CALLS_DRIVER_HPP
#define SPICA_SRC_IO_HDF5_CALLS_DRIVER_HPP

#include <hdf5.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <string>
#include <utility>
#include <vector>

/// A file driver for HDF5 that works on a descriptor which is already open. HDF5's own drivers open files by name: a
/// file that was checked and a file that HDF5 opens could then be two. And where a write fails (disk full, quota,
/// file-size limit), H5Fclose fails, its file stays half freed in HDF5's list, and the process dies of SIGSEGV when
/// HDF5 closes it again at exit (seen with 1.10.8).
///
/// This driver tells HDF5 that every write went well, keeps what went wrong for the caller, and lets HDF5 read back
/// what could not be written, so that HDF5 always closes the file cleanly. Whoever writes must ask for `failure()`.
namespace spica::io::detail::hdf5 {

/// What the driver works on. It outlives the HDF5 file that is opened with it.
struct DriverFile {
  int descriptor = -1;
  int write_error = 0;     ///< errno of the first write that failed
  int read_error = 0;      ///< errno of the last read that failed
  bool writable = false;   ///< HDF5 then expects zeros behind the end; else nothing may be missing
  bool cut_short = false;  ///< something was missing

  /// Metadata that could not be written, with their addresses, in the order of writing.
  std::vector<std::pair<haddr_t, std::vector<unsigned char>>> unwritten;

  /// "cannot be written: No space left on device"; empty where nothing failed.
  std::string failure() const;
};

/// Makes the file access list open files by this driver on `file`.
/// Returns the driver's id, to be given to H5FDunregister when the file is closed; negative where HDF5 refused.
hid_t use_driver(hid_t file_access, DriverFile& file);

}  // namespace spica::io::detail::hdf5

#endif
