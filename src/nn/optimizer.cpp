// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/create.hpp>
#include <spica/device/detail/launch.hpp>
#include <spica/nn/optimizer.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>

namespace spica::nn {

namespace {

using spica::detail::ArrayAccess;

void require_option(bool good, const std::string& function, const char* name, double value, const char* range) {
  if (good) return;
  std::ostringstream text;
  text << function << ": " << name << " is " << value << "; it must be " << range;
  throw ValueError(text.str());
}

/// Whether it is finite as a T, which it is computed with as.
template <class T>
bool is_finite(double value) {
  return std::fabs(value) <= static_cast<double>(std::numeric_limits<T>::max());
}

template <class T>
void require_not_negative(double value, const std::string& function, const char* name) {
  require_option(value >= 0 && is_finite<T>(value), function, name, value,
                 "0 or more, and finite in the parameters' type");
}

template <class T, class Space>
void require_distinct(const std::vector<Parameter<T, Space>>& parameters) {
  std::vector<const Parameter<T, Space>*> sorted;
  for (const auto& p : parameters) sorted.push_back(&p);
  const auto begin = [](const auto* p) { return ArrayAccess::data(p->value().flat()); };
  std::sort(sorted.begin(), sorted.end(),
            [&](const auto* p, const auto* q) { return std::less<>()(begin(p), begin(q)); });
  const Parameter<T, Space>* before = nullptr;
  for (const auto* p : sorted) {
    if (p->value().size() == 0) continue;
    if (before != nullptr && begin(before) + before->value().size() > begin(p)) {
      throw ValueError("spica::nn::Optimizer: \"" + before->name() + "\" and \"" + p->name() +
                       "\" share elements, which one step would change twice; list each parameter once");
    }
    before = p;
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto* p, const auto* q) { return p->name() < q->name(); });
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end(),
                                        [](const auto* p, const auto* q) { return p->name() == q->name(); });
  if (twice != sorted.end()) {
    throw ValueError("spica::nn::Optimizer: two parameters have the name \"" + (*twice)->name() +
                     "\"; give those of one network another prefix: p.prefixed(\"actor.\")");
  }
}

/// g + lambda p; without decay p does not count, be it Inf or NaN.
template <class T>
KOKKOS_INLINE_FUNCTION T decayed(T gradient, T decay, T value) {
  return decay == T(0) ? gradient : gradient + decay * value;
}

template <class T>
struct SgdKernel {
  T* value;
  const T* gradient;
  T* velocity;  // null without momentum
  T rate;
  T momentum;
  T decay;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    T step = decayed(gradient[i], decay, value[i]);
    if (velocity != nullptr) {
      step = momentum * velocity[i] + step;
      velocity[i] = step;
    }
    value[i] -= rate * step;
  }
};

template <class T>
struct AdamKernel {
  T* value;
  const T* gradient;
  T* first;
  T* second;
  T rate;         // lr / (1 - b1^t)
  T root_factor;  // 1 / sqrt(1 - b2^t)
  T beta1;
  T beta2;
  T one_minus_beta1;
  T one_minus_beta2;
  T epsilon;
  T decay;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    const T g = decayed(gradient[i], decay, value[i]);
    const T m = beta1 * first[i] + one_minus_beta1 * g;
    const T v = beta2 * second[i] + one_minus_beta2 * g * g;
    first[i] = m;
    second[i] = v;
    value[i] -= rate * m / (spica::detail::compat::math::sqrt(v) * root_factor + epsilon);
  }
};

/// One array of zeros for each parameter.
template <class T, class Space>
std::vector<AnyArray<T, Space>> zeros_like(const std::vector<Parameter<T, Space>>& parameters, const char* label) {
  std::vector<AnyArray<T, Space>> all;
  for (const auto& p : parameters) {
    const auto flat = zeros<T>(p.value().device(), p.value().size());
    flat.set_label(label);
    all.emplace_back(flat, p.value().shape());
  }
  return all;
}

template <class T, class Space, class Kernel>
void update(const AnyArray<T, Space>& value, const Kernel& kernel, const char* label) {
  spica::detail::launch(label, value.device().instance(), value.size(), kernel);
}

template <class T, class Space>
T* data_of(const AnyArray<T, Space>& array) {
  return ArrayAccess::data(array.flat());
}

template <class T, class Space>
void add_state(std::vector<Parameter<T, Space>>& all, const std::vector<Parameter<T, Space>>& parameters,
               const std::vector<AnyArray<T, Space>>& arrays, const char* suffix) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    all.emplace_back(parameters[i].name() + suffix, arrays[i], parameters[i].gradient());
  }
}

}  // namespace

template <class T, class Space>
Optimizer<T, Space>::Optimizer(std::vector<Parameter<T, Space>> parameters) : parameters_(std::move(parameters)) {
  require_distinct(parameters_);
}

