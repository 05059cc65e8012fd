// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/base_rate.h"

namespace assay::metric {

double ShiftedShare(double share, double from, double to) {
  // Multiplied out, so that shares 0 and 1 stay what they are.
  const double positive = share * to * (1 - from);
  const double negative = (1 - share) * from * (1 - to);
  return positive / (positive + negative);
}

}  // namespace assay::metric
