// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compared_quality.h"

#include <algorithm>
#include <utility>

#include "metric/paired/paired_cases.h"
#include "metric/paired/paired_difference.h"
#include "stats/mcnemar.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostFlippedIds = 10;
constexpr std::size_t kClaimReplicates = 10'000;

ComparedFlips FlipsOf(const metric::PairedCases& cases, std::string of, std::optional<std::int32_t> only_label) {
  ComparedFlips flips{.of = std::move(of), .counts = metric::CountPaired(cases, only_label)};
  const auto tests = stats::McNemarTest(flips.broken(), flips.fixed());
  flips.exact = tests.exact, flips.mid_p = tests.mid_p;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (only_label && cases.label[row] != *only_label) continue;
    const bool before = cases.predicted[0][row] == cases.label[row];
    const bool after = cases.predicted[1][row] == cases.label[row];
    if (before == after) continue;
    auto& ids = before ? flips.broken_ids : flips.fixed_ids;
    if (ids.size() < kMostFlippedIds) ids.push_back(cases.ids[row]);
  }
  return flips;
}

bool IsBinary(const metric::PairedCases& cases) {
  return cases.classes.empty() ? std::ranges::all_of(cases.label, [](std::int32_t label) { return label <= 1; })
                               : cases.classes.size() <= 2;
}

// In the order in which they are shown.
std::vector<std::string> UsualMetrics(const metric::PairedCases& cases, bool binary) {
  std::vector<std::string> usual;
  if (!cases.score[0].empty()) usual = {"average_precision", "roc_auc", "brier"};
  if (cases.predicted[0].empty()) return usual;
  const auto more = binary ? std::vector<std::string>{"accuracy", "recall", "specificity", "precision", "f1"}
                           : std::vector<std::string>{"accuracy", "f1_macro"};
  usual.insert(usual.end(), more.begin(), more.end());
  return usual;
}

Result<ComparedMetric> Compared(const MetricInfo& info, bool primary, const metric::PairedCases& cases,
                                const QualityCompareRequest& request) {
  const bool named = request.metrics.contains(std::string(info.name));
  ASSAY_TRY(found, metric::DifferenceOf(info, cases, {.level = request.level,
                                                      .replicates = named ? kClaimReplicates : std::size_t{2000},
                                                      .seed = request.seed}));
  ComparedMetric metric{.metric = std::string(info.name), .unit = info.unit, .better = info.better};
  metric.baseline = found.baseline, metric.other = found.other, metric.difference = found.difference;
  metric.interval_at = found.interval, metric.p = found.p, metric.test = found.test;
  if (found.interval) metric.interval = found.interval(request.level);
  metric.n = found.n, metric.detectable = found.detectable, metric.reason = found.reason, metric.named = named;
  metric.of = info.name == "recall" ? "positives" : info.name == "specificity" ? "negatives" : "cases";
  if (request.relative_margin && info.better != Better::kNeither && (named || primary)) {
    const double share = ShareLeft(info.better, *request.relative_margin);
    ASSAY_TRY(beyond, metric::DifferenceOf(info, cases, {.level = request.level, .replicates = kClaimReplicates,
                                                         .seed = request.seed, .share = share}));
    metric.beyond_margin = beyond.difference, metric.beyond_margin_at = beyond.interval;
  }
  if (found.counts && found.n > 0) {
    metric.discordance = static_cast<double>(found.counts->only_first + found.counts->only_second) /
                         static_cast<double>(found.n);
  }
  return metric;
}

}  // namespace

Result<ComparedPart> CompareQuality(const std::string& name, const QualityColumns& baseline, const QualityColumns& other,
                                    const QualityCompareRequest& request) {
  ASSAY_TRY(cases, metric::PairCases(baseline, other));
  ComparedPart part{.name = name};
  const bool binary = IsBinary(cases), decided = !cases.predicted[0].empty();
  if (decided) part.flips.push_back(FlipsOf(cases, "cases", std::nullopt));
  if (decided && binary) part.flips.push_back(FlipsOf(cases, "positives", 1));
  std::vector<std::string> names(request.metrics.begin(), request.metrics.end());
  if (names.empty()) {
    names = UsualMetrics(cases, binary);
    for (const std::string& more : request.more) {
      if (std::ranges::find(names, more) == names.end()) names.push_back(more);
    }
  }
  const std::string usual = !cases.score[0].empty() ? "average_precision" : "accuracy";
  for (const std::string& metric_name : names) {
    const MetricInfo* info = FindMetric(metric_name);
    if (info == nullptr || (info->needs & static_cast<std::uint16_t>(Needs::kBaseline)) != 0) continue;  // flips: above
    if (info->better == Better::kNeither && request.metrics.empty()) continue;  // a table of counts is no figure to compare
    const bool primary = metric_name == (request.primary.empty() ? usual : request.primary);
    ASSAY_TRY(metric, Compared(*info, primary, cases, request));
    metric.primary = primary;
    part.metrics.push_back(std::move(metric));
  }
  return part;
}

}  // namespace assay::run
