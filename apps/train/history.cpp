// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "train/history.hpp"

#include <spica/device/error.hpp>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace apps::train {
namespace {

constexpr const char* heading = "epoch,loss,train_accuracy,test_accuracy,seconds\n";

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The heading, and the lines whose epochs are from 1 to `last_epoch`.
std::string kept_of(const std::string& table, int last_epoch) {
  std::string kept = heading;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const long epoch = std::strtol(line.c_str(), nullptr, 10);  // 0 for the heading
    if (epoch >= 1 && epoch <= last_epoch) kept += line + '\n';
  }
  return kept;
}

[[noreturn]] void fail(const std::string& path) {
  throw spica::IoError("--history " + path + ": the file cannot be written");
}

}  // namespace

void require_writable_history(const std::string& path) {
  if (path.empty()) return;
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(path, ignored);
  if (!std::ofstream(path, std::ios::app)) fail(path);
  if (is_new) std::filesystem::remove(std::filesystem::canonical(path, ignored), ignored);  // not a link to it
}

History::History(const std::string& path, int last_epoch) : path_(path) {
  if (path.empty()) return;
  std::error_code ignored;
  const bool goes_on = last_epoch > 0 && std::filesystem::is_regular_file(path, ignored);
  const std::string before = goes_on ? contents(path) : "";
  const std::string kept = kept_of(before, last_epoch);
  file_.open(path, kept == before ? std::ios::app : std::ios::trunc);
  if (kept != before) file_ << kept << std::flush;
  require_good();
}

void History::add(int epoch, double loss, double train_accuracy, double test_accuracy, double seconds) {
  if (path_.empty()) return;
  file_ << epoch << ',' << loss << ',' << train_accuracy << ',' << test_accuracy << ',' << seconds << std::endl;
  require_good();
}

void History::require_good() const {
  if (!file_) fail(path_);
}

}  // namespace apps::train
