// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_BATCHED_PRODUCT_HPP
#define SPICA_SRC_LINALG_BATCHED_PRODUCT_HPP

// How a batch of products is computed: as one product of larger matrices where they lie so; else on the host by each
// thread some of them or one after the other, on an NVIDIA GPU in one call.

#include <algorithm>
#include <cstdint>
#include <string>

#include "blas_product.hpp"
#include "products.hpp"
#include "strided_products.hpp"
#include "thread_products.hpp"

namespace spica::detail {

/// One after the other.
template <class T, class Space>
void loop_products(const ProductContext<Space>& context, T alpha, Products<T> products, T beta) {
  const Batch& batch = products.batch;
  const Lease shared_a = pack_shared(context, products.a, batch.stride_a, batch.axes);
  const Lease shared_b = pack_shared(context, products.b, batch.stride_b, batch.axes);
  for (std::int64_t product = 0; product < batch.count(); ++product) {
    const Batch::Offsets at = batch.at(product);
    split_product(context, alpha, products.a.shifted(at.a), products.b.shifted(at.b), beta, products.c.shifted(at.c));
  }
}

template <class T, class Space>
BatchWay choose_way(const ProductContext<Space>& context, const Products<T>& products) {
  const auto most = std::max({products.c.rows, products.c.columns, products.a.columns});
  if (most > context.most) return BatchWay::loop;
  if (uses_cublas<Space>) return BatchWay::strided;
  return go_by_threads(context.device.instance(), products) ? BatchWay::threads : BatchWay::loop;
}

template <class T, class Space>
void blas_batched_product(const Device<Space>& device, T alpha, const Matrix<const T>& a, const Matrix<const T>& b,
                          T beta, const Matrix<T>& c, const Batch& batch, const char* function, BatchWay way) {
  ProductNote& note = new_note<T, Space>();
  if (c.rows == 0 || c.columns == 0 || batch.count() == 0) return;
  if (a.columns == 0 || alpha == T(0)) {
    scale_stack(device, beta, c, batch, std::string(function) + "::scale");
    return;
  }
  const Products<T> given{a, b, c, batch};
  const Products<T> products = way == BatchWay::chosen ? joined(given) : given;
  const ProfileRegion region(function);
  const ProductContext<Space> context{device, function, most_blas_extent, note};
  if (products.batch.axes == 0) {
    split_product(context, alpha, products.a, products.b, beta, products.c);
    return;
  }
  if (way == BatchWay::chosen) way = choose_way(context, products);
  if (way == BatchWay::strided) {
    strided_products(context, alpha, products, beta);
  } else if (way == BatchWay::threads && kernels_has_host_blas && is_host_space<Space>) {
    if constexpr (kernels_has_host_blas && is_host_space<Space>) thread_products(context, alpha, products, beta);
  } else {
    loop_products(context, alpha, products, beta);
  }
}

/// Instantiates the products for one type and every space.
#define SPICA_INSTANTIATE_PRODUCT(Space)                                                                               \
  template void blas_product(const Device<Space>&, SPICA_PRODUCT_TYPE, const Matrix<const SPICA_PRODUCT_TYPE>&,        \
                             const Matrix<const SPICA_PRODUCT_TYPE>&, SPICA_PRODUCT_TYPE,                              \
                             const Matrix<SPICA_PRODUCT_TYPE>&, const char*, std::int64_t);                            \
  template void blas_batched_product(const Device<Space>&, SPICA_PRODUCT_TYPE,                                         \
                                     const Matrix<const SPICA_PRODUCT_TYPE>&, const Matrix<const SPICA_PRODUCT_TYPE>&, \
                                     SPICA_PRODUCT_TYPE, const Matrix<SPICA_PRODUCT_TYPE>&, const Batch&, const char*, \
                                     BatchWay);

}  // namespace spica::detail

#endif
