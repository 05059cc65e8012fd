// SPDX-License-Identifier: Apache-2.0
// An interval of the mean of scores between 0 and 1 that may be looked at after every score, whatever their distribution:
// the counterpart of confidence_sequence.h for scores that aren't yes or no.
//
// For each mean m that might be true, two gamblers bet against it with fair odds, one on scores above m, one below. Under m
// their capital is a martingale from 1, so it ever reaches 2 / alpha with probability at most alpha / 2 each (Ville). The
// means at which neither got there are still believable. The stakes look at earlier scores only. The first gambler's
// capital falls with m and the second's grows, so that the interval's ends are found by halving.
#pragma once

#include <cstdint>
#include <span>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Means that are still believable after all of `values`. Without values: [0, 1].
// Range    values in [0, 1]; 0 < level < 1.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   Waudby-Smith, Ramdas, J. R. Stat. Soc. B 86 (2024) 1-27: hedged capital with predictable plug-in stakes, cut at
//          half of what could be lost.
Result<Interval> BettingSequence(std::span<const double> values, double level);

struct MeanDecision {
  std::size_t read = 0;   // values up to the one that decided, or all
  int side = 0;           // 1: the mean is shown to be above the bound, -1: below, 0: undecided
};

// The first value after which the mean is shown to lie on one side of `bound`. Looking after each costs nothing: the chance
// that it is ever shown on the wrong side is at most (1 - level) / 2 for each side.
// Range    as above; 0 <= bound <= 1.
Result<MeanDecision> DecideMean(std::span<const double> values, double bound, double level);

}  // namespace assay::stats
