// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/blas_info.hpp>

#include <KokkosKernels_config.h>

#if defined(KOKKOSKERNELS_ENABLE_TPL_BLAS)

#include <dlfcn.h>

// Functions that a BLAS may have: weak, so that the address is null where it has not.
extern "C" {
__attribute__((weak)) int openblas_get_parallel();
__attribute__((weak)) char* openblas_get_config();
__attribute__((weak)) int openblas_get_num_threads();
__attribute__((weak)) int MKL_Get_Max_Threads();
__attribute__((weak)) void MKL_Get_Version_String(char* text, int size);
__attribute__((weak)) char* bli_info_get_version_str();
__attribute__((weak)) long bli_thread_get_num_threads();
__attribute__((weak)) void dgemm_();  // called nowhere: its address tells the file
}

#endif

namespace spica {

const char* to_string(BlasInfo::Threads threads) {
  switch (threads) {
    case BlasInfo::Threads::sequential:
      return "sequential";
    case BlasInfo::Threads::pthreads:
      return "pthreads";
    case BlasInfo::Threads::openmp:
      return "openmp";
    case BlasInfo::Threads::unknown:
      break;
  }
  return "unknown";
}

#if defined(KOKKOSKERNELS_ENABLE_TPL_BLAS)

BlasInfo blas_info() {
  BlasInfo info;
  info.name = "unknown";
  Dl_info place;
  if (&dgemm_ != nullptr && dladdr(reinterpret_cast<void*>(&dgemm_), &place) != 0 && place.dli_fname != nullptr) {
    info.library = place.dli_fname;
  }
  if (&openblas_get_config != nullptr) {
    info.name = "OpenBLAS";
    info.config = openblas_get_config();
    if (&openblas_get_num_threads != nullptr) info.num_threads = openblas_get_num_threads();
    if (&openblas_get_parallel != nullptr) {
      switch (openblas_get_parallel()) {
        case 0:
          info.threads = BlasInfo::Threads::sequential;
          break;
        case 1:
          info.threads = BlasInfo::Threads::pthreads;
          break;
        case 2:
          info.threads = BlasInfo::Threads::openmp;
          break;
        default:
          break;
      }
    }
  } else if (&MKL_Get_Version_String != nullptr) {
    info.name = "MKL";
    char text[256] = "";
    MKL_Get_Version_String(text, static_cast<int>(sizeof(text)));
    info.config = text;
    info.config.erase(info.config.find_last_not_of(' ') + 1);
    if (&MKL_Get_Max_Threads != nullptr) info.num_threads = MKL_Get_Max_Threads();
  } else if (&bli_info_get_version_str != nullptr) {
    info.name = "BLIS";
    info.config = bli_info_get_version_str();
    if (&bli_thread_get_num_threads != nullptr) info.num_threads = static_cast<int>(bli_thread_get_num_threads());
  }
  return info;
}

#else

BlasInfo blas_info() {
  BlasInfo info;
  info.name = "none";
  return info;
}

#endif

}  // namespace spica
