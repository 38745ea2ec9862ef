// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_BLAS_INFO_HPP
#define SPICA_LINALG_BLAS_INFO_HPP

#include <string>

namespace spica {

/// The BLAS that products on the host are computed by.
struct BlasInfo {
  /// What it makes its threads from.
  enum class Threads {
    unknown,     ///< it does not tell
    sequential,  ///< it has none
    pthreads,    ///< its own, which Kokkos' OpenMP knows nothing of
    openmp       ///< OpenMP's, shared with Kokkos
  };

  std::string name;     ///< "OpenBLAS", "MKL", "BLIS", "unknown"; "none" where Kokkos Kernels was built without a BLAS
  std::string config;   ///< what it says of itself: version, processor, options; empty where it does not tell
  std::string library;  ///< the file that it was loaded from; the program itself where it is linked statically
  Threads threads = Threads::unknown;
  int num_threads = 0;  ///< how many it uses now; 0 where it does not tell
};

/// "openmp", "pthreads", "sequential" or "unknown".
const char* to_string(BlasInfo::Threads threads);

/// Asks the BLAS in this process about itself. Works without a Runtime.
BlasInfo blas_info();

}  // namespace spica

#endif
