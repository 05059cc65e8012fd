// SPDX-License-Identifier: Apache-2.0
// The highest rate that meets a constraint, found by trial runs: Server queries per second, or how many streams the
// older MultiStream keeps up with.
//
// The search widens until it has a rate that is met and one that isn't, then halves the gap. It doesn't take for granted
// that more load is always worse: both ends are run once more, and the interval that is reported is one that no trial
// contradicts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::load {

enum class Trial : std::uint8_t { kMet, kNotMet, kInvalid };

struct TrialOutcome {
  Trial result = Trial::kInvalid;
  std::string reason = {};  // for people: what was measured, or why it is invalid
};

struct PeakSearch {
  double start = 1;          // first rate tried
  double step = 2;           // widening multiplies or divides by it
  double precision = 0.02;   // the gap at which the search ends, as a share of the met rate
  double least = 1e-3;       // no trial below
  double most = 1e7;         // no trial above
  bool whole = false;        // whole numbers only (streams); the gap then ends at 1
  int max_trials = 25;
};

struct PeakTrial {
  double rate = 0;
  TrialOutcome outcome;
};

struct Peak {
  // Every trial at or below it was met; empty when there is none.
  std::optional<double> met;
  // Every valid trial at or above it was not met; empty when there is none.
  std::optional<double> not_met;
  std::vector<PeakTrial> trials;    // in order
  std::vector<std::string> notes;   // contradictions, invalid trials, an early end
};

// Runs `trial` at rates that it chooses. An invalid trial is run once more; then it bounds the search from above, as a
// rate that can't be measured, and is not taken for a failure of the system.
// Range    0 < least <= start <= most, step > 1, 0 < precision, max_trials >= 1, all finite; with `whole` least >= 1.
// Errors   kOutOfRange for the settings; those of `trial` end the search.
// Source   the idea of MLPerf LoadGen's FindPeakPerformance (widen, then bisect); the interval is this project's.
Result<Peak> FindPeak(const PeakSearch& search, const std::function<Result<TrialOutcome>(double rate)>& trial);

}  // namespace assay::load
