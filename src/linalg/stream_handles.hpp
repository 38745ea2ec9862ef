// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_STREAM_HANDLES_HPP
#define SPICA_SRC_LINALG_STREAM_HANDLES_HPP

#include <spica/device/kokkos_compat.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

namespace spica::detail {

/// The handles of one of CUDA's libraries, one for each stream: results do not depend on what other streams do, as they
/// may where streams share the workspace of one handle. Kokkos' end destroys them. `Library` has `Raw`, a pointer,
/// `make(instance, function)`, which gives one on the instance's stream, and `destroy(raw)`.
template <class Library>
class StreamHandles {
 public:
  using Raw = typename Library::Raw;
  struct Destroy {
    void operator()(Raw handle) const { Library::destroy(handle); }
  };
  using Handle = std::unique_ptr<std::remove_pointer_t<Raw>, Destroy>;

  static StreamHandles& instance() {
    static auto* const handles = new StreamHandles;  // never destroyed: at a program's exit CUDA may have gone before
    return *handles;
  }

  /// Calls `f` with the handle of the instance's stream, whose GPU must be current. One thread at a time: a handle is
  /// not for several.
  template <class F>
  void with(const Kokkos::Cuda& instance, const char* function, const F& f) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::map<std::uint64_t, Handle>& of_gpu = handles_[instance.cuda_device()];
    const std::uint64_t stream = compat::instance_id(instance);
    auto found = of_gpu.find(stream);
    if (found == of_gpu.end()) {
      // A program that makes streams as it goes would fill the GPU: each workspace is tens of megabytes.
      if (of_gpu.size() == most_handles) of_gpu.clear();
      found = of_gpu.emplace(stream, Library::make(instance, function)).first;
    }
    f(found->second.get());
  }

 private:
  static constexpr std::size_t most_handles = 32;  // of one GPU

  StreamHandles() {
    Kokkos::push_finalize_hook([this] { handles_.clear(); });
  }

  std::mutex mutex_;
  std::map<int, std::map<std::uint64_t, Handle>> handles_;  // by GPU and stream
};

}  // namespace spica::detail

#endif
