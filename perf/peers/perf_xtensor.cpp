// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// xtensor, with SIMD where xsimd is installed, on one core. It has no products of matrices of its own.
#include "peers/work.hpp"

#if __has_include(<xsimd/xsimd.hpp>)
#define XTENSOR_USE_XSIMD
#endif
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xnorm.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <memory>

namespace {

struct Xtensor {
  static constexpr const char* name = "xtensor";
  static constexpr bool multiplies = false;
  using Vector = xt::xtensor<float, 1>;
  using Matrix = xt::xtensor<float, 2>;

  static auto vector(std::int64_t n, float value) {
    return std::make_shared<Vector>(Vector::shape_type{static_cast<std::size_t>(n)}, value);
  }
  static auto matrix(std::int64_t rows, std::int64_t columns, float value) {
    return std::make_shared<Matrix>(
        Matrix::shape_type{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)}, value);
  }
  template <class F>
  static perf::Work elements(std::int64_t n, F f) {
    const auto x = vector(n, 1);
    const auto y = vector(n, 1);
    const auto z = vector(n, 0);
    return {[=] { xt::noalias(*z) = f(*x, *y); }, [=] { return (*z)(static_cast<std::size_t>(n - 1)); }};
  }
  template <class F>
  static perf::Work reduced(std::int64_t n, F f) {
    const auto x = vector(n, 1);
    const auto result = std::make_shared<float>(0);
    return {[=] { *result = f(*x); }, [=] { return *result; }};
  }

  static perf::Work add_scaled(std::int64_t n) {
    return elements(n, [](const Vector& x, const Vector& y) { return x + 2.0F * y; });
  }
  static perf::Work chain(std::int64_t n) {
    return elements(n, [](const Vector& x, const Vector& y) { return (x + 2.0F * y) * (x - y) + 3.0F * x * y - 1.0F; });
  }
  static perf::Work exp(std::int64_t n) {
    return elements(n, [](const Vector& x, const Vector&) { return xt::exp(x); });
  }
  static perf::Work add_row(std::int64_t n) {
    const auto x = matrix(n / 64, 64, 1);
    const auto row = vector(64, 2);
    const auto z = matrix(n / 64, 64, 0);
    return {[=] { xt::noalias(*z) = *x + *row; }, [=] { return (*z)(0, 63); }};
  }
  static perf::Work sum(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return xt::sum(x, xt::evaluation_strategy::immediate)(); });
  }
  static perf::Work max(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return xt::amax(x, xt::evaluation_strategy::immediate)(); });
  }
  static perf::Work norm(std::int64_t n) {
    return reduced(n, [](const Vector& x) { return static_cast<float>(xt::norm_l2(x)()); });
  }
  static perf::Work sum_rows(std::int64_t n) {
    const auto x = matrix(n / 64, 64, 1);
    const auto z = vector(n / 64, 0);
    return {[=] { xt::noalias(*z) = xt::sum(*x, {1}, xt::evaluation_strategy::immediate); }, [=] { return (*z)(0); }};
  }
};

const bool added = perf::add_peer<Xtensor>();

}  // namespace
