// SPDX-License-Identifier: Apache-2.0
#include "stats/normal_quantile.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace assay::stats {

// The lower half is searched, where erfc keeps its relative accuracy; the upper half is its mirror
// image. An interval asks for one quantile, so 100 evaluations of erfc are cheap enough.
double NormalQuantile(double probability) {
  if (!(probability >= 0 && probability <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (probability == 0) return -std::numeric_limits<double>::infinity();
  if (probability == 0.5) return 0;
  if (probability > 0.5) return -NormalQuantile(1 - probability);
  double low = -39;  // P[Z <= -39] is below the smallest double
  double high = 0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < probability ? low : high) = middle;
  }
}

}  // namespace assay::stats
