// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPICA_OPS_MATH_HPP
#define SPICA_OPS_MATH_HPP

/// All mathematical functions of each element.

#include <spica/ops/complex.hpp>
#include <spica/ops/exponential.hpp>
#include <spica/ops/extrema.hpp>
#include <spica/ops/rounding.hpp>
#include <spica/ops/special.hpp>
#include <spica/ops/trigonometric.hpp>

#endif
