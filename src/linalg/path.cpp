// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/spaces.hpp>
#include <spica/linalg/blas_info.hpp>
#include <spica/linalg/path.hpp>

#include <string>

#include "cublas_gemm.hpp"

namespace spica {

namespace detail {

ProductNote& last_product() {
  thread_local ProductNote note;
  return note;
}

namespace {

std::string library_name(bool on_host) {
  if (!on_host) return uses_cublas<DefaultSpace> ? "cuBLAS" : "rocBLAS";
  const std::string name = blas_info().name;
  return name == "unknown" ? "BLAS" : name;
}

}  // namespace

}  // namespace detail

namespace linalg {

ProductPath last_path() {
  using Kind = ProductPath::Kind;
  const detail::ProductNote& note = detail::last_product();
  const std::string letter(1, note.letter);
  ProductPath path{note.path, "none", note.packed, note.calls};
  switch (note.path) {
    case Kind::none:
      break;
    case Kind::vendor:
      path.name = detail::library_name(note.on_host) + ' ' + letter + "gemm";
      break;
    case Kind::vendor_gemv:
      path.name = detail::library_name(note.on_host) + ' ' + letter + "gemv";
      break;
    case Kind::vendor_batched:
      path.name = detail::library_name(note.on_host) + ' ' + letter +
                  (note.on_host ? "gemm on each thread" : "gemmStridedBatched");
      break;
    case Kind::kernels:
      path.name = "Kokkos Kernels";
      break;
    case Kind::plain:
      path.name = "Spica's kernel";
      break;
  }
  return path;
}

}  // namespace linalg
}  // namespace spica
