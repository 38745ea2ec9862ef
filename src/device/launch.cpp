// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/launch.hpp>

#include <algorithm>

namespace spica::detail {

template <class Space>
void launch_parts(const Space& instance, const std::string& label, std::int64_t count,
                  void (*run)(const void* kernel, std::int64_t begin, std::int64_t end), const void* kernel) {
  const std::int64_t parts = std::min<std::int64_t>(count, instance.concurrency());
  if (parts <= 0) return;
  const std::int64_t each = count / parts;
  const std::int64_t more = count % parts;  // parts that have one index more
  Kokkos::parallel_for(label, range_policy(instance, parts), [=](const std::int64_t part) {
    const std::int64_t begin = part * each + std::min(part, more);
    run(kernel, begin, begin + each + (part < more ? 1 : 0));
  });
}

#define SPICA_INSTANTIATE(Space)                                             \
  template void launch_parts(const Space&, const std::string&, std::int64_t, \
                             void (*)(const void*, std::int64_t, std::int64_t), const void*);
SPICA_DETAIL_FOR_SERIAL(SPICA_INSTANTIATE)
SPICA_DETAIL_FOR_OPENMP(SPICA_INSTANTIATE)
SPICA_DETAIL_FOR_THREADS(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::detail
