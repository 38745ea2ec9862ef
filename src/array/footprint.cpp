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
  std::int64_t largest() const {
    std::int64_t sum = 0;
    for (int t = 0; t < n; ++t) sum += term[t].step * term[t].most;
    return sum;
  }
  void sort() {
    std::sort(term, term + n, [](const Multiples& a, const Multiples& b) { return a.step > b.step; });
  }
};

/// Where the bytes of a footprint are: `begin` plus each of the sums.
struct Bytes {
  std::uintptr_t begin;
  Sums sums;
  std::uintptr_t last() const { return begin + static_cast<std::uintptr_t>(sums.largest()); }
};

bool is_empty(const Footprint& f) {
  return f.data == nullptr || std::find(f.extent, f.extent + f.rank, 0) != f.extent + f.rank;
}

Bytes bytes_of(const Footprint& f) {
  Bytes bytes{reinterpret_cast<std::uintptr_t>(f.data), {}};
  for (int d = 0; d < f.rank; ++d) {
    const std::int64_t most = f.extent[d] - 1;
    const std::int64_t step = f.stride[d] * f.element_bytes;
    if (step < 0) bytes.begin -= static_cast<std::uintptr_t>(-step * most);
    if (step != 0) bytes.sums.add(std::abs(step), most);
  }
  bytes.sums.add(1, f.element_bytes - 1);
  return bytes;
}

bool meet(const Bytes& a, const Bytes& b) { return a.begin <= b.last() && b.begin <= a.last(); }

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

bool spans_meet(const Footprint& a, const Footprint& b) {
  return !is_empty(a) && !is_empty(b) && meet(bytes_of(a), bytes_of(b));
}

bool share_elements(const Footprint& a, const Footprint& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const Bytes first = bytes_of(a);
  const Bytes second = bytes_of(b);
  if (!meet(first, second)) return false;
  // A byte is of both where a sum of the first, less one of the second, is the distance of their beginnings. The second
  // is counted backwards from its last byte, so that its terms are added.
  Sums all = first.sums;
  for (int t = 0; t < second.sums.n; ++t) all.add(second.sums.term[t].step, second.sums.term[t].most);
  return reach(all, static_cast<std::int64_t>(second.last() - first.begin), 1000);
}

bool repeats_elements(const Footprint& f) {
  if (is_empty(f)) return false;
  for (int d = 0; d < f.rank; ++d) {
    if (f.extent[d] > 1 && f.stride[d] == 0) return true;
  }
  Sums sums = bytes_of(f).sums;
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
