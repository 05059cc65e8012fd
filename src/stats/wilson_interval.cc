// SPDX-License-Identifier: Apache-2.0
//
// The interval holds every rate p that a two-sided score test wouldn't reject: |k/n - p| <= z
// sqrt(p (1 - p) / n). Solved for p, that is a centre pulled towards 1/2 and a width that stays
// positive at the ends.
#include "stats/wilson_interval.h"

#include <algorithm>
#include <cmath>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {

Result<Interval> WilsonInterval(std::uint64_t successes, std::uint64_t trials, double level) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, level));
  const double n = static_cast<double>(trials);
  const double rate = static_cast<double>(successes) / n;
  const double z = -NormalQuantile((1 - level) / 2);
  const double pull = z * z / n;
  const double centre = (rate + pull / 2) / (1 + pull);
  const double half = z / (1 + pull) * std::sqrt((rate * (1 - rate) + pull / 4) / n);
  // At k = 0 and k = n one end is exactly 0 or 1; rounding must not move it.
  return Interval{successes == 0 ? 0 : std::max(0.0, centre - half),
                  successes == trials ? 1 : std::min(1.0, centre + half), level, "wilson"};
}

}  // namespace assay::stats
