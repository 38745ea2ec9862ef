// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigen: products on all cores, everything else on one.
#include "peers/work.hpp"

#include <Eigen/Dense>

#include <memory>

namespace {

struct Eigen3 {
  static constexpr const char* name = "Eigen";
  static constexpr bool multiplies = true;
  using Vector = Eigen::VectorXf;
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  template <class T>
  static std::shared_ptr<T> make(T value) {
    return std::make_shared<T>(std::move(value));
  }
  static auto vector(std::int64_t n, float value) { return make<Vector>(Vector::Constant(n, value)); }
  static auto matrix(std::int64_t rows, std::int64_t columns, float value) {
    return make<Matrix>(Matrix::Constant(rows, columns, value));
  }

  static perf::Work add_scaled(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto y = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { z->noalias() = *x + 2.0F * *y; }, [=] { return (*z)(n - 1); }};
  }
  static perf::Work chain(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto y = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] {
              const auto& a = x->array();
              const auto& b = y->array();
              z->array() = (a + 2.0F * b) * (a - b) + 3.0F * a * b - 1.0F;
            },
            [=] { return (*z)(n - 1); }};
  }
  static perf::Work add_row(std::int64_t n) {
    const auto x = matrix(n / 64, 64, 1);
    const auto row = make<Eigen::RowVectorXf>(Eigen::RowVectorXf::Constant(64, 2));
    const auto z = matrix(n / 64, 64, 0);
    return {[=] { z->noalias() = x->rowwise() + *row; }, [=] { return (*z)(0, 63); }};
  }
  static perf::Work exp(std::int64_t n) {
    const auto x = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { z->array() = x->array().exp(); }, [=] { return (*z)(n - 1); }};
  }
  template <class F>
  static perf::Work reduced(std::int64_t n, F f) {
    const auto x = vector(n, 1);
    const auto result = make<float>(0);
    return {[=] { *result = f(*x); }, [=] { return *result; }};
  }
  static perf::Work sum(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return x.sum(); });
  }
  static perf::Work max(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return x.maxCoeff<Eigen::PropagateNaN>(); });
  }
  static perf::Work norm(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return x.norm(); });
  }
  static perf::Work sum_rows(std::int64_t n) {
    const auto x = matrix(n / 64, 64, 1);
    const auto z = vector(n / 64, 0);
    return {[=] { z->noalias() = x->rowwise().sum(); }, [=] { return (*z)(0); }};
  }
  static perf::Work matmul(std::int64_t n) {
    const auto a = matrix(n, n, 1);
    const auto b = matrix(n, n, 1);
    const auto c = matrix(n, n, 0);
    return {[=] { c->noalias() = *a * *b; }, [=] { return (*c)(n - 1, 0); }};
  }
  /// Eigen has no batches: the caller shares them out among threads.
  static perf::Work products(std::int64_t count, std::int64_t n) {
    const auto a = make(std::vector<Matrix>(static_cast<std::size_t>(count), Matrix::Ones(n, n)));
    const auto b = make(std::vector<Matrix>(static_cast<std::size_t>(count), Matrix::Ones(n, n)));
    const auto norms = vector(count, 0);
    return {[=] {
#pragma omp parallel
              {
                Matrix c(n, n);
#pragma omp for
                for (std::int64_t i = 0; i < count; ++i) {
                  const auto k = static_cast<std::size_t>(i);
                  c.noalias() = (*a)[k] * (*b)[k];
                  (*norms)(i) = c.norm();
                }
              }
            },
            [=] { return (*norms)(count - 1); }};
  }
};

const bool added = perf::add_peer<Eigen3>();

}  // namespace
