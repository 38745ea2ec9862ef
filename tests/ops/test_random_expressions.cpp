// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions of random shapes, layouts and slices against an interpreter that computes one element after the other.
#include "ops/support/random_leaves.hpp"
#include "support/expect.hpp"

#include <gtest/gtest.h>

#include <spica/array/transform.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/comparison.hpp>
#include <spica/ops/math.hpp>
#include <spica/ops/reduce.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace spica::test {
namespace {

constexpr unsigned rounds = 60;

/// Six shapes that broadcast together.
class Leaves {
 public:
  explicit Leaves(unsigned seed) : dice_(seed), shape_(random_shape(dice_)) {}
  template <class T = double>
  Leaf<T> next() {
    return random_leaf<T>(dice_, random_partner(dice_, shape_));
  }
  Dice& dice() { return dice_; }

 private:
  Dice dice_;
  Index shape_;
};

template <class... Ts>
Index common_shape(const Leaf<Ts>&... leaves) {
  Index shape(leaf_rank, 1);
  for (const Index& one : {leaves.placement.shape...}) {
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] = shape[d] == 1 ? one[d] : shape[d];
  }
  return shape;
}

/// The interpreter: `f` of the leaves' elements at each index, in row-major order.
template <class T, class F, class... Ts>
std::vector<T> interpret(const Index& shape, const F& f, const Leaf<Ts>&... leaves) {
  std::vector<T> result;
  for_each_index(shape, [&](const Index& index) { result.push_back(static_cast<T>(f(leaves.at(index)...))); });
  return result;
}

/// Whether the expression has, everywhere, the value that `f` gives of the leaves' elements.
template <class E, class F, class... Ts>
::testing::AssertionResult agrees(const E& expression, const F& f, const Leaf<Ts>&... leaves) {
  using T = typename E::value_type;
  const Array<T, leaf_rank, LeafSpace> computed(expression);
  const Index shape = common_shape(leaves...);
  return matches(computed, shape, interpret<T>(shape, f, leaves...));
}

/// The same along one axis: `join` of the values so far and the next, which begin with `start`.
template <class T, class F, class... Ts>
std::vector<T> interpret_along(std::size_t axis, T start, const F& f, const Leaf<Ts>&... leaves) {
  const Index shape = common_shape(leaves...);
  Index kept = shape;
  kept[axis] = 1;
  std::vector<T> result(static_cast<std::size_t>(count_of(kept)), start);
  for_each_index(shape, [&](const Index& index) {
    Index at = index;
    at[axis] = 0;
    T& value = result[position_of(at, kept)];
    value = f(value, leaves.at(index)...);
  });
  return result;
}

std::string seed_text(unsigned seed) { return "seed " + std::to_string(seed); }

TEST(RandomExpressions, OfTwoAndThreeOperands) {
  for (unsigned seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    Leaves leaves(seed);
    const auto a = leaves.next();
    const auto b = leaves.next();
    const auto c = leaves.next();
    const auto& x = a.array;
    const auto& y = b.array;
    const auto& z = c.array;
    EXPECT_TRUE(agrees(
        x * 2.0 - y, [](double p, double q) { return p * 2 - q; }, a, b));
    EXPECT_TRUE(agrees((x + y) * (z - x), [](double p, double q, double r) { return (p + q) * (r - p); }, a, b, c));
    EXPECT_TRUE(agrees(
        maximum(x, y) + minimum(y, z), [](double p, double q, double r) { return (p > q ? p : q) + (q < r ? q : r); },
        a, b, c));
    EXPECT_TRUE(agrees(
        where(x == y, z * 2.0, -x), [](double p, double q, double r) { return p == q ? r * 2 : -p; }, a, b, c));
  }
}

TEST(RandomExpressions, OfSeveralElementTypes) {
  for (unsigned seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    Leaves leaves(1000 + seed);
    const auto a = leaves.next<std::int32_t>();
    const auto b = leaves.next<std::int32_t>();
    const auto c = leaves.next<float>();
    const auto d = leaves.next<double>();
    EXPECT_TRUE(agrees(
        a.array * b.array - 3, [](std::int32_t p, std::int32_t q) { return p * q - 3; }, a, b));
    EXPECT_TRUE(agrees(
        cast<std::int32_t>(d.array) + a.array,
        [](double p, std::int32_t q) { return static_cast<std::int32_t>(p) + q; }, d, a));
    EXPECT_TRUE(agrees(
        a.array * 0.5 + c.array * d.array,
        [](std::int32_t p, float q, double r) { return p * 0.5 + static_cast<double>(q) * r; }, a, c, d));
    EXPECT_TRUE(agrees(
        c.array * 2.0 + c.array, [](float p) { return p * 2 + p; }, c));
  }
}

