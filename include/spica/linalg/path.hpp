// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_LINALG_PATH_HPP
#define SPICA_LINALG_PATH_HPP

#include <cstdint>
#include <string>

namespace spica::linalg {

/// How a product was computed.
struct ProductPath {
  enum class Kind {
    none,            ///< nothing to compute, or C was only scaled
    vendor,          ///< gemm of the BLAS beneath Kokkos Kernels, cuBLAS on an NVIDIA GPU
    vendor_gemv,     ///< gemv of the same
    vendor_batched,  ///< many products at once: one call of cuBLAS, or calls of the BLAS by all host threads side by
                     ///< side
    kernels,         ///< Kokkos Kernels' own kernels: it was built without a BLAS for this device
    plain            ///< Spica's kernel for types that BLAS does not have
  };
  Kind kind = Kind::none;
  std::string name;        ///< the routine: "OpenBLAS dgemm", "cuBLAS sgemmStridedBatched", "Spica's kernel"; "none"
  int packed = 0;          ///< copies of factors whose strides BLAS cannot take, temporaries for such results
  std::int64_t calls = 0;  ///< products asked of the routine

  /// Whether the vendor's library computed it.
  bool is_vendor() const { return kind == Kind::vendor || kind == Kind::vendor_gemv || kind == Kind::vendor_batched; }
};

/// Which routine computed the last product of the calling thread: that of `matmul` of matrices, `gemm`, `gemv` or
/// `batched_gemm`. In a stack whose matrices lie alike, one packed copy counts for all of them.
ProductPath last_path();

}  // namespace spica::linalg

namespace spica::detail {

/// What a product notes down about itself while it runs.
struct ProductNote {
  using Path = linalg::ProductPath::Kind;
  Path path = Path::none;
  int packed = 0;
  std::int64_t calls = 0;
  char letter = 0;      ///< of the routine's name: s, d, c, z
  bool on_host = true;  ///< whose library
};
/// The calling thread's.
ProductNote& last_product();

}  // namespace spica::detail

#endif
