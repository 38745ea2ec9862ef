// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few operations at every rank: elsewhere operands have axes of extent 1 in front up to rank 4.
#include "golden/support/operations.hpp"

#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

namespace spica::test::golden {

namespace {

template <class T, int A, int B>
void add_sum_of_ranks(Operations& ops) {
  const std::string ranks = ".rank" + std::to_string(A) + std::to_string(B);
  ops.add<T, T>("add" + ranks, [](Call& c) { return evaluate<T>(c.x<T, A>() + c.y<T, B>()); });
}

template <class T, int Rank>
void add_reductions_of_rank(Operations& ops) {
  const std::string rank = ".rank" + std::to_string(Rank);
  ops.add<T>("sum" + rank, [](Call& c) { return elements_of(sum(c.x<T, Rank>())); });
  if constexpr (Rank > 0) {
    ops.add<T>("sum.axis" + rank, [](Call& c) { return elements_of(sum(c.x<T, Rank>(), c.axis(Rank))); });
    ops.add<T>("argmax.axis" + rank, [](Call& c) { return elements_of(argmax(c.x<T, Rank>(), c.axis(Rank))); });
  }
}

}  // namespace

void add_ranks(Operations& ops) {
  add_sum_of_ranks<double, 0, 0>(ops);
  add_sum_of_ranks<double, 1, 0>(ops);
  add_sum_of_ranks<double, 2, 1>(ops);
  add_sum_of_ranks<double, 3, 1>(ops);
  add_sum_of_ranks<double, 3, 3>(ops);
  add_sum_of_ranks<double, 8, 3>(ops);
  add_sum_of_ranks<double, 8, 8>(ops);
  add_reductions_of_rank<double, 0>(ops);
  add_reductions_of_rank<double, 1>(ops);
  add_reductions_of_rank<double, 3>(ops);
  add_reductions_of_rank<double, 8>(ops);
}

}  // namespace spica::test::golden
