// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"

namespace assay {

extern const MetricInfo kMetric_f1_macro;

namespace {

using metric::Measurements;

std::string AbsentClasses(const metric::ClassTable& table, std::span<const std::string> classes) {
  std::string absent;
  for (std::size_t number = 0; number < classes.size(); ++number) {
    if (!table.rows.contains(static_cast<std::int32_t>(number))) absent += (absent.empty() ? "" : ", ") + classes[number];
  }
  return absent;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromClasses(kMetric_f1_macro, input, [](const metric::ClassTable& table, const MetricInput& in) {
    Measurements all{metric::Blank(kMetric_f1_macro),
                     metric::PartOf(kMetric_f1_macro, "with_cases", Unit::kShare, Better::kHigher)};
    using metric::ClassSet;
    for (const auto& [index, set] : {std::pair{0u, ClassSet::kLabelsOrDecisions}, {1u, ClassSet::kLabels}}) {
      all[index].value = metric::MacroF1(table, set);
      all[index].n = table.all.cases;
      all[index].note = all[index].value ? "classes: " + metric::ClassList(table, set, in.quality->classes)
                                         : "no case with a weight above 0";
    }
    // A class that was listed and never came up has no true, false or missed case; some count it as 0.
    const std::string absent = AbsentClasses(table, in.quality->classes);
    if (all[0].value && !absent.empty()) {
      Measurement listed = metric::PartOf(kMetric_f1_macro, "listed", Unit::kShare, Better::kHigher);
      listed.value = *all[0].value * static_cast<double>(table.rows.size()) / static_cast<double>(in.quality->classes.size());
      listed.n = table.all.cases;
      listed.note = "all listed classes; no support, counted as 0: " + absent;
      all.push_back(listed);
    }
    return all;
  });
}

}  // namespace

const MetricInfo kMetric_f1_macro{
    .name = "f1_macro",
    .title = "macro F1",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityDecisions),
    .definition = "Unweighted mean of the F1 of each class that occurs as label or decision, its class list beside it; part f1_macro.with_cases is the mean over the classes that have cases; f1_macro.listed, where classes were listed that never came up, the mean over all listed, those as 0.",
    .source = "scikit-learn 1.9.1 f1_score(average=\"macro\")",
    .compute = &Compute,
};

}  // namespace assay
