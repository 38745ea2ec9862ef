// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_BUFFER_HPP
#define SPICA_SRC_LINALG_BUFFER_HPP

#include <spica/array/shape.hpp>
#include <spica/device/detail/block.hpp>

#include <cstddef>
#include <cstdint>

namespace spica::detail {

/// Memory of the pool for a function's own use: ordered on the device's instance, where it goes back when the function
/// ends.
template <class T, class Space>
class Buffer {
 public:
  /// @throws MemoryError, ShapeError, beginning with `function`.
  Buffer(const Device<Space>& device, std::int64_t count, const char* function)
      : lease_(lease_block(device, static_cast<std::size_t>(checked_bytes(Shape<1>{count}, sizeof(T), function)),
                           function)) {}
  T* data() const { return reinterpret_cast<T*>(lease_->data); }

 private:
  Lease lease_;
};

}  // namespace spica::detail

#endif
