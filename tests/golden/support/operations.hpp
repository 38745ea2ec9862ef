// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_TESTS_GOLDEN_SUPPORT_OPERATIONS_HPP
#define SPICA_TESTS_GOLDEN_SUPPORT_OPERATIONS_HPP

// Which call of Spica's each operation of the table is. To add an operation:
//   1. a line in a file of scripts/golden: its name, its element types, NumPy's function and the tolerance;
//   2. a line beside those of its kind in one of the files here, `ops.add<T>("exp", [](Call& c) { ... });`;
//   3. scripts/make-golden.

#include "golden/support/call.hpp"

#include <map>
#include <string>

namespace spica::test::golden {

class Operations {
 public:
  using Run = Elements (*)(Call& call);

  /// The call for operands of the types Ts.
  template <class... Ts>
  void add(const std::string& operation, Run run) {
    runs_[(operation + ... + (' ' + detail::type_name<Ts>()))] = run;
  }

  /// By `Case::key()`.
  const std::map<std::string, Run>& runs() const { return runs_; }

 private:
  std::map<std::string, Run> runs_;
};

void add_elementwise(Operations& ops);
void add_elementwise_more_types(Operations& ops);
void add_elementwise_mixed(Operations& ops);
void add_math(Operations& ops);
void add_whole_numbers(Operations& ops);
void add_reductions(Operations& ops);
void add_shaping(Operations& ops);
void add_arranging(Operations& ops);
void add_indexing(Operations& ops);
void add_sorting(Operations& ops);
void add_linalg(Operations& ops);
void add_decompositions(Operations& ops);
void add_ranks(Operations& ops);

/// All of them.
const Operations& all_operations();

/// Runs one case. Returns what is wrong; empty where nothing is.
std::string run_case(const Case& entry);

}  // namespace spica::test::golden

#endif
