// SPDX-License-Identifier: Apache-2.0
// Probabilities of the standard normal distribution.
#pragma once

namespace assay::stats {

// P[Z <= z].
// Threads  safe: pure.
double NormalAtMost(double z);

// P[|Z| >= |z|]: the two-sided p-value of a statistic that is standard normal without an effect.
// Threads  safe: pure.
double NormalTwoSided(double z);

}  // namespace assay::stats
