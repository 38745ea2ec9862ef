// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_DEVICE_RUNTIME_HPP
#define SPICA_DEVICE_RUNTIME_HPP

#include <spica/device/error.hpp>

namespace spica {

/// Spica's life in a program: create one at the start of `main`, before any array. It starts Kokkos, or joins it where
/// the program has started it already, and owns the memory pool and the ledger. At its end it finalizes Kokkos only if
/// it started it.
///
/// Arrays should end before the Runtime does. Those that do not keep their memory until the process ends; their labels
/// are printed on standard error, and the program's exit code is unchanged.
///
/// Environment: SPICA_HOST_DEVICES (1 to 64) is the number of logical host devices; SPICA_POOL_LIMIT bounds the memory
/// that the pool keeps (see pool.hpp).
class Runtime {
 public:
  /// Starts Kokkos with the arguments that begin with `--kokkos-`, which are taken out of `argc` and `argv`; all others
  /// are left for the program. Where Kokkos runs already, nothing is taken. Of several GPUs only gpu(0) is set up; the
  /// others are when a `Device` is made on them. When this throws, a Kokkos that it started is finalized.
  /// @throws Error when another Runtime is alive, or when Kokkos has been finalized and cannot start again.
  /// @throws DeviceError when Kokkos was built for GPUs and the machine has none, before Kokkos starts.
  /// @throws ValueError when SPICA_HOST_DEVICES or SPICA_POOL_LIMIT is not a number in its range, or Kokkos does not
  /// know an argument that begins with `--kokkos-` or does not start with its arguments and environment (DeviceError
  /// where it was built for GPUs, whose state can be the reason as well).
  Runtime(int& argc, char** argv);

  /// The same without arguments.
  Runtime();

  /// Gives the pool back, names the arrays that are left, and finalizes a Kokkos that it started. Waits for all
  /// devices.
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
};

namespace detail {

/// @throws Error, beginning with `function`, when no Runtime is alive.
void require_runtime(const char* function);

}  // namespace detail
}  // namespace spica

#endif
