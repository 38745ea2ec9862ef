// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-tour: the tutorial. Each function is a step or two, and main() calls them in order; what it prints as a call is
// the call that it makes.
#include <spica/spica.hpp>

#include <iostream>
#include <string>

#include "support/environment.hpp"
#include "support/option_checks.hpp"
#include "support/program.hpp"
#include "tour/narrator.hpp"

namespace {

using tour::Narrator;

void look_at_devices(Narrator& narrator) {
  narrator.step("Which devices are there, and how many?");
  SPICA_SHOW(spica::cpu());
  SPICA_SHOW(spica::num_gpus());
  SPICA_SHOW(spica::num_devices());
}

void look_for_gpus(Narrator& narrator) {
  narrator.step("A GPU if there is one, else the host: the same program runs anywhere");
  SPICA_SHOW(spica::try_gpu(0));
  SPICA_SHOW(spica::try_gpu(10));
  SPICA_SHOW(spica::try_all_gpus());
}

template <class Space>
void make_an_array(Narrator& narrator, const spica::Device<Space>& device) {
  narrator.step("An array lives on a device, and says on which");
  SPICA_SHOW(device);
  SPICA_RUN(auto x = spica::array<float>(device, {1, 2, 3}));
  SPICA_SHOW(x);
  SPICA_SHOW(x.device());
}

template <class Space>
void use_two_devices(Narrator& narrator, const spica::Device<Space>& first, const spica::Device<Space>& second) {
  narrator.step("Arrays on two devices");
  SPICA_SHOW(first);
  SPICA_SHOW(second);
  SPICA_RUN(auto X = spica::ones<float>(first, 2, 3));
  SPICA_SHOW(X);
  SPICA_RUN(spica::Generator rng(7));
  SPICA_RUN(auto Y = spica::uniform<float>(second, rng, 2, 3));
  SPICA_SHOW(Y);

  narrator.step("Operands must be on one device: nothing is copied behind your back");
  SPICA_FAILS(auto Z = X + Y);

  narrator.step("So copy first, then add");
  SPICA_RUN(auto Z = spica::copy(X, second));
  SPICA_SHOW(Z.device());
  SPICA_RUN(spica::Array sum = Y + Z);
  SPICA_SHOW(sum);

  narrator.step("copy always gives new storage; to gives the same where the array is there already");
  SPICA_SHOW(spica::copy(Z, second).same_storage(Z));
  SPICA_SHOW(spica::to(Z, second).same_storage(Z));
  SPICA_SHOW(spica::to(Z, first).device());
}

template <class Space>
void use_a_network(Narrator& narrator, const spica::Device<Space>& device, const std::string& file) {
  narrator.step("A network lives on a device too, and computes where its parameters are");
  SPICA_SHOW(device);
  SPICA_RUN(spica::Generator rng(42));
  SPICA_RUN(auto net = spica::nn::sequential<float>(device, rng));
  SPICA_RUN(net.add(spica::nn::linear(3, 1)));
  SPICA_RUN(auto X = spica::array<float>(device, {{1, 2, 3}, {4, 5, 6}}));
  SPICA_SHOW(net(X));
  SPICA_SHOW(net.parameters()[0].name());
  SPICA_SHOW(net.parameters()[0].value().device());
  SPICA_SHOW(net.parameters()[0].value().flat());

#if defined(SPICA_APPS_WITH_IO)
  narrator.step("Its parameters go to a file straight from the device, and from the file into another network");
  SPICA_SHOW(file);
  SPICA_RUN(spica::io::save(file, net));
  SPICA_RUN(auto other = spica::nn::sequential<float>(device, rng));
  SPICA_RUN(other.add(spica::nn::linear(3, 1)));
  SPICA_SHOW(spica::array_equal(other(X), net(X)));
  SPICA_RUN(spica::io::load(file, other));
  SPICA_SHOW(spica::array_equal(other(X), net(X)));
  narrator.say("The file is yours: look into it with  h5ls -r " + file);
#else
  narrator.step("Saving to " + file + ", and loading: skipped, because this Spica was built without HDF5");
#endif
  narrator.end_step();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CLI::App app("A tutorial: prints what you would write, runs it, and shows what it gives and what it moved.",
                 "spica-tour");
    std::string file = "spica-tour.h5";
    app.add_option("--checkpoint", file, "Where the network is saved")->check(apps::file_name())->capture_default_str();
    if (const auto exit_code = apps::parse(app, argc, argv)) return *exit_code;

    apps::silence_kokkos();
    const bool two_by_default = apps::want_two_host_devices();
    spica::Runtime runtime(argc, argv);
    std::cout
        << "Spica " << spica::version() << ": a tour. Behind > is what you would write, below it what that gives.\n"
        << "Each step ends with what it moved and took from memory, by Spica's own ledger; values that are printed "
           "are read from their device, and count.\n";
    if (two_by_default) {
      std::cout << "SPICA_HOST_DEVICES is not set; this program uses 2: two logical devices show every step.\n";
    }

    Narrator narrator(std::cout);
    look_at_devices(narrator);
    look_for_gpus(narrator);
    spica::with_device(spica::try_gpu(), [&](auto device) { make_an_array(narrator, device); });

    if (spica::num_gpus() >= 2) {
      spica::with_devices(spica::gpu(0), spica::gpu(1), [&](auto a, auto b) { use_two_devices(narrator, a, b); });
    } else if (spica::num_devices() - spica::num_gpus() >= 2) {
      use_two_devices(narrator, spica::cpu(0), spica::cpu(1));
    } else {
      narrator.step("Arrays on two devices: skipped, because there is no second device of a kind here");
      narrator.say("To see these steps:  SPICA_HOST_DEVICES=2 spica-tour");
    }

    spica::with_device(spica::try_gpu(), [&](auto device) { use_a_network(narrator, device, file); });
    return apps::finish("spica-tour");
  } catch (const std::exception& error) {
    return apps::report("spica-tour", error);
  }
}
