// SPDX-License-Identifier: Apache-2.0
#include "loadgen/peak_search.h"

#include <algorithm>
#include <cmath>

#include "record/mlperf_number.h"

namespace assay::loadgen {
namespace {

constexpr double kHighestQps = 1e9;
constexpr int kMostHalvings = 200;  // more than a double has bits

std::string Fixed(double value) {
  std::string text;
  record::AppendFixedDouble(text, value, 6);
  return text;
}

std::string Bounds(double lower, double upper) { return "[" + Fixed(lower) + ", " + Fixed(upper) + ")"; }

// Both ends are the same in the digits that count.
bool Agree(double lower, double upper, int decimals) {
  const double scale = std::pow(10.0, std::clamp(decimals, 0, 255));
  return std::floor(lower * scale) + 1 >= std::floor(upper * scale);
}

double Halve(double lower, double upper, int decimals, const PeakTrials& trials) {
  for (int i = 0; i < kMostHalvings && !Agree(lower, upper, decimals); ++i) {
    const double middle = lower + (upper - lower) / 2;
    trials.say("FindPeakPerformanceBinarySearch: Testing the mid value of bounds " + Bounds(lower, upper) + ": " +
               Fixed(middle));
    bool met = false;
    if (!trials.run(middle, false, &met)) return lower;
    if (met) trials.keep();
    (met ? lower : upper) = middle;
  }
  return lower;
}

}  // namespace

double SearchPeak(double start, double step, int decimals, const PeakTrials& trials) {
  trials.say("FindPeakPerformance: Check validity of the base settings field: " + Fixed(start));
  bool met = false;
  if (!trials.run(start, true, &met)) return 0;
  trials.keep();
  if (!met) {
    trials.fail(
        "FindPeakPerformance: Initial lower bound does not satisfy performance constraints, msg: Reduce target QPS to "
        "improve latency.");
    return 0;
  }
  if (!(step > 0) || !std::isfinite(step)) {
    trials.fail("FindPeakPerformance: expected a boundary step size above 0, found " + Fixed(step));
    return start;
  }
  double lower = start, upper = start;
  while (met) {
    lower = upper;
    upper = lower * (1 + step);
    if (upper > kHighestQps) {
      trials.fail("FindPeakPerformance: the constraints are still met at " + Fixed(lower) +
                  " per second; no higher rate is tried");
      return lower;
    }
    trials.say("FindBoundaries: Checking fields " + Bounds(lower, upper));
    if (!trials.run(upper, true, &met)) return lower;
    if (met) trials.keep();
  }
  trials.say("FindPeakPerformance: Found boundaries: " + Bounds(lower, upper));
  if (!trials.load()) return lower;
  const double peak = Halve(lower, upper, decimals, trials);
  trials.unload();
  trials.say("FindPeakPerformance: Found peak performance field: " + Fixed(peak));
  return peak;
}

}  // namespace assay::loadgen
