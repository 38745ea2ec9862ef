// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>

#include <spica/device/runtime.hpp>
#include <cstdlib>
#include <iostream>

namespace {

int run_plugin(const char* path, int flags) {
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL | flags);
  if (plugin == nullptr) {
    std::cerr << dlerror() << '\n';
    return EXIT_FAILURE;
  }
  auto* run = reinterpret_cast<int (*)()>(dlsym(plugin, "run"));
  return run == nullptr ? EXIT_FAILURE : run();
}

}  // namespace

int main(int argc, char** argv) {
  spica::Runtime runtime(argc, argv);
  // With RTLD_DEEPBIND a plugin prefers its own copy of every symbol: with a second Kokkos inside, it would find one
  // that nobody has started.
  const int a = run_plugin(PLUGIN_A, 0);
  const int b = run_plugin(PLUGIN_B, RTLD_DEEPBIND);
  std::cout << "plugins: " << a << ' ' << b << '\n';
  return a + b;
}
