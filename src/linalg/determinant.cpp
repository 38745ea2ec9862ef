// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/linalg/detail/decompose.hpp>

#include <limits>
#include <string>

#include "buffer.hpp"
#include "cusolver_library.hpp"
#include "stack_kernels.hpp"

namespace spica::detail {

namespace {

/// What determinants are computed in: float in double, where it is exact.
template <class T>
using DeterminantType = std::conditional_t<is_complex<T>, Kokkos::complex<double>, double>;

/// The larger part's magnitude; NaN where the number has a NaN.
KOKKOS_INLINE_FUNCTION double largest_part(const double& x) { return x < 0 ? -x : x; }
KOKKOS_INLINE_FUNCTION double largest_part(const Kokkos::complex<double>& x) {
  const double re = largest_part(x.real());
  const double im = largest_part(x.imag());
  if (re != re) return re;
  return re > im ? re : im;  // im where it is NaN
}

template <class Wide, class T>
KOKKOS_INLINE_FUNCTION Wide widen(const T& x) {
  if constexpr (is_complex<T>) {
    return Wide(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  } else {
    return static_cast<double>(x);
  }
}

template <class T, class Wide>
KOKKOS_INLINE_FUNCTION T narrow(const Wide& x) {
  if constexpr (is_complex<T>) {
    return T(static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(x.imag()));
  } else {
    return static_cast<T>(x);
  }
}

/// value * 2^(512 power), with a value that neither overflows nor underflows when it is multiplied by another such one.
template <class Wide>
struct Scaled {
  static constexpr double two_to_256 = 1.157920892373161954e77;
  static constexpr double two_to_512 = two_to_256 * two_to_256;
  static constexpr double largest = std::numeric_limits<double>::max();

  Wide value;
  std::int64_t power = 0;

  KOKKOS_INLINE_FUNCTION explicit Scaled(const Wide& x) : value(x) { settle(); }

  KOKKOS_INLINE_FUNCTION void multiply(const Scaled& other) {
    value *= other.value;
    power += other.power;
    settle();
  }

  KOKKOS_INLINE_FUNCTION Wide plain() const {
    Wide result = value;
    const double up = two_to_512;  // complex numbers take it by reference, and nvcc has no place for a static member
    const double down = 1 / two_to_512;
    // Beyond 5 steps either way the result is infinite, or 0.
    for (std::int64_t i = 0; i < power && i < 5; ++i) result *= up;
    for (std::int64_t i = 0; i < -power && i < 5; ++i) result *= down;
    return result;
  }

 private:
  KOKKOS_INLINE_FUNCTION void settle() {
    const double up = two_to_512;
    const double down = 1 / two_to_512;
    while (largest_part(value) > two_to_256 && largest_part(value) <= largest) {
      value *= down;
      ++power;
    }
    while (largest_part(value) < 1 / two_to_256 && largest_part(value) > 0) {
      value *= up;
      --power;
    }
  }
};

/// Whether an odd number of rows were exchanged.
KOKKOS_INLINE_FUNCTION bool exchanged_oddly(const int* pivots, std::int64_t n) {
  bool odd = false;
  for (std::int64_t i = 0; i < n; ++i) odd = odd != (pivots[i] != i + 1);
  return odd;
}

/// The product of one matrix's pivots.
template <class T>
struct MultiplyPivots {
  Stack<T> factors;
  const int* pivots;
  T* det;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    using Wide = DeterminantType<T>;
    const std::int64_t n = factors.rows;
    const T* matrix = factors.data + number * n * n;
    Scaled<Wide> product(Wide(exchanged_oddly(pivots + number * n, n) ? -1.0 : 1.0));
    for (std::int64_t i = 0; i < n; ++i) product.multiply(Scaled<Wide>(widen<Wide>(matrix[i * n + i])));
    det[number] = narrow<T>(product.plain());
  }
};

/// The product of the pivots' signs, or phases, and the sum of their logarithms, of one matrix.
template <class T>
struct AddLogarithms {
  Stack<T> factors;
  const int* pivots;
  T* sign;
  RealOf<T>* log;

