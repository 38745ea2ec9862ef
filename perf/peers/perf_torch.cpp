// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LibTorch, with as many threads as Spica has.
#include "peers/work.hpp"

#undef CHECK
#include <ATen/Parallel.h>
#include <omp.h>
#include <torch/torch.h>

#include <memory>

namespace {

struct Torch {
  static constexpr const char* name = "LibTorch";
  static constexpr bool multiplies = true;

  static double at(const torch::Tensor& t) { return t.reshape({-1})[-1].item<double>(); }
  static torch::Tensor full(at::IntArrayRef shape, float value) { return torch::full(shape, value); }

  static perf::Work add_scaled(std::int64_t n) {
    const auto x = full({n}, 1);
    const auto y = full({n}, 1);
    auto z = full({n}, 0);
    return {[=]() mutable { at::add_out(z, x, y, 2.0F); }, [=] { return at(z); }};
  }
  static perf::Work chain(std::int64_t n) {
    const auto x = full({n}, 1);
    const auto y = full({n}, 1);
    auto z = full({n}, 0);
    return {[=]() mutable { z.copy_((x + 2.0F * y) * (x - y) + 3.0F * x * y - 1.0F); }, [=] { return at(z); }};
  }
  static perf::Work add_row(std::int64_t n) {
    const auto x = full({n / 64, 64}, 1);
    const auto row = full({64}, 2);
    auto z = full({n / 64, 64}, 0);
    return {[=]() mutable { at::add_out(z, x, row); }, [=] { return at(z); }};
  }
  static perf::Work exp(std::int64_t n) {
    const auto x = full({n}, 1);
    auto z = full({n}, 0);
    return {[=]() mutable { at::exp_out(z, x); }, [=] { return at(z); }};
  }
  template <class F>
  static perf::Work reduced(std::int64_t n, F f) {
    const auto x = full({n}, 1);
    const auto result = std::make_shared<torch::Tensor>();
    return {[=] { *result = f(x); }, [=] { return at(*result); }};
  }
  static perf::Work sum(std::int64_t n) {
    return reduced(n, [](const torch::Tensor& x) { return x.sum(); });
  }
  static perf::Work max(std::int64_t n) {
    return reduced(n, [](const torch::Tensor& x) { return x.max(); });
  }
  static perf::Work norm(std::int64_t n) {
    return reduced(n, [](const torch::Tensor& x) { return x.norm(); });
  }
  static perf::Work sum_rows(std::int64_t n) {
    const auto x = full({n / 64, 64}, 1);
    auto z = full({n / 64}, 0);
    return {[=]() mutable { at::sum_out(z, x, 1); }, [=] { return at(z); }};
  }
  static perf::Work matmul(std::int64_t n) {
    const auto a = full({n, n}, 1);
    const auto b = full({n, n}, 1);
    auto c = full({n, n}, 0);
    return {[=]() mutable { at::mm_out(c, a, b); }, [=] { return at(c); }};
  }
  static perf::Work products(std::int64_t count, std::int64_t n) {
    const auto a = full({count, n, n}, 1);
    const auto b = full({count, n, n}, 1);
    const auto norms = std::make_shared<torch::Tensor>();
    return {[=] { *norms = torch::bmm(a, b).reshape({count, n * n}).norm(2, 1); }, [=] { return at(*norms); }};
  }
};

const bool added = [] {
  torch::set_num_threads(omp_get_max_threads());
  static const torch::NoGradGuard no_graph;
  return perf::add_peer<Torch>();
}();

}  // namespace
