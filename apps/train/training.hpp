// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TRAIN_TRAINING_HPP
#define SPICA_APPS_TRAIN_TRAINING_HPP

#include <spica/spica.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>

#include "train/digits.hpp"
#include "train/history.hpp"
#include "train/progress.hpp"

namespace apps::train {

/// What the command line says.
struct Options {
  int epochs = 30;
  std::int64_t batch = 50;
  double learning_rate = 3e-3;
  std::string optimizer = "adam";
  std::uint64_t seed = 1;
  std::string device = "auto";
  std::string data;
  std::string checkpoint;
  bool resume = false;
  std::string history;
  std::string evaluate;
  bool quiet = false;
};

template <class Space>
using Network = spica::nn::Sequential<float, Space>;

/// 64 inputs, 64 hidden units, 10 classes.
template <class Space>
Network<Space> make_network(const spica::Device<Space>& device, std::uint64_t seed) {
  namespace nn = spica::nn;
  spica::Generator generator(seed);
  auto network = nn::sequential<float>(device, generator);
  network.add(nn::linear(64, 64)).add(nn::relu()).add(nn::linear(64, 10));
  return network;
}

template <class Space>
std::unique_ptr<spica::nn::Optimizer<float, Space>> make_optimizer(const Options& options,
                                                                   const Network<Space>& network) {
  namespace nn = spica::nn;
  if (options.optimizer == "sgd") {
    nn::SgdOptions sgd;
    sgd.learning_rate = options.learning_rate;
    sgd.momentum = 0.9;
    return std::make_unique<nn::Sgd<float, Space>>(network.parameters(), sgd);
  }
  nn::AdamOptions adam;
  adam.learning_rate = options.learning_rate;
  return std::make_unique<nn::Adam<float, Space>>(network.parameters(), adam);
}

/// The fraction of images whose largest logit is at their label. Reads one number from the device.
template <class Space, class Images, class Labels>
double accuracy(const Network<Space>& network, const Images& images, const Labels& labels) {
  const auto right = spica::sum(spica::argmax(network(images), 1) == labels);
  return static_cast<double>(spica::item(right)) / static_cast<double>(labels.size());
}

/// One pass over the training images in an order that depends on the seed and the epoch alone, so that a training that
/// was interrupted goes on with the same batches. Returns the mean loss, read once.
template <class Space>
double train_one_epoch(Network<Space>& network, spica::nn::Optimizer<float, Space>& optimizer,
                       const Digits<Space>& digits, const Options& options, int epoch, Progress& progress) {
  const auto& device = network.device();
  spica::Generator shuffling = spica::Generator(options.seed).stream(static_cast<std::uint64_t>(epoch));
  const auto order = spica::permutation(device, shuffling, train_count);
  const auto total_loss = spica::zeros<double>(device, spica::Shape<0>{});
  for (std::int64_t first = 0; first < train_count; first += options.batch) {
    const std::int64_t last = std::min(first + options.batch, train_count);
    const auto chosen = order(spica::range(first, last));
    const auto logits = network.forward(spica::take(digits.train_images, chosen));
    const auto result = spica::nn::softmax_cross_entropy(logits, spica::take(digits.train_labels, chosen));
    network.backward(result.gradient);
    optimizer.step();
    total_loss += spica::cast<double>(result.loss) * static_cast<double>(last - first);
    progress.batch(epoch, last, train_count);
  }
  return spica::item(total_loss) / static_cast<double>(train_count);
}

/// What a training must go on with, so that it goes on as if it had not stopped. Kept in its checkpoint.
struct Settings {
  bool adam;
  std::int64_t batch;
  double learning_rate;
  std::uint64_t seed;

