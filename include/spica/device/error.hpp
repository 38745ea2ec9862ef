// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_ERROR_HPP
#define SPICA_DEVICE_ERROR_HPP

#include <stdexcept>
#include <string>

namespace spica {

/// The base of every exception that Spica throws. The text names the function, the operands, the values that clash and
/// the rule or the cure.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Ranks or extents do not fit together, or an extent is negative or too large.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// Operands are on different devices, or a device does not exist.
class DeviceError : public Error {
 public:
  using Error::Error;
};

/// A value (an index, a label, an option) is outside its range.
class ValueError : public Error {
 public:
  using Error::Error;
};

/// A copy between devices happened inside a `NoTransfers` scope.
class TransferError : public Error {
 public:
  using Error::Error;
};

/// A file could not be read or written, or is not what it should be. The text adds file, data set and HDF5's reason.
class IoError : public Error {
 public:
  using Error::Error;
};

/// A message-passing call failed.
class CommError : public Error {
 public:
  using Error::Error;
};

/// A device has no memory left, even after the pool gave back what it kept.
class MemoryError : public Error {
 public:
  using Error::Error;
};

}  // namespace spica

#endif
