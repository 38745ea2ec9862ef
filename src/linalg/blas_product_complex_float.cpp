// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "batched_product.hpp"

namespace spica::detail {

#define SPICA_PRODUCT_TYPE Kokkos::complex<float>
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE_PRODUCT)

}  // namespace spica::detail
