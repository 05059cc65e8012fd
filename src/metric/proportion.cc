// SPDX-License-Identifier: Apache-2.0
#include "metric/proportion.h"

#include <string>

#include "metric/measurement.h"
#include "stats/clopper_pearson.h"
#include "stats/incomplete_beta.h"

namespace assay::metric {
namespace {

// The two ends solve P[at least k of n] = alpha / 2 and P[at most k of n] = alpha / 2; as quantiles of beta
// distributions they are defined for an effective n that isn't a whole number, too.
Interval EffectiveInterval(double share, double effective, double unscored, double level) {
  const double tail = (1 - level) / 2;
  const double hits = share * effective;
  const double misses = effective - hits;
  return {hits > 0 ? stats::InverseIncompleteBeta(tail, hits, misses + unscored + 1) : 0,
          misses > 0 ? stats::InverseIncompleteBeta(1 - tail, hits + unscored + 1, misses) : 1, level,
          "clopper-pearson on the effective number (approximate)"};
}

}  // namespace

std::optional<Interval> ProportionInterval(const Outcomes& part, const Outcomes& whole, std::uint64_t unscored,
                                           double level) {
  if (whole.cases == 0 || !(level > 0 && level < 1)) return std::nullopt;
  const bool plain = whole.weight == static_cast<double>(whole.cases) && whole.squared == whole.weight;
  if (!plain) {
    return EffectiveInterval(part.weight / whole.weight, whole.Effective(), static_cast<double>(unscored), level);
  }
  const auto low = stats::ClopperPearsonInterval(part.cases, whole.cases + unscored, level);
  const auto high = stats::ClopperPearsonInterval(part.cases + unscored, whole.cases + unscored, level);
  if (!low || !high) return std::nullopt;
  return Interval{low->low, high->high, level, "clopper-pearson"};
}

Measurement Proportion(const MetricInfo& info, const Outcomes& part, const Outcomes& whole, std::uint64_t unscored,
                       double level, const char* empty_reason) {
  if (whole.cases == 0) return Undefined(info, empty_reason);
  Measurement measurement = Blank(info);
  measurement.value = part.weight / whole.weight;
  measurement.n = whole.cases;
  measurement.interval = ProportionInterval(part, whole, unscored, level);
  if (unscored > 0) {
    measurement.note = std::to_string(unscored) + " case" + (unscored == 1 ? "" : "s") +
                       " without an answer: the interval allows for either outcome of each";
  }
  return measurement;
}

}  // namespace assay::metric
