// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TRAIN_PROGRESS_HPP
#define SPICA_APPS_TRAIN_PROGRESS_HPP

#include <chrono>
#include <string>

namespace apps::train {

/// Shows how far a training has come: on a terminal a bar that is redrawn, elsewhere one line an epoch.
class Progress {
 public:
  /// `quiet` shows nothing at all.
  Progress(int epochs, bool quiet);

  /// Called while an epoch runs: `done` of `total` images are behind it. Only a terminal shows it, at most ten times a
  /// second.
  void batch(int epoch, long done, long total);

  /// Called at an epoch's end with what was reached.
  void epoch(int epoch, double loss, double train_accuracy, double test_accuracy, double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  int epochs_;
  bool quiet_;
  bool terminal_;
  Clock::time_point last_drawn_{};
};

}  // namespace apps::train

#endif