  KOKKOS_INLINE_FUNCTION static double magnitude(const double& x) { return x < 0 ? -x : x; }
  KOKKOS_INLINE_FUNCTION static double magnitude(const Kokkos::complex<double>& x) {  // of parts up to 1
    return compat::math::sqrt(x.real() * x.real() + x.imag() * x.imag());
  }

  /// The pivot with its larger part scaled to 1; of a real one its sign, so that infinity has one too.
  KOKKOS_INLINE_FUNCTION static double direction(const double& pivot, double) {
    return pivot != pivot ? pivot : pivot < 0 ? -1.0 : 1.0;
  }
  KOKKOS_INLINE_FUNCTION static Kokkos::complex<double> direction(const Kokkos::complex<double>& pivot, double size) {
    return size == 0 ? Kokkos::complex<double>(1.0) : pivot / size;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t number) const {
    using Wide = DeterminantType<T>;
    const std::int64_t n = factors.rows;
    const T* matrix = factors.data + number * n * n;
    Wide phase(exchanged_oddly(pivots + number * n, n) ? -1.0 : 1.0);
    double sum = 0;
    bool zero = false;
    for (std::int64_t i = 0; i < n; ++i) {
      const Wide pivot = widen<Wide>(matrix[i * n + i]);
      const double size = largest_part(pivot);
      zero = zero || size == 0;
      const Wide scaled = direction(pivot, size);
      phase *= scaled / magnitude(scaled);
      sum += compat::math::log(size) + compat::math::log(magnitude(scaled));
    }
    if (zero && sum == sum) phase = Wide(0.0);  // log 0 is -inf; with +inf or NaN among the pivots the sum is NaN
    if (sum != sum) phase = Wide(sum);
    sign[number] = narrow<T>(phase);
    log[number] = static_cast<RealOf<T>>(sum);
  }
};

/// The factors of the matrices, and the exchanges of their rows.
template <class T, class Space>
void factor(const Device<Space>& device, const Stack<T>& a, int* pivots, const char* function) {
  if (a.count * a.size() == 0) return;
  const Buffer<int, Space> info(device, a.count, function);  // tells of zeros among the pivots, which are no fault here
  SolverLibrary<Space>::lu(device, a, pivots, info.data(), function);
}

}  // namespace

template <class T, class Space>
void determinants(const Device<Space>& device, const Stack<T>& a, T* det, const char* function) {
  const Buffer<int, Space> pivots(device, a.count * a.rows, function);
  factor(device, a, pivots.data(), function);
  launch(std::string(function) + "::product", device.instance(), a.count, MultiplyPivots<T>{a, pivots.data(), det});
}

template <class T, class Space>
void log_determinants(const Device<Space>& device, const Stack<T>& a, T* sign, RealOf<T>* log, const char* function) {
  const Buffer<int, Space> pivots(device, a.count * a.rows, function);
  factor(device, a, pivots.data(), function);
  launch(std::string(function) + "::sum", device.instance(), a.count, AddLogarithms<T>{a, pivots.data(), sign, log});
}

#define SPICA_INSTANTIATE_TYPE(T, Space)                                              \
  template void determinants(const Device<Space>&, const Stack<T>&, T*, const char*); \
  template void log_determinants(const Device<Space>&, const Stack<T>&, T*, RealOf<T>*, const char*);
#define SPICA_INSTANTIATE(Space)                        \
  SPICA_INSTANTIATE_TYPE(float, Space)                  \
  SPICA_INSTANTIATE_TYPE(double, Space)                 \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<float>, Space) \
  SPICA_INSTANTIATE_TYPE(Kokkos::complex<double>, Space)
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE
#undef SPICA_INSTANTIATE_TYPE

}  // namespace spica::detail
