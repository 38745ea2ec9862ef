// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_STATUS_FLAG_HPP
#define SPICA_DEVICE_DETAIL_STATUS_FLAG_HPP

#include <spica/device/detail/ordering.hpp>
#include <spica/device/device.hpp>

#include <cstdint>
#include <string>

namespace spica::detail {

/// What a kernel can find wrong with a value that it reads on the device, or a library with a matrix.
enum class BadValue : int {
  none = 0,
  label = 1,
  index = 2,
  singular = 3,               ///< the value is the pivot that is zero, counted from 0
  not_positive_definite = 4,  ///< the value is the order of the leading minor that is not positive
  not_finite = 5,
  no_convergence = 6
};

/// Where a kernel notes the first bad value that it meets. Lives where both the kernel and the host can read it, so
/// that looking costs no transfer.
struct StatusRecord {
  int kind = 0;
  std::int64_t position = 0;
  std::int64_t value = 0;
  std::int64_t bound = 0;
};

/// The kernel's end of the flag: it can be copied into a functor.
class StatusFlag {
 public:
  explicit StatusFlag(StatusRecord* record) : record_(record) {}

  /// Notes that the value at `position` is not in [0, bound), or what is wrong with matrix number `position` of a
  /// stack. The first note is kept.
  KOKKOS_INLINE_FUNCTION void set(BadValue kind, std::int64_t position, std::int64_t value, std::int64_t bound) const {
    if (Kokkos::atomic_compare_exchange(&record_->kind, 0, static_cast<int>(kind)) == 0) {
      record_->position = position;
      record_->value = value;
      record_->bound = bound;
    }
  }

 private:
  StatusRecord* record_;
};

/// The record of device `number`.
template <class Space>
StatusRecord* status_record(int number);

/// What is wrong with a matrix, to be put behind its name: "is singular: ...".
std::string matrix_fault(BadValue kind, std::int64_t value);

/// @throws ValueError with what the record says; `function` is the one that looked. Clears it.
[[noreturn]] void throw_status(StatusRecord& record, const std::string& device, const char* function);

/// Throws if a kernel has set the device's flag. Call it only after a fence of the instance that is asked about.
/// Another instance's kernel may be setting the flag just now, so a flag that is set is read after a wait for the whole
/// device.
/// @throws ValueError.
template <class Space>
void report_status(const Device<Space>& device, const char* function) {
  StatusRecord* record = status_record<Space>(device.number());
  if (record->kind == 0) return;
  fence_device(device, function);
  throw_status(*record, device.name(), function);
}

}  // namespace spica::detail

#endif
