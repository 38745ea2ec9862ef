// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exercise.hpp"

namespace exercises {

std::vector<Exercise> all(const Sizes& sizes) {
  const auto square = [](std::int64_t n) { return std::to_string(n) + " x " + std::to_string(n); };
  const std::string many = std::to_string(sizes.products) + " products of " + square(sizes.small);
  const std::vector<std::pair<std::string, std::string>> products = {{"device", "device"},
                                                                     {"type", "type"},
                                                                     {"product_s", " one product"},
                                                                     {"gflops", " GFLOP/s"},
                                                                     {"against_cpu0", " against cpu(0)"}};
  return {
      {"matmul", "A large product, " + square(sizes.large) + ", on each device", products, large_products},
      {"small", many + " on each device", products, small_products},
      {"log",
       many + ", and the norm of each",
       {{"device", "device"},
        {"read_each_s", " read one at a time"},
        {"read_each_transfers", " reads"},
        {"read_once_s", " kept, read once"},
        {"read_once_transfers", " reads"},
        {"speedup", " times faster"}},
       norms},
      {"pair",
       "Two products of " + square(sizes.large) + " on two devices",
       {{"devices", "devices"},
        {"in_turn_s", " one after the other"},
        {"at_once_s", " at once"},
        {"speedup", " times faster"}},
       pair},
  };
}

std::vector<spica::AnyDevice> devices() {
  std::vector<spica::AnyDevice> found;
  for (int i = 0; i < spica::num_devices() - spica::num_gpus(); ++i) found.emplace_back(spica::cpu(i));
  for (int i = 0; i < spica::num_gpus(); ++i) found.push_back(spica::gpu(i));
  return found;
}

}  // namespace exercises
