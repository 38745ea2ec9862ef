// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spica-train: trains a small network on data that it knows, on any device.
#include <spica/spica.hpp>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <vector>

#include "support/device_option.hpp"
#include "support/environment.hpp"
#include "support/option_checks.hpp"
#include "support/program.hpp"
#include "train/digits.hpp"
#include "train/training.hpp"

int main(int argc, char** argv) try {
  apps::train::Options options;

  CLI::App app("Trains a small network and prints its accuracy on images that it has not seen.", "spica-train");
  app.require_subcommand(0, 1);  // not 1: a name that is wrong is then reported, and not that one is missing
  CLI::App* digits = app.add_subcommand("digits", "1,797 images of handwritten digits, 8x8: 64-64-10, cross-entropy");
  app.callback([digits] {
    if (!digits->parsed()) throw CLI::RequiredError("A subcommand (digits)");
  });
  std::vector<CLI::Option*> of_training;  // these say nothing to --evaluate
  const auto training_option = [&](const char* name, auto& value, const char* text) {
    of_training.push_back(digits->add_option(name, value, text));
    return of_training.back();
  };
  training_option("--epochs", options.epochs, "passes over the training images")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  training_option("--batch", options.batch, "images per step")->check(CLI::Range(1, 1500))->capture_default_str();
  training_option("--lr", options.learning_rate, "learning rate")
      ->check(apps::positive_number())
      ->capture_default_str();
  training_option("--optimizer", options.optimizer, "adam, or sgd (with momentum 0.9)")
      ->check(CLI::IsMember({"adam", "sgd"}))
      ->capture_default_str();
  digits->add_option("--seed", options.seed, "seed of the initial parameters and of the shuffling")
      ->check(apps::whole_number())
      ->capture_default_str();
  digits->add_option("--device", options.device, "auto, cpu, cpu:1, gpu, gpu:1, ...; auto is a GPU if there is one")
      ->capture_default_str();
  digits->add_option("--data", options.data, "HDF5 file with images [N, 8, 8] and labels [N], both uint8")
      ->check(apps::file_name());
  CLI::Option* checkpoint = training_option("--checkpoint", options.checkpoint,
                                            "file to save to, at the start and after every epoch; replaced as a whole")
                                ->check(apps::file_name());
  of_training.push_back(
      digits->add_flag("--resume", options.resume, "continue from --checkpoint if the file exists")->needs(checkpoint));
  training_option("--history", options.history, "CSV file for loss and accuracy of each epoch")
      ->check(apps::file_name());
  CLI::Option* evaluate =
      digits->add_option("--evaluate", options.evaluate, "load this checkpoint into a new network and do not train")
          ->check(apps::file_name());
  for (CLI::Option* option : of_training) evaluate->excludes(option);
  digits->add_flag("--quiet", options.quiet, "print the last line only");

  if (const auto exit_code = apps::parse(app, argc, argv)) return *exit_code;

  apps::silence_kokkos();
  spica::Runtime runtime(argc, argv);

  if (options.data.empty()) options.data = apps::train::find_digits();

  const spica::AnyDevice where = apps::parse_device(options.device);
  if (!options.quiet) {
    std::cout << "digits on " << where << ": " << (options.evaluate.empty() ? "training" : "evaluating") << std::endl;
  }
  const double accuracy = spica::with_device(where, [&](auto device) { return apps::train::run(device, options); });
  std::printf("test accuracy %.3f\n", accuracy);
  return apps::finish("spica-train");
} catch (const std::exception& error) {
  return apps::report("spica-train", error);
}
