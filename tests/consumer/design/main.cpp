// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What outside code relies on: this must compile, and do what its comments say, against any installed Spica.
// clang-format off
#include <spica/spica.hpp>
#include <iostream>

// A kernel of the caller's own: arrays are Views. (nvcc wants such lambdas in function templates.)
template <class T, class Space, class Layout>
void double_in_place(const spica::Array<T, 2, Space, Layout>& A) {
  auto v = A.view();                             // a Kokkos::View that keeps the storage alive
  Kokkos::parallel_for("double", Kokkos::RangePolicy<Space>(A.device().instance(), 0, A.extent(0)),
    KOKKOS_LAMBDA(const std::int64_t i) { for (std::int64_t j = 0; j < std::int64_t(v.extent(1)); ++j) v(i, j) *= 2; });
}

int main(int argc, char** argv) {
  spica::Runtime runtime(argc, argv);            // starts Kokkos, or joins it where the program has started it already

  std::cout << spica::cpu() << ' ' << spica::num_gpus() << ' ' << spica::num_devices() << '\n';
  spica::AnyDevice where = spica::try_gpu();     // gpu(0); cpu(0) where there is none. try_gpu(i), try_all_gpus() too

  spica::with_device(where, [](auto device) {    // device is a spica::Device<Space>: now the Space is known to the compiler
    auto X = spica::ones<float>(device, 2, 3);                     // Array<float, 2, Space>; zeros, full, arange, eye alike
    spica::Generator rng(7);                                       // seed; numbers depend on nothing else
    auto Y = spica::uniform<float>(device, rng, 2, 3);             // [0, 1)

    spica::Array Z = X + 2.0f * Y;                                 // Array<float, 2, Space>: one kernel
    spica::assign(Z, exp(Z) - 1.0f);                               // into Z's own storage; Z += ... likewise
    double_in_place(Z);
    auto row = Z(0, spica::all);                                   // a view, no copy; spica::range(lo, hi) too
    auto s = spica::sum(Z);                                        // Array<float, 0>: stays on the device
    float on_host = spica::item(s);                                // the one explicit read

    auto C = spica::copy(Z, spica::cpu());                         // always a new array
    auto D = spica::to(Z, device);                                 // no copy: already there
    std::cout << D.same_storage(Z) << C.device() << on_host << '\n' << Z << '\n';

    auto P = spica::matmul(Z, spica::transpose(X));                // Kokkos Kernels GEMM
    spica::gemm(1.0f, Z, spica::transpose(X), 0.0f, P);            // P = 1*Z*X^T + 0*P
    auto f = spica::norm(P);                                       // Frobenius

    namespace nn = spica::nn;
    auto net = nn::sequential<float>(device, rng);                 // parameters live on device, drawn from rng.split();
                                                                   // output rank 2, or nn::sequential<float, 4>(...)
    net.add(nn::linear(3, 8)).add(nn::relu()).add(nn::linear(8, 1));
    auto out = net(Z);                                             // computed where Z is
    for (const auto& p : net.parameters())                         // "0.weight" [8, 3], "0.bias" [8], "2.weight" [1, 8], ...
      std::cout << p.name() << ' ' << p.value().device() << '\n';   // value(): any rank; value().as<2>() is the Array

    spica::io::save("model.h5", net);                              // straight from the device; all or nothing
    spica::io::load("model.h5", net);                              // names, shapes, types and checksums are checked
    (void)row; (void)f; (void)out;
  });
}
