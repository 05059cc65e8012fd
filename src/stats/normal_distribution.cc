// SPDX-License-Identifier: Apache-2.0
#include "stats/normal_distribution.h"

#include <cmath>
#include <numbers>

namespace assay::stats {

double NormalAtMost(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double NormalTwoSided(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

}  // namespace assay::stats
