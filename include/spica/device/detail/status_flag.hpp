// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_DETAIL_STATUS_FLAG_HPP
#define SPICA_DEVICE_DETAIL_STATUS_FLAG_HPP

#include <spica/device/detail/ordering.hpp>
#include <spica/device/device.hpp>

#include <cstdint>

namespace spica::detail {

/// What a kernel can find wrong with a value that it reads on the device.
enum class BadValue : int { none = 0, label = 1, index = 2 };

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

  /// Notes that the value at `position` is not in [0, bound). The first note is kept.
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
