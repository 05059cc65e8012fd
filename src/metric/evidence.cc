// SPDX-License-Identifier: Apache-2.0
#include "metric/evidence.h"

#include <optional>
#include <string>

#include "metric/measurement.h"

namespace assay::metric {
namespace {

// Why there is nothing to count, or empty.
std::optional<std::string> NoDecisions(const QualityColumns* quality) {
  if (quality == nullptr) return "no scored cases";
  if (quality->label.empty()) return "no case was scored";
  if (quality->predicted.empty()) return "no decisions: no threshold is set";
  return std::nullopt;
}

std::optional<std::string> NotTwoClasses(const QualityColumns& quality) {
  if (quality.classes.size() <= 2) return std::nullopt;
  return "defined for two classes, and there are " + std::to_string(quality.classes.size());
}

}  // namespace

Result<Measurements> FromDecisions(const MetricInfo& info, const MetricInput& input,
                                   Measurements (*formula)(const ConfusionMatrix&, const MetricInput&)) {
  auto reason = NoDecisions(input.quality);
  if (!reason) reason = NotTwoClasses(*input.quality);
  if (reason) return Measurements{Undefined(info, *reason)};
  ASSAY_TRY(matrix, CountConfusion(*input.quality));
  return formula(matrix, input);
}

Result<Measurements> FromClasses(const MetricInfo& info, const MetricInput& input,
                                 Measurements (*formula)(const ClassTable&, const MetricInput&)) {
  if (const auto reason = NoDecisions(input.quality)) return Measurements{Undefined(info, *reason)};
  ASSAY_TRY(table, CountClasses(*input.quality));
  return formula(table, input);
}

Result<Measurements> FromScores(const MetricInfo& info, const MetricInput& input,
                                Measurements (*formula)(const RankCurve&, const MetricInput&), Thresholds thresholds) {
  if (input.quality == nullptr) return Measurements{Undefined(info, "no scored cases")};
  if (const auto reason = NotTwoClasses(*input.quality)) return Measurements{Undefined(info, *reason)};
  if (input.quality->score.empty() && !input.quality->label.empty()) {
    return Measurements{Undefined(info, "no scores: the system answers with decisions only")};
  }
  ASSAY_TRY(curve, BuildRankCurve(*input.quality, thresholds));
  return formula(curve, input);
}

Result<Measurements> FromPerformance(const MetricInfo& info, const MetricInput& input,
                                     Measurements (*formula)(const PerformanceColumns&, const MetricInput&)) {
  if (input.performance == nullptr) return Measurements{Undefined(info, "no load run")};
  return formula(*input.performance, input);
}

}  // namespace assay::metric
