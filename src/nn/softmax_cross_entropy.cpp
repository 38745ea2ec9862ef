// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/create.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/nn/softmax_cross_entropy.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

#include <limits>

namespace spica::nn::detail {

namespace {

/// One row of the batch a turn.
template <class T>
struct RowKernel {
  const T* logits;
  std::int64_t row_stride;
  std::int64_t class_stride;
  const std::int64_t* labels;
  std::int64_t classes;
  T rows;
  T nan;
  T* losses;
  T* gradient;  // [N, C], contiguous
  spica::detail::StatusFlag flag;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t n) const {
    const T* z = logits + n * row_stride;
    T* g = gradient + n * classes;
    const std::int64_t label = labels[n];
    if (label < 0 || label >= classes) {
      flag.set(spica::detail::BadValue::label, n, label, classes);
      losses[n] = nan;
      for (std::int64_t c = 0; c < classes; ++c) g[c] = T(0);
      return;
    }
    T largest = z[0];
    for (std::int64_t c = 1; c < classes; ++c) {
      const T value = z[c * class_stride];
      largest = value > largest || value != value ? value : largest;
    }
    double total = 0.0;
    for (std::int64_t c = 0; c < classes; ++c) {
      const T e = spica::detail::compat::math::exp(z[c * class_stride] - largest);
      g[c] = e;
      total += static_cast<double>(e);
    }
    // A largest logit of -inf makes every difference NaN, as promised.
    losses[n] = static_cast<T>(spica::detail::compat::math::log(total) + static_cast<double>(largest) -
                               static_cast<double>(z[label * class_stride]));
    for (std::int64_t c = 0; c < classes; ++c) {
      const double p = static_cast<double>(g[c]) / total;
      g[c] = static_cast<T>((c == label ? p - 1.0 : p) / static_cast<double>(rows));
    }
  }
};

}  // namespace

template <class T, class Space>
LossAndGradient<T, Space> softmax_cross_entropy(const Array<const T, 2, Space, Kokkos::LayoutStride>& logits,
                                                const Array<std::int64_t, 1, Space>& labels) {
  using spica::detail::ArrayAccess;
  const Device<Space>& device = logits.device();
  const std::int64_t rows = logits.extent(0);
  const std::int64_t classes = logits.extent(1);
  const auto losses = empty<T>(device, rows);
  const auto gradient = empty<T>(device, rows, classes);
  if (rows > 0) {
    spica::detail::JoinedQueues<Space> queues(device);
    queues.add(labels.device());
    const RowKernel<T> kernel{ArrayAccess::data(logits),
                              logits.stride(0),
                              logits.stride(1),
                              ArrayAccess::data(labels),
                              classes,
                              static_cast<T>(rows),
                              std::numeric_limits<T>::quiet_NaN(),
                              ArrayAccess::data(losses),
                              ArrayAccess::data(gradient),
                              spica::detail::StatusFlag(spica::detail::status_record<Space>(device.number()))};
    spica::detail::launch("spica::nn::softmax_cross_entropy", device.instance(), rows, kernel);
  }
  return {sum(losses) / static_cast<T>(rows), gradient};
}

#define SPICA_INSTANTIATE(Space)                                                                        \
  template LossAndGradient<float, Space> softmax_cross_entropy<float, Space>(                           \
      const Array<const float, 2, Space, Kokkos::LayoutStride>&, const Array<std::int64_t, 1, Space>&); \
  template LossAndGradient<double, Space> softmax_cross_entropy<double, Space>(                         \
      const Array<const double, 2, Space, Kokkos::LayoutStride>&, const Array<std::int64_t, 1, Space>&);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::nn::detail
