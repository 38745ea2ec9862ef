// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/array/detail/footprint.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

namespace spica::detail {

namespace {

/// The multiples 0, 1, ..., `most` of `step`, which is at least 1.
struct Multiples {
  std::int64_t step;
  std::int64_t most;
};

/// Sums of one multiple of each term.
struct Sums {
  Multiples term[2 * max_rank + 2];
  int n = 0;

  void add(std::int64_t step, std::int64_t most) {
    if (most > 0) term[n++] = {step, most};
  }
  void sort() {
    std::sort(term, term + n, [](const Multiples& a, const Multiples& b) { return a.step > b.step; });
  }
};

/// The addresses from the first byte to behind the last; both 0 for nothing.
struct Span {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

Span span_of(const Footprint& f) {
  if (f.data == nullptr) return {};
  std::int64_t below = 0;
  std::int64_t above = 1;
  for (int d = 0; d < f.rank; ++d) {
    if (f.extent[d] == 0) return {};
    (f.stride[d] < 0 ? below : above) += (f.extent[d] - 1) * f.stride[d];
  }
  const auto first = reinterpret_cast<std::uintptr_t>(f.data);
  return {first - static_cast<std::uintptr_t>(-below * f.element_bytes),
          first + static_cast<std::uintptr_t>(above * f.element_bytes)};
}

bool meet(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }

/// Adds the terms whose sums are where the bytes of `f` are, from the first one on.
void add_bytes(Sums& sums, const Footprint& f) {
  for (int d = 0; d < f.rank; ++d) {
    if (f.stride[d] != 0) sums.add(std::abs(f.stride[d]) * f.element_bytes, f.extent[d] - 1);
  }
  sums.add(1, f.element_bytes - 1);
}

/// Joins terms whose sums are the multiples of the smaller step without a gap: rows that follow each other, and the
/// rows of two parts of one array.
void join(Sums& sums) {
  sums.sort();
  Multiples* joined = sums.term + sums.n;  // from here to the end: joined
  for (int t = sums.n - 1; t >= 0; --t) {
    const Multiples term = sums.term[t];
    if (joined != sums.term + sums.n && term.step % joined->step == 0 && term.step / joined->step - 1 <= joined->most) {
      joined->most += term.step / joined->step * term.most;
    } else {
      *--joined = term;
    }
  }
  sums.n = static_cast<int>(std::move(joined, sums.term + sums.n, sums.term) - sums.term);
}

/// Whether one of the sums of terms by falling step is `sum`. For parts of one array there are at most two multiples of
/// each term to try; when `tries` run out, says yes.
bool reach(const Multiples* term, const Multiples* end, std::int64_t sum, std::int64_t& tries) {
  if (sum == 0) return true;
  if (sum < 0 || term == end) return false;
  std::int64_t rest = 0;  // the most that the smaller terms add, always a multiple of `divisor`
  std::int64_t divisor = 0;
  for (const Multiples* smaller = term + 1; smaller != end; ++smaller) {
    rest += smaller->step * smaller->most;
    divisor = std::gcd(divisor, smaller->step);
  }
  if (sum % std::gcd(divisor, term->step) != 0) return false;
  const std::int64_t least = sum <= rest ? 0 : (sum - rest + term->step - 1) / term->step;
  for (std::int64_t multiple = std::min(term->most, sum / term->step); multiple >= least; --multiple) {
    if (--tries < 0 || reach(term + 1, end, sum - multiple * term->step, tries)) return true;
  }
  return false;
}

bool reach(Sums sums, std::int64_t sum, std::int64_t tries) {
  join(sums);
  return reach(sums.term, sums.term + sums.n, sum, tries);
}

}  // namespace

bool spans_meet(const Footprint& a, const Footprint& b) { return meet(span_of(a), span_of(b)); }

bool same_elements(const Footprint& a, const Footprint& b) {
  if (a.data != b.data || a.rank != b.rank) return false;
  for (int d = 0; d < a.rank; ++d) {
    if (a.extent[d] != b.extent[d] || (a.extent[d] > 1 && a.stride[d] != b.stride[d])) return false;
  }
  return true;
}

bool share_elements(const Footprint& a, const Footprint& b) {
  const Span first = span_of(a);
  const Span second = span_of(b);
  if (!meet(first, second)) return false;
  // A byte is of both where a sum of the first, less one of the second, is the distance of their beginnings. The second
  // is counted backwards from its last byte, so that its terms are added.
  Sums sums;
  add_bytes(sums, a);
  add_bytes(sums, b);
  return reach(sums, static_cast<std::int64_t>(second.end - 1 - first.begin), 1000);
}

bool repeats_elements(const Footprint& f) {
  bool standing = false;  // an axis of stride 0
  for (int d = 0; d < f.rank; ++d) {
    if (f.extent[d] == 0) return false;
    standing = standing || (f.extent[d] > 1 && f.stride[d] == 0);
  }
  if (standing) return true;
  Sums sums;
  add_bytes(sums, f);
  sums.sort();
  // Two indices lead to one byte where the first term in which they differ, by a step or more, is made up for by the
  // differences in the smaller ones, each counted from its least.
  std::int64_t rest = 0;
  for (int t = sums.n - 1; t >= 0; --t) {
    const Multiples& term = sums.term[t];
    if (rest >= term.step) {
      Sums differences;
      differences.add(term.step, term.most - 1);
      for (int e = t + 1; e < sums.n; ++e) differences.add(sums.term[e].step, 2 * sums.term[e].most);
      if (reach(differences, rest - term.step, 1000000)) return true;
    }
    rest += term.step * term.most;
  }
  return false;
}

void throw_repeated(const char* function, const char* target) {
  throw ValueError(std::string(function) + ": aliasing: " + target +
                   " has two elements in one place (a stride of 0, or rows that reach into each other), which cannot "
                   "hold two results; write into an array without that");
}

}  // namespace spica::detail
