// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "train/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace apps::train {

Progress::Progress(int epochs, bool quiet) : epochs_(epochs), quiet_(quiet), terminal_(isatty(STDOUT_FILENO) == 1) {}

void Progress::batch(int epoch, long done, long total) {
  const auto now = Clock::now();
  if (quiet_ || !terminal_ || now - last_drawn_ < std::chrono::milliseconds(100)) return;
  last_drawn_ = now;
  constexpr long width = 30;
  const auto filled = static_cast<int>(width * done / total);
  std::printf("\repoch %2d/%d [%s%s] %3ld%%", epoch, epochs_,
              std::string(static_cast<std::size_t>(filled), '=').c_str(),
              std::string(static_cast<std::size_t>(width - filled), ' ').c_str(), 100 * done / total);
  std::fflush(stdout);
}

void Progress::epoch(int epoch, double loss, double train_accuracy, double test_accuracy, double seconds) {
  if (quiet_) return;
  std::printf("%sepoch %2d/%d  loss %.4f  train accuracy %.3f  test accuracy %.3f  %.2f s\n",
              terminal_ ? "\r\033[K" : "", epoch, epochs_, loss, train_accuracy, test_accuracy, seconds);
  std::fflush(stdout);
}

}  // namespace apps::train
