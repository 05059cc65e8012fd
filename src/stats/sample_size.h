// SPDX-License-Identifier: Apache-2.0
// How many labelled cases it takes to decide a claim about a rate, said before they are labelled.
//
// The claim passes when the one-sided Clopper-Pearson bound reaches its limit. The power of that
// test rises and falls with n like a saw; the sizes given here are safe: they and every larger one
// have the power asked for.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/result.h"

namespace assay::stats {

// The fewest cases that pass "rate >= bound" when none is missed: smallest n with bound^n <= 1 -
// confidence. Range    0 < bound < 1, 0 < confidence < 1. Errors   kOutOfRange. Threads  safe:
// pure.
Result<std::uint64_t> ZeroMissCount(double bound, double confidence);

// The most misses among `trials` with which "rate >= bound" still passes; empty when none can pass.
// Range    trials >= 1, 0 < bound < 1, 0 < confidence < 1.
// Errors   kEmpty, kOutOfRange.
// Threads  safe: pure.
Result<std::optional<std::uint64_t>> MostMisses(std::uint64_t trials, double bound,
                                                double confidence);

// Probability that `trials` cases pass "rate >= bound" when the true rate is `truth`.
// Range    trials >= 1; bound, truth and confidence strictly between 0 and 1.
// Errors   kEmpty, kOutOfRange.
// Threads  safe: pure.
Result<double> ClaimPower(std::uint64_t trials, double bound, double truth, double confidence);

// Smallest n such that n and every larger number of cases pass "rate >= bound" with probability at
// least `power` when the true rate is `truth`. Empty when no n up to 100 million does, or truth <=
// bound. Range    all four strictly between 0 and 1. Errors   kOutOfRange. Threads  safe: pure.
Result<std::optional<std::uint64_t>> SampleSizeForClaim(double bound, double truth,
                                                        double confidence, double power);

// Cases in all that would decide "rate >= bound", for or against, with probability `power` if the
// true rate is what `successes` of `trials` suggests. Empty at an estimate equal to the bound: no
// number decides that. Range    successes <= trials, trials >= 1; the rest strictly between 0
// and 1. Errors   kEmpty, kOutOfRange. Threads  safe: pure.
Result<std::optional<std::uint64_t>> DecidingSampleSize(std::uint64_t successes,
                                                        std::uint64_t trials, double bound,
                                                        double confidence, double power);

}  // namespace assay::stats
