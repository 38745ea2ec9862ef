// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-train: trains a small network on data that it knows, on any device.
#include <spica/spica.hpp>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <string>

#include "support/device_option.hpp"
#include "support/environment.hpp"
#include "support/program.hpp"
#include "train/digits.hpp"
#include "train/training.hpp"

int main(int argc, char** argv) try {
  apps::train::Options options;

  CLI::App app("Trains a small network and prints its accuracy on images that it has not seen.");
  app.require_subcommand(1);
  CLI::App* digits = app.add_subcommand("digits", "1,797 images of handwritten digits, 8x8: 64-64-10, cross-entropy");
  digits->add_option("--epochs", options.epochs, "passes over the training images")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  digits->add_option("--batch", options.batch, "images a step")->check(CLI::Range(1, 1500))->capture_default_str();
  digits->add_option("--lr", options.learning_rate, "learning rate")->check(CLI::PositiveNumber)->capture_default_str();
  digits->add_option("--optimizer", options.optimizer, "adam, or sgd (with momentum 0.9)")
      ->check(CLI::IsMember({"adam", "sgd"}))
      ->capture_default_str();
  digits->add_option("--seed", options.seed, "of the first parameters and of the order of the images")
      ->capture_default_str();
  digits->add_option("--device", options.device, "auto, cpu, cpu:1, gpu, gpu:1, ...; auto is a GPU if there is one")
      ->capture_default_str();
  digits->add_option("--data", options.data, "HDF5 file with images [N, 8, 8] and labels [N], both uint8");
  CLI::Option* checkpoint =
      digits->add_option("--checkpoint", options.checkpoint, "file to save to after every epoch; replaced as a whole");
  digits->add_flag("--resume", options.resume, "go on from the checkpoint file if there is one")->needs(checkpoint);
  digits->add_option("--history", options.history, "CSV file for loss and accuracy of each epoch");
  digits->add_option("--evaluate", options.evaluate, "load this checkpoint into a new network and do not train");
  digits->add_flag("--quiet", options.quiet, "print the last line only");

  if (const auto exit_code = apps::parse(app, argc, argv)) return *exit_code;

  apps::silence_kokkos();
  spica::Runtime runtime(argc, argv);

  if (options.data.empty()) options.data = apps::train::find_digits();
  if (options.data.empty())
    throw spica::IoError("digits.h5 was not found beside the program; name it with --data FILE");

  const spica::AnyDevice where = apps::parse_device(options.device);
  if (!options.quiet) {
    std::cout << "digits on " << where << ": " << (options.evaluate.empty() ? "training" : "evaluating") << std::endl;
  }
  const double accuracy = spica::with_device(where, [&](auto device) { return apps::train::run(device, options); });
  std::printf("test accuracy %.3f\n", accuracy);
  return 0;
} catch (const std::exception& error) {
  return apps::report("spica-train", error);
}