  void add_to(spica::io::State& state) {
    state.add("adam", adam).add("batch", batch).add("learning_rate", learning_rate).add("seed", seed);
  }
};

inline Settings settings_of(const Options& options) {
  return {options.optimizer == "adam", options.batch, options.learning_rate, options.seed};
}

/// Refuses to go on from a checkpoint with other settings than it was trained with, and with an impossible epoch.
/// @throws ValueError; IoError when the checkpoint cannot be read.
inline void require_same_settings(const std::string& checkpoint, const Settings& now) {
  Settings before{};
  int epoch = 0;
  spica::io::State numbers;
  before.add_to(numbers);
  spica::io::load(checkpoint, numbers.add("epoch", epoch));
  const auto require_equal = [&](const char* option, const auto& was, const auto& is) {
    if (was == is) return;
    std::ostringstream text;
    text.precision(15);  // as many digits as every double keeps
    text << "--resume: " << checkpoint << " was trained with " << option << ' ' << was << ", not " << is;
    throw spica::ValueError(text.str());
  };
  const auto optimizer = [](bool adam) { return std::string(adam ? "adam" : "sgd"); };
  require_equal("--optimizer", optimizer(before.adam), optimizer(now.adam));
  require_equal("--batch", before.batch, now.batch);
  require_equal("--lr", before.learning_rate, now.learning_rate);
  require_equal("--seed", before.seed, now.seed);
  if (epoch >= 0) return;
  throw spica::ValueError("--resume: the epoch of " + checkpoint + " is " + std::to_string(epoch));
}

/// Refuses to write over a file that another option names. @throws ValueError
inline void require_different_files(const Options& options) {
  const auto place = [](const std::string& file) {
    std::error_code error;
    const auto resolved = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
    return error ? std::filesystem::path(file) : resolved;
  };
  const auto require = [&](const char* option, const std::string& written, const char* other, const std::string& file) {
    if (written.empty() || place(written) != place(file)) return;
    throw spica::ValueError(std::string(option) + " and " + other + " name one file, " + file +
                            "; give each a file of its own");
  };
  require("--checkpoint", options.checkpoint, "--history", options.history);
  require("--checkpoint", options.checkpoint, "--data", options.data);
  require("--history", options.history, "--data", options.data);
}

/// Trains, or with --evaluate only loads, and returns the accuracy on the test images.
template <class Space>
double run(const spica::Device<Space>& device, const Options& options) {
  require_different_files(options);
  const Digits<Space> digits = load_digits(device, options.data);
  Network<Space> network = make_network(device, options.seed);
  if (!options.evaluate.empty()) {
    spica::io::load(options.evaluate, network);
    return accuracy(network, digits.test_images, digits.test_labels);
  }

  const auto optimizer = make_optimizer(options, network);
  Settings settings = settings_of(options);
  int epoch = 0;
  spica::io::State state;
  state.add(network).add(*optimizer).add("epoch", epoch);
  settings.add_to(state);
  std::error_code ignored;  // a path that leads nowhere is refused by save
  if (options.resume && std::filesystem::exists(options.checkpoint, ignored)) {
    require_same_settings(options.checkpoint, settings);
    spica::io::load(options.checkpoint, state);
    if (!options.quiet) {
      std::cout << "resumed from " << options.checkpoint << ", after epoch " << epoch << std::endl;
    }
  }

  const auto save = [&] {
    if (!options.checkpoint.empty()) spica::io::save(options.checkpoint, state);
  };
  // Files that cannot be written are found out now, not after the first epoch, and before either is changed.
  require_writable_history(options.history);
  if (epoch < options.epochs) save();
  History history(options.history, epoch);
  Progress progress(options.epochs, options.quiet);
  double test_accuracy = accuracy(network, digits.test_images, digits.test_labels);
  while (epoch < options.epochs) {
    const auto start = std::chrono::steady_clock::now();
    const double loss = train_one_epoch(network, *optimizer, digits, options, epoch + 1, progress);
    ++epoch;
    const double train_accuracy = accuracy(network, digits.train_images, digits.train_labels);
    test_accuracy = accuracy(network, digits.test_images, digits.test_labels);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.epoch(epoch, loss, train_accuracy, test_accuracy, seconds);
    history.add(epoch, loss, train_accuracy, test_accuracy, seconds);
    save();
  }
  return test_accuracy;
}

}  // namespace apps::train

#endif
