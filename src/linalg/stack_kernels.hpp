// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_SRC_LINALG_STACK_KERNELS_HPP
#define SPICA_SRC_LINALG_STACK_KERNELS_HPP

// What is done to matrices before and after the library's calls: copies and checks. One element or one matrix a turn.

#include <spica/device/detail/launch.hpp>
#include <spica/device/detail/status_flag.hpp>
#include <spica/device/error.hpp>
#include <spica/linalg/detail/stack.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace spica::detail {

// ---- copies --------------------------------------------------------------------------------------------------------

/// What of a matrix is copied; the rest is zero.
enum class Part { all, upper, lower_with_ones };

/// The first rows and columns of column-major matrices, to row-major ones.
template <class T>
struct CopyPart {
  Stack<T> from;
  T* to;
  std::int64_t rows;
  std::int64_t columns;
  Part part;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    const std::int64_t j = at % columns;
    const std::int64_t i = at / columns % rows;
    const std::int64_t number = at / columns / rows;
    T value = from.data[number * from.rows * from.columns + j * from.rows + i];
    if (part == Part::upper && i > j) value = T(0);
    if (part == Part::lower_with_ones && i <= j) value = i == j ? T(1) : T(0);
    to[at] = value;
  }
};

template <class T, class Space>
void copy_part(const Device<Space>& device, const Stack<T>& from, T* to, std::int64_t rows, std::int64_t columns,
               Part part, const char* function) {
  launch(std::string(function) + "::unpack", device.instance(), from.count * rows * columns,
         CopyPart<T>{from, to, rows, columns, part});
}

// ---- checks --------------------------------------------------------------------------------------------------------

template <class T>
KOKKOS_INLINE_FUNCTION bool is_finite(const T& x) {
  if constexpr (is_complex<T>) {
    return is_finite(x.real()) && is_finite(x.imag());
  } else {
    return x - x == T(0);
  }
}

/// info[i] = 0.
struct ClearInfo {
  int* info;
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const { info[i] = 0; }
};

/// info of a matrix becomes 1 when it holds NaN or infinity, which are overwritten: a library may run for ever on them.
template <class T>
struct FindNotFinite {
  Stack<T> a;
  bool lower_only;
  int* info;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    const std::int64_t i = at % a.rows;
    const std::int64_t j = at / a.rows % a.columns;
    if ((lower_only && i < j) || is_finite(a.data[at])) return;
    a.data[at] = T(0);
    Kokkos::atomic_exchange(&info[at / a.rows / a.columns], 1);
  }
};

/// info of a matrix becomes the order of its first leading minor that is not positive, for NaN that the library passed.
template <class T>
struct CheckDiagonal {
  Stack<T> factors;
  int* info;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    if (info[number] != 0) return;
    const T* matrix = factors.data + number * factors.rows * factors.columns;
    for (std::int64_t i = 0; i < factors.rows; ++i) {
      const T pivot = matrix[i * factors.rows + i];
      bool positive = false;
      if constexpr (is_complex<T>) {
        positive = pivot.real() > 0;
      } else {
        positive = pivot > 0;
      }
      if (!positive) {
        info[number] = static_cast<int>(i + 1);
        return;
      }
    }
  }
};

/// Sets the device's flag for a bad matrix.
struct NoteFault {
  const int* info;
  BadValue kind;
  StatusFlag flag;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t i) const {
    if (info[i] == 0) return;
    flag.set(kind, i, kind == BadValue::singular ? info[i] - 1 : info[i], 0);
  }
};

/// The results of bad matrices become NaN.
template <class T>
struct Poison {
  const int* info;
  T* results;
  std::int64_t each;  // elements a matrix

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t at) const {
    constexpr RealOf<T> nan = std::numeric_limits<RealOf<T>>::quiet_NaN();
    if (info[at / each] != 0) results[at] = T(nan);
  }
};

/// What is to be done about bad matrices, whose info is not 0.
template <class Space>
struct Faults {
  const Device<Space>& device;
  const int* info;
  std::int64_t count;
  const char* function;

  /// On the host, @throws ValueError for the first one; on a GPU sets the flag.
  void report(BadValue kind) const {
    if constexpr (is_host_space<Space>) {
      for (std::int64_t i = 0; i < count; ++i) {
        if (info[i] == 0) continue;
        const std::string which = count == 1 ? "A " : "matrix " + std::to_string(i) + " of the stack A ";
        throw ValueError(std::string(function) + ": " + which +
                         matrix_fault(kind, kind == BadValue::singular ? info[i] - 1 : info[i]));
      }
    } else {
      launch(std::string(function) + "::check", device.instance(), count,
             NoteFault{info, kind, StatusFlag(status_record<Space>(device.number()))});
    }
  }

  /// On a GPU, makes the results of bad matrices NaN. The host has thrown.
  template <class T>
  void poison([[maybe_unused]] T* results, [[maybe_unused]] std::int64_t each) const {
    if constexpr (!is_host_space<Space>) {
      launch(std::string(function) + "::poison", device.instance(), count * each, Poison<T>{info, results, each});
    }
  }
};

/// Looks for NaN and infinity in the matrices, or in their lower triangles.
template <class T, class Space>
void find_not_finite(const Device<Space>& device, const Stack<T>& a, bool lower_only, int* info, const char* function) {
  launch(std::string(function) + "::clear", device.instance(), a.count, ClearInfo{info});
  launch(std::string(function) + "::finite", device.instance(), a.count * a.size(),
         FindNotFinite<T>{a, lower_only, info});
}

}  // namespace spica::detail

#endif
