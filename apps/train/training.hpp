// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TRAIN_TRAINING_HPP
#define SPICA_APPS_TRAIN_TRAINING_HPP

#include <spica/spica.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "train/digits.hpp"
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

/// One line an epoch of a table that spreadsheets and NumPy read.
class History {
 public:
  /// @throws IoError when the file cannot be written.
  History(const std::string& path, bool append) : path_(path) {
    if (path.empty()) return;
    const bool has_header = append && std::filesystem::exists(path);
    file_.open(path, append ? std::ios::app : std::ios::trunc);
    if (!has_header) file_ << "epoch,loss,train_accuracy,test_accuracy,seconds\n";
    require_good();
  }
  void add(int epoch, double loss, double train_accuracy, double test_accuracy, double seconds) {
    if (path_.empty()) return;
    file_ << epoch << ',' << loss << ',' << train_accuracy << ',' << test_accuracy << ',' << seconds << std::endl;
    require_good();
  }

 private:
  void require_good() const {
    if (!file_) throw spica::IoError("--history " + path_ + ": the file cannot be written");
  }

  std::string path_;
  std::ofstream file_;
};

/// Says before the first epoch what would otherwise be found out after it.
/// @throws IoError when no file can be made in the checkpoint's folder.
inline void require_writable_folder(const std::string& checkpoint) {
  if (checkpoint.empty()) return;
  std::filesystem::path folder = std::filesystem::path(checkpoint).parent_path();
  if (folder.empty()) folder = ".";
  if (access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw spica::IoError("--checkpoint " + checkpoint +
                       ": the folder cannot be written: " + std::generic_category().message(errno));
}

/// Trains, or with --evaluate only loads, and returns the accuracy on the test images.
template <class Space>
double run(const spica::Device<Space>& device, const Options& options) {
  const Digits<Space> digits = load_digits(device, options.data);
  Network<Space> network = make_network(device, options.seed);
  if (!options.evaluate.empty()) {
    spica::io::load(options.evaluate, network);
    return accuracy(network, digits.test_images, digits.test_labels);
  }

  require_writable_folder(options.checkpoint);
  const auto optimizer = make_optimizer(options, network);
  int epoch = 0;
  spica::io::State state;
  std::uint64_t seed = options.seed;
  state.add(network).add(*optimizer).add("epoch", epoch).add("seed", seed);
  const bool going_on = options.resume && std::filesystem::exists(options.checkpoint);
  if (going_on) {
    spica::io::load(options.checkpoint, state);
    if (seed != options.seed) {
      throw spica::ValueError("--resume: " + options.checkpoint + " was trained with --seed " + std::to_string(seed) +
                              ", not " + std::to_string(options.seed));
    }
    if (!options.quiet) std::cout << "going on after epoch " << epoch << " of " << options.checkpoint << std::endl;
  }

  History history(options.history, going_on);
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
    if (!options.checkpoint.empty()) spica::io::save(options.checkpoint, state);
  }
  return test_accuracy;
}

}  // namespace apps::train

#endif
