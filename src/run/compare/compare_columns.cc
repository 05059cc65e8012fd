// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compare_columns.h"

#include <utility>

#include "run/compare/compared_items.h"
#include "run/compare/judge_comparison.h"
#include "run/error_list.h"

namespace assay::run {

Result<AskedMetrics> SortMetrics(const std::vector<std::string>& names, bool under_rule) {
  AskedMetrics asked;
  for (const std::string& name : names) {
    const MetricInfo* info = FindMetric(name);
    if (info == nullptr) {
      return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
    }
    const auto needs = [&](Needs what) { return (info->needs & static_cast<std::uint16_t>(what)) != 0; };
    if (under_rule && info->better == Better::kNeither) {
      return Fail(ErrorCode::kUsage, "'" + name + "' is neither better nor worse when it is higher, so --fail-if can't judge it");
    }
    const bool quality = needs(Needs::kQualityScores) || needs(Needs::kQualityDecisions);
    if (quality && !needs(Needs::kBaseline)) {
      asked.quality.insert(name);
    } else if (needs(Needs::kPerformance) || (needs(Needs::kPeak) && !quality)) {
      asked.load.insert(name);
    } else {
      return Fail(ErrorCode::kUsage, "'" + name + "' can't be compared", "flips are always shown; name a metric of quality or of loads");
    }
  }
  return asked;
}

QualityCompareRequest QualityRequestOf(const CompareRequest& request, const AskedMetrics& asked) {
  QualityCompareRequest quality{.metrics = asked.quality, .level = request.level, .seed = request.seed};
  if (request.rule && request.rule->relative) quality.relative_margin = request.rule->margin;
  return quality;
}

Results<std::vector<Comparison>> CompareSides(const std::vector<std::string>& names, std::span<const FileColumns> sides,
                                              const CompareRequest& request, const AskedMetrics& asked) {
  const auto columns_of = [&](const FileColumns& side) {
    QualityColumns columns;
    columns.ids = side.ids, columns.label = side.labels, columns.predicted = side.predicted;
    columns.score = side.scores, columns.classes = side.classes;
    columns.base_rate = request.columns.base_rate, columns.min_precision = request.columns.min_precision;
    return columns;
  };
  std::vector<Comparison> comparisons;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    auto part = CompareQuality("quality", columns_of(sides.front()), columns_of(sides[i]), QualityRequestOf(request, asked));
    if (!part) {
      Error error = part.error();
      error.where.push_back({.file = names[i]});
      return FailOne(std::move(error));
    }
    Comparison comparison{.baseline = names.front(), .other = names[i]};
    comparison.parts.push_back(*std::move(part));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

Results<std::vector<Comparison>> CompareResults(const std::vector<std::string>& names, std::span<const ResultFile> sides,
                                                const CompareRequest& request) {
  ItemCompareRequest asked{.metrics = {request.metrics.begin(), request.metrics.end()}, .k = request.results.k,
                           .level = request.level, .seed = request.seed, .under_rule = request.rule.has_value()};
  if (request.rule && request.rule->relative) asked.relative_margin = request.rule->margin;
  std::vector<Comparison> comparisons;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    auto part = CompareItems(sides.front(), sides[i], asked);
    if (!part) {
      Error error = part.error();
      if (error.code == ErrorCode::kNotComparable) error.where.push_back({.file = names[i]});
      return FailOne(std::move(error));
    }
    Comparison comparison{.baseline = names.front(), .other = names[i]};
    comparison.parts.push_back(*std::move(part));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

Results<CompareOutcome> JudgedComparison(const CompareRequest& request, Results<std::vector<Comparison>> comparisons) {
  if (!comparisons) return std::unexpected(std::move(comparisons).error());
  CompareOutcome outcome{.comparisons = *std::move(comparisons), .level = request.level, .rule = request.rule};
  JudgeComparisons(outcome);
  return outcome;
}

Results<CompareOutcome> CompareColumns(const CompareRequest& request, std::span<const FileColumns> sides) {
  const auto asked = SortMetrics(request.metrics, request.rule.has_value());
  if (!asked) return FailOne(asked.error());
  if (!asked->load.empty()) {
    return FailOne({ErrorCode::kUsage, "'" + *asked->load.begin() + "' is of load runs, and these are columns"});
  }
  return JudgedComparison(request, CompareSides(request.places, sides, request, *asked));
}

}  // namespace assay::run
