// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_SOFTMAX_CROSS_ENTROPY_HPP
#define SPICA_NN_SOFTMAX_CROSS_ENTROPY_HPP

#include <spica/array/transform.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace spica::nn {

/// A loss and its gradient with respect to what it was computed from.
template <class T, class Space>
struct LossAndGradient {
  Array<T, 0, Space> loss;
  Array<T, 2, Space> gradient;
};

namespace detail {

/// @throws ValueError for the first label outside [0, classes); for labels that the host can read.
template <class Labels>
void require_labels(const Labels& labels, std::int64_t classes) {
  const auto* given = spica::detail::ArrayAccess::data(labels);
  for (std::int64_t n = 0; n < labels.extent(0); ++n) {
    const auto label = given[n * labels.stride(0)];
    const auto number = static_cast<std::int64_t>(label);  // negative too where 64 unsigned bits are more than it holds
    if (number >= 0 && number < classes) continue;
    throw ValueError("spica::nn::softmax_cross_entropy: label " + std::to_string(label) + " at position " +
                     std::to_string(n) + " is outside the " + std::to_string(classes) +
                     " classes; labels are at least 0 and less than " + std::to_string(classes));
  }
}

template <class T, class Space>
LossAndGradient<T, Space> softmax_cross_entropy(const Array<const T, 2, Space, Kokkos::LayoutStride>& logits,
                                                const Array<std::int64_t, 1, Space>& labels);

}  // namespace detail

/// The mean over the batch of -log softmax(logits)[label], and its gradient (softmax - one-hot) / N.
///
/// `logits` [N, C] of float or double, `labels` [N] of any integer type, both on one device, any layout; the results
/// are there too. Computed by log-sum-exp, so that large logits do not overflow. A logit of -inf is a class of
/// probability 0; a row of nothing but -inf gives NaN. N = 0: the loss is NaN, the gradient empty.
///
/// A label outside [0, C) throws ValueError here on a host device. On a GPU its row of the loss is NaN (hence the
/// mean), its gradient row 0, and the next `item`, copy to the host or `synchronize` throws.
/// @throws ShapeError when N differs, DeviceError when the devices do.
/// Source: C. Bishop, Pattern Recognition and Machine Learning, 2006, equations 4.104 to 4.109.
template <class Logits, class Labels>
auto softmax_cross_entropy(const Logits& logits, const Labels& labels) {
  using T = typename Logits::value_type;
  using Space = typename Logits::execution_space;
  static_assert((std::is_same_v<T, float> || std::is_same_v<T, double>)&&Logits::rank == 2,
                "spica::nn::softmax_cross_entropy: logits are of rank 2 [N, C] and of float or double; write "
                "z(spica::newaxis, spica::all) for one row, spica::cast<float>(z) for another type");
  using Label = typename Labels::value_type;
  static_assert(std::is_integral_v<Label> && !std::is_same_v<Label, bool> && Labels::rank == 1,
                "spica::nn::softmax_cross_entropy: labels are of rank 1 [N] and of an integer type; write "
                "spica::argmax(p, 1) for rows of probabilities or one-hot rows, spica::cast<int>(labels) for bool");
  static_assert(std::is_same_v<typename Labels::execution_space, Space>,
                "spica::nn::softmax_cross_entropy: logits and labels live in the memory of different spaces; write "
                "spica::copy(labels, logits.device())");
  spica::detail::require_same_device(logits.device(), labels.device(), "spica::nn::softmax_cross_entropy", "logits",
                                     "labels");
  if (logits.extent(0) != labels.extent(0)) {
    throw ShapeError("spica::nn::softmax_cross_entropy: batch extents differ: logits are " +
                     spica::detail::shape_text(logits.shape()) + ", labels are " +
                     spica::detail::shape_text(labels.shape()) + "; logits.extent(0) must equal labels.extent(0)");
  }
  const Array<const T, 2, Space, Kokkos::LayoutStride> values =
      Array<const T, 2, Space, Kokkos::LayoutStride>(spica::detail::as_array(logits));
  const auto& given = spica::detail::as_array(labels);
  if constexpr (spica::detail::is_host_space<Space>) detail::require_labels(given, logits.extent(1));
  return detail::softmax_cross_entropy<T, Space>(values, Array(cast<std::int64_t>(given)));
}

}  // namespace spica::nn

#endif
