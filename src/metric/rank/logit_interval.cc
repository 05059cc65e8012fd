// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/logit_interval.h"

#include <cmath>

#include "stats/normal_quantile.h"

namespace assay::metric {

std::optional<Interval> LogitInterval(double value, double logit_error, double level) {
  if (!(value > 0 && value < 1) || !std::isfinite(logit_error)) return std::nullopt;
  const double middle = std::log(value) - std::log1p(-value);
  const double half = stats::NormalQuantile(0.5 + 0.5 * level) * logit_error;
  const auto back = [](double logit) { return 1 / (1 + std::exp(-logit)); };
  return Interval{back(middle - half), back(middle + half), level, "logit (approximate)"};
}

std::optional<Interval> AveragePrecisionInterval(double average_precision, double positives, double level) {
  return LogitInterval(average_precision, 1 / std::sqrt(positives * average_precision * (1 - average_precision)),
                       level);
}

}  // namespace assay::metric
