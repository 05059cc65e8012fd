// SPDX-License-Identifier: Apache-2.0
// The difference of two rates that were measured on the same cases: what decides are the cases on which the two differ.
#pragma once

#include <cstdint>
#include <optional>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

struct PairedCounts {
  std::uint64_t both = 0, only_first = 0, only_second = 0, neither = 0;

  std::uint64_t cases() const { return both + only_first + only_second + neither; }
};

// Intervals of the first rate - the second.
// Range    at least 1 case; 0 < level < 1.
// Errors   kEmpty, kOutOfRange.
// Threads  safe: pure.

// The differences that the score test doesn't reject; the one to judge by.
// Source   Tango, Stat. Med. 17 (1998) 891-908.
Result<Interval> TangoInterval(const PairedCounts& counts, double level);

// From the two Wilson intervals and the correlation of the two answers.
// Source   Newcombe, Stat. Med. 17 (1998) 2635-2650, method 10.
Result<Interval> NewcombePairedInterval(const PairedCounts& counts, double level);

// Cases with which McNemar's test shows a difference of `difference` with `power`, where a share `discordance` of the
// cases is answered differently.
// Range    0 < difference <= discordance <= 1; 0 < level, power < 1.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   Connor, Biometrics 43 (1987) 207-211.
Result<std::uint64_t> PairedCasesForDifference(double discordance, double difference, double level, double power);

// The difference that n cases would have shown with `power`; empty when none up to the discordance would.
// Range    n >= 1; 0 < discordance <= 1; 0 < level, power < 1.
// Errors   kOutOfRange, kEmpty.
// Threads  safe: pure.
Result<std::optional<double>> DetectableRateDifference(std::uint64_t n, double discordance, double level, double power);

}  // namespace assay::stats