TEST(RandomExpressions, OfSixOperands) {
  for (unsigned seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    Leaves leaves(2000 + seed);
    const auto a = leaves.next();
    const auto b = leaves.next();
    const auto c = leaves.next();
    const auto d = leaves.next();
    const auto e = leaves.next();
    const auto f = leaves.next();
    EXPECT_TRUE(
        agrees((a.array + b.array) * (c.array - d.array) + e.array * f.array,
               [](double p, double q, double r, double s, double t, double u) { return (p + q) * (r - s) + t * u; }, a,
               b, c, d, e, f));
    EXPECT_TRUE(agrees(
        where(a.array > b.array, c.array, d.array) + where(e.array >= 0.0, f.array, 1.0),
        [](double p, double q, double r, double s, double t, double u) { return (p > q ? r : s) + (t >= 0 ? u : 1); },
        a, b, c, d, e, f));
  }
}

/// The shape without this axis.
Index without(Index shape, std::size_t axis) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return shape;
}

TEST(RandomExpressions, ThatEndInAReduction) {
  for (unsigned seed = 0; seed < rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    Leaves leaves(3000 + seed);
    const auto a = leaves.next();
    const auto b = leaves.next();
    const auto c = leaves.next();
    const auto axis = static_cast<std::size_t>(leaves.dice().roll(0, leaf_rank - 1));
    const Index two = common_shape(a, b);
    double total = 0;
    for (const double value : interpret<double>(
             two, [](double p, double q) { return p * q; }, a, b)) {
      total += value;
    }
    EXPECT_TRUE(matches(sum(a.array * b.array), {}, {total}));
    EXPECT_TRUE(matches(
        sum(where(a.array < b.array, a.array, c.array), axis), without(common_shape(a, b, c), axis),
        interpret_along<double>(
            axis, 0, [](double so_far, double p, double q, double r) { return so_far + (p < q ? p : r); }, a, b, c)));
    if (two[axis] == 0) continue;
    EXPECT_TRUE(matches(max(a.array - b.array, axis), without(two, axis),
                        interpret_along<double>(
                            axis, -std::numeric_limits<double>::infinity(),
                            [](double so_far, double p, double q) { return p - q > so_far ? p - q : so_far; }, a, b)));
  }
}

/// A target and two operands in one block of memory, wherever they happen to lie in it.
struct Overlap {
  Dice dice;
  Index shape;
  Placement placements[3];
  std::int64_t needed = 1;
  std::unique_ptr<LeafMemory<double>> memory;

  explicit Overlap(unsigned seed) : dice(seed), shape(random_shape(dice)) {
    std::int64_t most[3];
    for (int i = 0; i < 3; ++i) {
      placements[i] = random_placement(dice, i == 0 ? shape : random_partner(dice, shape), i > 0, most[i]);
      needed = std::max(needed, most[i]);
    }
    // A third of the operands lie as the target does, or as its first two axes exchanged.
    if (dice.one_in(3)) placements[1] = placements[0];
    const Index& extents = placements[1].shape;
    if (dice.one_in(3) && extents[0] == extents[1]) {
      std::swap(placements[1].strides[0], placements[1].strides[1]);
    }
    needed += 4;
    for (Placement& placement : placements) placement.first += dice.roll(0, 2);
    memory = std::make_unique<LeafMemory<double>>(dice, needed + 4);
  }

  LeafArray<double> array(int i) const { return array_at(*memory, placements[i]); }

  /// Memory after f(target, first, second) was written into the target, everything read before.
  template <class F>
  std::vector<double> after(const F& f) const {
    std::vector<double> values = memory->values;
    for_each_index(shape, [&](const Index& index) {
      const auto at = [&](int i) { return static_cast<std::size_t>(placements[i].place(index)); };
      values[at(0)] = f(memory->values[at(0)], memory->values[at(1)], memory->values[at(2)]);
    });
    return values;
  }
};

TEST(RandomInPlace, AssignReadsEverythingFirst) {
  for (unsigned seed = 0; seed < 4 * rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    const Overlap overlap(4000 + seed);
    assign(overlap.array(0), overlap.array(1) * 2.0 - overlap.array(2));
    EXPECT_EQ(overlap.memory->now(), overlap.after([](double, double p, double q) { return p * 2 - q; }));
  }
}

TEST(RandomInPlace, AddingReadsEverythingFirst) {
  for (unsigned seed = 0; seed < 4 * rounds; ++seed) {
    SCOPED_TRACE(seed_text(seed));
    const Overlap overlap(5000 + seed);
    overlap.array(0) += overlap.array(1);
    EXPECT_EQ(overlap.memory->now(), overlap.after([](double t, double p, double) { return t + p; }));
  }
}

}  // namespace
}  // namespace spica::test