template <class T, class Space>
void Optimizer<T, Space>::set_learning_rate(double rate) {
  require_not_negative<T>(rate, "spica::nn::Optimizer::set_learning_rate", "the learning rate");
  learning_rate_ = rate;
}

template <class T, class Space>
void Optimizer<T, Space>::set_steps(std::int64_t steps) {
  if (steps < 0 || steps >= std::int64_t{1} << 53) {
    throw ValueError("spica::nn::Optimizer::set_steps: the number of steps is " + std::to_string(steps) +
                     "; it must be from 0 to 2^53 - 1, as in a checkpoint");
  }
  steps_ = steps;
}

template <class T, class Space>
Sgd<T, Space>::Sgd(std::vector<Parameter<T, Space>> parameters, const SgdOptions& options)
    : Optimizer<T, Space>(std::move(parameters)), options_(options) {
  require_not_negative<T>(options.learning_rate, "spica::nn::Sgd", "the learning rate");
  require_option(options.momentum >= 0 && options.momentum < 1, "spica::nn::Sgd", "the momentum", options.momentum,
                 "at least 0 and less than 1");
  require_not_negative<T>(options.weight_decay, "spica::nn::Sgd", "the weight decay");
  this->set_learning_rate(options.learning_rate);
  if (options.momentum > 0) velocity_ = zeros_like(this->parameters(), "spica::nn::Sgd::velocity");
}

template <class T, class Space>
void Sgd<T, Space>::step() {
  const auto& all = this->parameters();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SgdKernel<T> kernel{data_of(all[i].value()),
                              data_of(all[i].gradient()),
                              velocity_.empty() ? nullptr : data_of(velocity_[i]),
                              static_cast<T>(this->learning_rate()),
                              static_cast<T>(options_.momentum),
                              static_cast<T>(options_.weight_decay)};
    update(all[i].value(), kernel, "spica::nn::Sgd::step");
  }
  this->count_step();
}

template <class T, class Space>
std::vector<Parameter<T, Space>> Sgd<T, Space>::state() const {
  std::vector<Parameter<T, Space>> all;
  add_state(all, this->parameters(), velocity_, ".velocity");
  return all;
}

template <class T, class Space>
Adam<T, Space>::Adam(std::vector<Parameter<T, Space>> parameters, const AdamOptions& options)
    : Optimizer<T, Space>(std::move(parameters)), options_(options) {
  require_not_negative<T>(options.learning_rate, "spica::nn::Adam", "the learning rate");
  require_option(options.beta1 >= 0 && options.beta1 < 1, "spica::nn::Adam", "beta1", options.beta1,
                 "at least 0 and less than 1");
  require_option(options.beta2 >= 0 && options.beta2 < 1, "spica::nn::Adam", "beta2", options.beta2,
                 "at least 0 and less than 1");
  require_option(is_finite<T>(options.epsilon) && static_cast<T>(options.epsilon) > 0, "spica::nn::Adam", "epsilon",
                 options.epsilon, "more than 0 in the parameters' type, and finite");
  require_not_negative<T>(options.weight_decay, "spica::nn::Adam", "the weight decay");
  this->set_learning_rate(options.learning_rate);
  first_ = zeros_like(this->parameters(), "spica::nn::Adam::first");
  second_ = zeros_like(this->parameters(), "spica::nn::Adam::second");
}

template <class T, class Space>
void Adam<T, Space>::step() {
  this->count_step();
  const double t = static_cast<double>(this->steps());
  const double correction1 = 1.0 - std::pow(options_.beta1, t);
  const double correction2 = 1.0 - std::pow(options_.beta2, t);
  const auto& all = this->parameters();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const AdamKernel<T> kernel{data_of(all[i].value()),
                               data_of(all[i].gradient()),
                               data_of(first_[i]),
                               data_of(second_[i]),
                               static_cast<T>(this->learning_rate() / correction1),
                               static_cast<T>(1.0 / std::sqrt(correction2)),
                               static_cast<T>(options_.beta1),
                               static_cast<T>(options_.beta2),
                               static_cast<T>(1.0 - options_.beta1),
                               static_cast<T>(1.0 - options_.beta2),
                               static_cast<T>(options_.epsilon),
                               static_cast<T>(options_.weight_decay)};
    update(all[i].value(), kernel, "spica::nn::Adam::step");
  }
}

template <class T, class Space>
std::vector<Parameter<T, Space>> Adam<T, Space>::state() const {
  std::vector<Parameter<T, Space>> all;
  add_state(all, this->parameters(), first_, ".first");
  add_state(all, this->parameters(), second_, ".second");
  return all;
}

#define SPICA_INSTANTIATE(Space)           \
  template class Optimizer<float, Space>;  \
  template class Optimizer<double, Space>; \
  template class Sgd<float, Space>;        \
  template class Sgd<double, Space>;       \
  template class Adam<float, Space>;       \
  template class Adam<double, Space>;
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

}  // namespace spica::nn
