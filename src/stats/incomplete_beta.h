// SPDX-License-Identifier: Apache-2.0
// The regularised incomplete beta function and its inverse: the binomial distribution's tails,
// exactly.
#pragma once

#include <cstdint>

namespace assay::stats {

// I_x(a, b) = integral of t^(a-1) (1-t)^(b-1) from 0 to x, over the same from 0 to 1.
// Range    a > 0, b > 0, both finite; 0 <= x <= 1. Outside: NaN.
// Errors   none; the relative error is below 1e-12 for a and b from 0.5 to 1e6, tails down to
// 1e-300 included. Threads  safe: pure (no lgamma, which writes a global). Source   Abramowitz,
// Stegun 26.5.8 (continued fraction, evaluated by Lentz's method).
double IncompleteBeta(double x, double a, double b);

// The x with I_x(a, b) = probability, to the last bit that IncompleteBeta can tell.
// Range    a > 0, b > 0; 0 <= probability <= 1. Outside: NaN.
// Threads  safe: pure.
double InverseIncompleteBeta(double probability, double a, double b);

// P[X <= k] for X ~ Binomial(n, rate): n trials that each happen with probability `rate`.
// Range    0 <= k <= n; 0 <= rate <= 1.
// Threads  safe: pure.
double BinomialAtMost(std::uint64_t k, std::uint64_t n, double rate);

// P[X >= k] for X ~ Binomial(n, rate), without the cancellation of 1 - P[X <= k - 1].
// Range    0 <= k <= n; 0 <= rate <= 1.
// Threads  safe: pure.
double BinomialAtLeast(std::uint64_t k, std::uint64_t n, double rate);

// P[X = k] for X ~ Binomial(n, rate).
// Range    0 <= k <= n; 0 <= rate <= 1.
// Threads  safe: pure.
double BinomialExactly(std::uint64_t k, std::uint64_t n, double rate);

}  // namespace assay::stats
