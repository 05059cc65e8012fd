// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/proportion.h"

namespace assay {

extern const MetricInfo kMetric_accuracy;

namespace {

using metric::Measurements;

struct Baseline {
  double share = 0;
  std::string what;
};

Baseline BaselineOf(const metric::ClassTable& table, const QualityColumns& cases) {
  const bool binary = cases.classes.size() == 2 || (cases.classes.empty() && table.rows.rbegin()->first <= 1);
  if (binary) {
    const auto negative = table.rows.find(0);
    return {negative == table.rows.end() ? 0 : negative->second.actual.weight / table.all.weight, "all negative"};
  }
  Baseline best;
  for (const auto& [number, row] : table.rows) {
    const double share = row.actual.weight / table.all.weight;
    if (share <= best.share) continue;
    const auto index = static_cast<std::size_t>(number);
    best = {share, "always " + (index < cases.classes.size() ? cases.classes[index] : std::to_string(number))};
  }
  return best;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_accuracy, input, [](const metric::ClassTable& table, const MetricInput& in) {
    Measurements all{metric::Proportion(kMetric_accuracy, table.right, table.all, in.quality->unscored, in.level,
                                        "no case with a weight above 0"),
                     metric::PartOf(kMetric_accuracy, "baseline", Unit::kShare, Better::kNeither)};
    if (!all.front().value) {
      all.back().note = all.front().note;
      return all;
    }
    const Baseline baseline = BaselineOf(table, *in.quality);
    all.back().value = baseline.share;
    all.back().n = table.all.cases;
    all.back().note = baseline.what;
    std::string& note = all.front().note;
    char text[96];
    std::snprintf(text, sizeof text, "%s gives %.4g", baseline.what.c_str(), baseline.share);
    note = note.empty() ? text : std::string(text) + "; " + note;
    return all;
  });
}

}  // namespace

const MetricInfo kMetric_accuracy{
    .name = "accuracy",
    .title = "accuracy",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Share of the cases that were decided as labelled. Beside it, as accuracy.baseline, what deciding every case alike reaches: all negative for two classes, the commonest class for more.",
    .source = "definition; the baseline because a rare class makes the share alone meaningless",
    .compute = &Compute,
};

}  // namespace assay
