// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_APPS_TRAIN_HISTORY_HPP
#define SPICA_APPS_TRAIN_HISTORY_HPP

#include <fstream>
#include <string>

namespace apps::train {

/// Changes nothing. An empty `path` can be written. @throws IoError when the history `path` cannot be written.
void require_writable_history(const std::string& path);

/// A table with one line per epoch that spreadsheets and NumPy read.
class History {
 public:
  /// Of a table that is there already the lines of epochs 1 to `last_epoch` are kept: what follows them is trained
  /// again after a resumption. An empty `path` writes nothing. @throws IoError when the file cannot be written.
  History(const std::string& path, int last_epoch);

  /// Appends a line. @throws IoError
  void add(int epoch, double loss, double train_accuracy, double test_accuracy, double seconds);

 private:
  void require_good() const;

  std::string path_;
  std::ofstream file_;
};

}  // namespace apps::train

#endif
