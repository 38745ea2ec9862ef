// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/support/operations.hpp"

#include <spica/device/error.hpp>

#include <exception>

namespace spica::test::golden {

const Operations& all_operations() {
  static const Operations all = [] {
    Operations ops;
    add_elementwise(ops);
    add_elementwise_more_types(ops);
    add_elementwise_mixed(ops);
    add_math(ops);
    add_whole_numbers(ops);
    add_reductions(ops);
    add_shaping(ops);
    add_arranging(ops);
    add_indexing(ops);
    add_sorting(ops);
    add_linalg(ops);
    add_decompositions(ops);
    add_ranks(ops);
    return ops;
  }();
  return all;
}

namespace {

std::string thrown(const Case& entry, const std::string& type, const std::exception& error) {
  return entry.error == type ? "" : "threw " + type + ": " + error.what();
}

}  // namespace

std::string run_case(const Case& entry) {
  const auto found = all_operations().runs().find(entry.key());
  if (found == all_operations().runs().end()) return "no file of tests/golden/support has a call for it";
  try {
    Call call(entry);
    const Elements got = found->second(call);
    if (!entry.error.empty()) return "threw nothing, expected " + entry.error;
    const std::string wrong = difference(entry, got);
    return wrong.empty() ? call.damage() : wrong;
  } catch (const ShapeError& error) {
    return thrown(entry, "ShapeError", error);
  } catch (const ValueError& error) {
    return thrown(entry, "ValueError", error);
  } catch (const std::exception& error) {
    return thrown(entry, "another exception", error);
  }
}

}  // namespace spica::test::golden
