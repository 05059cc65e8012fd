// SPDX-License-Identifier: Apache-2.0
// LoadGen's own search for the highest Server rate, step by step as the official program takes them, with its words in
// the log; load/find_peak is the one that assay trusts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace assay::loadgen {

// What a search asks for. All return false to end it at once (aborted, refused).
struct PeakTrials {
  // Runs a trial, with the samples loaded before and unloaded after it when `own_load`; says whether the constraints
  // were met.
  std::function<bool(double qps, bool own_load, bool* met)> run;
  std::function<bool()> load, unload;  // around all trials of the bisection
  std::function<void(std::string text)> say;
  std::function<void(std::string text)> fail;  // an error
  std::function<void()> keep;  // the trial just run is the one to report
};

// Widens from `start` by the factor 1 + step until the constraints fail, then halves the gap until both ends agree to
// `decimals` digits. Returns the highest rate that was met, 0 when `start` wasn't.
// Source   MLPerf LoadGen 6.0.17 by observed messages. It has no upper end; here the search ends at 1e9 per second, and a
//          step that isn't above 0 is refused.
double SearchPeak(double start, double step, int decimals, const PeakTrials& trials);

}  // namespace assay::loadgen
