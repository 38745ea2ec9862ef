// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_NN_OPTIMIZER_HPP
#define SPICA_NN_OPTIMIZER_HPP

#include <spica/nn/parameter.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica::nn {

/// What `Sgd` can be told.
struct SgdOptions {
  double learning_rate = 0.01;
  double momentum = 0.0;      ///< mu, in [0, 1)
  double weight_decay = 0.0;  ///< lambda of the L2 penalty, 0 or more
};

/// What `Adam` can be told.
struct AdamOptions {
  double learning_rate = 0.001;
  double beta1 = 0.9;         ///< in [0, 1)
  double beta2 = 0.999;       ///< in [0, 1)
  double epsilon = 1e-8;      ///< more than 0
  double weight_decay = 0.0;  ///< lambda of the L2 penalty, 0 or more
};

/// Changes parameters by their gradients. Everything stays on the parameters' device; a step allocates nothing, reads
/// nothing and does not wait.
template <class T, class Space = Kokkos::DefaultExecutionSpace>
class Optimizer {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "spica::nn::Optimizer: parameters are of float or double; write nn::Adam<float>");

 public:
  /// @throws ValueError when two parameters share elements, which one step would change twice, or have one name, by
  /// which a checkpoint could not tell their state apart.
  explicit Optimizer(std::vector<Parameter<T, Space>> parameters);
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  /// One step with the gradients as they are now.
  virtual void step() = 0;

  /// The learning rate of the next step. @throws ValueError when it is negative, or not finite in the type T.
  double learning_rate() const { return learning_rate_; }
  void set_learning_rate(double rate);

  /// How many steps were made; set it when training goes on from a checkpoint. @throws ValueError when it is negative,
  /// or 2^53 or more, which no checkpoint can have.
  std::int64_t steps() const { return steps_; }
  void set_steps(std::int64_t steps);

  /// The arrays that carry over from step to step, named by parameter: "0.weight.velocity". Together with `steps` and
  /// `learning_rate` they are what a checkpoint needs for training to go on as if it had not stopped.
  virtual std::vector<Parameter<T, Space>> state() const = 0;

 protected:
  const std::vector<Parameter<T, Space>>& parameters() const { return parameters_; }
  void count_step() { ++steps_; }

 private:
  std::vector<Parameter<T, Space>> parameters_;
  double learning_rate_ = 0.0;
  std::int64_t steps_ = 0;
};

/// Stochastic gradient descent with momentum and L2 decay: g <- g + lambda p; v <- mu v + g; p <- p - lr v. The
/// learning rate is outside the velocity.
///
/// Source: I. Sutskever et al., On the importance of initialization and momentum in deep learning, ICML 2013, equations
/// 1 and 2, with the learning rate moved outside as PyTorch does.
template <class T, class Space = Kokkos::DefaultExecutionSpace>
class Sgd : public Optimizer<T, Space> {
 public:
  /// @throws ValueError when an option is outside its range or as Optimizer does, MemoryError.
  explicit Sgd(std::vector<Parameter<T, Space>> parameters, const SgdOptions& options = {});
  /// @see Optimizer::step
  void step() override;
  /// "p.velocity" for each parameter p; none without momentum.
  std::vector<Parameter<T, Space>> state() const override;

 private:
  SgdOptions options_;
  std::vector<AnyArray<T, Space>> velocity_;  // none without momentum
};

/// Adam: m <- b1 m + (1 - b1) g; v <- b2 v + (1 - b2) g^2; p <- p - lr m' / (sqrt(v') + epsilon), where
/// m' = m / (1 - b1^t) and v' = v / (1 - b2^t); an L2 decay adds lambda p to g first.
///
/// Source: D. Kingma and J. Ba, Adam: a method for stochastic optimization, ICLR 2015, Algorithm 1.
template <class T, class Space = Kokkos::DefaultExecutionSpace>
class Adam : public Optimizer<T, Space> {
 public:
  /// @throws ValueError when an option is outside its range or as Optimizer does, MemoryError.
  explicit Adam(std::vector<Parameter<T, Space>> parameters, const AdamOptions& options = {});
  /// @see Optimizer::step
  void step() override;
  /// "p.first" and "p.second", m and v, for each parameter p.
  std::vector<Parameter<T, Space>> state() const override;

 private:
  AdamOptions options_;
  std::vector<AnyArray<T, Space>> first_;
  std::vector<AnyArray<T, Space>> second_;
};

}  // namespace spica::nn

#endif
