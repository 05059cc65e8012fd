// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "metric/calibration/loss_totals.h"
#include "metric/paired/paired_outcome.h"
#include "metric/paired/precision_replicates.h"
#include "metric/rank/delong.h"
#include "metric/resample/bootstrap.h"
#include "metric/resample/multinomial_counts.h"
#include "random/philox.h"
#include "stats/normal_quantile.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestScoreReplicates = 200;
constexpr std::size_t kMostRowDraws = 10'000'000;  // replicates x cases, each of which is sorted

std::optional<double> ValueOf(const MetricInfo& info, const QualityColumns& columns, std::string* reason) {
  const auto measured = info.compute({.quality = &columns});
  if (!measured || measured->empty()) {
    if (reason != nullptr && !measured) *reason = measured.error().what;
    return std::nullopt;
  }
  if (!measured->front().value && reason != nullptr) *reason = measured->front().note;
  return measured->front().value;
}

// The shares of right answers, and the class that each is over.
struct RightShare {
  std::string_view metric;
  std::optional<std::int32_t> only_label;
};
constexpr RightShare kRightShares[] = {
    {"accuracy", std::nullopt}, {"top_1", std::nullopt}, {"recall", 1}, {"specificity", 0}};

Result<void> DifferenceOfAuc(const PairedCases& cases, const PairedRequest& request, PairedDifference& result) {
  ASSAY_TRY(compared, CompareRocAuc(cases.label, cases.score[1], cases.score[0]));
  const double share = request.share;
  const double error = std::sqrt(std::max(0.0, compared.covariance[0][0] + share * share * compared.covariance[1][1] -
                                                   2 * share * compared.covariance[0][1]));
  const double difference = compared.auc[0] - share * compared.auc[1];
  result.p = compared.p;
  result.test = "DeLong";
  result.interval = [difference, error](double level) -> std::optional<Interval> {
    const double half = stats::NormalQuantile(0.5 + 0.5 * level) * error;
    return Interval{std::max(-1.0, difference - half), std::min(1.0, difference + half), level, "DeLong, paired"};
  };
  return {};
}

// Decisions are worth what their counts are: a replicate draws how many cases fall into each cell of label and the two
// decisions, whatever the number of cases.
Result<void> BootstrapDecisions(const MetricInfo& info, const PairedCases& cases, const PairedRequest& request,
                                PairedDifference& result) {
  std::map<std::array<std::int32_t, 3>, std::uint32_t> cells;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    ++cells[{cases.label[row], cases.predicted[0][row], cases.predicted[1][row]}];
  }
  std::vector<std::uint32_t> counts;
  std::vector<std::int32_t> label;
  std::array<std::vector<std::int32_t>, 2> predicted;
  for (const auto& [cell, count] : cells) {
    counts.push_back(count);
    label.push_back(cell[0]);
    predicted[0].push_back(cell[1]);
    predicted[1].push_back(cell[2]);
  }
  const MultinomialCounts drawer(counts);
  std::vector<std::uint32_t> drawn(counts.size());
  std::vector<double> weight(counts.size());
  const auto difference = [&]() -> std::optional<double> {
    std::array<std::optional<double>, 2> value;
    for (std::size_t side = 0; side < 2; ++side) {
      QualityColumns columns = cases.Columns(side);
      columns.ids = {}, columns.score = {}, columns.unscored = 0;
      columns.label = label, columns.predicted = predicted[side], columns.weight = weight;
      value[side] = ValueOf(info, columns, nullptr);
    }
    if (!value[0] || !value[1]) return std::nullopt;
    return *value[1] - request.share * *value[0];
  };
  const auto draw = [&] {
    std::vector<std::optional<double>> values;
    for (std::size_t replicate = 0; replicate < request.replicates; ++replicate) {
      random::Philox numbers(request.seed, replicate);
      drawer.Draw(numbers, drawn);
      std::ranges::copy(drawn, weight.begin());
      values.push_back(difference());
    }
    return values;
  };
  return TakeOutcome(SummariseReplicates({.seed = request.seed, .replicates = request.replicates, .level = request.level,
                                          .kind = BootstrapKind::kPercentile},
                                         result.difference, draw, {}),
                     result);
}

Result<void> BootstrapScores(const MetricInfo& info, const PairedCases& cases, const PairedRequest& request,
                             PairedDifference& result) {
  if (const auto totals = TotalsOfLossDifference(info.name, cases.label, cases.score[0], cases.score[1])) {
    return TakeOutcome(BootstrapCells(totals->rows, totals->statistic,
                                      {.seed = request.seed, .replicates = request.replicates, .level = request.level,
                                       .kind = BootstrapKind::kPercentile}),
                       result);
  }
  const std::size_t n = cases.label.size();
  const std::size_t replicates = std::min(request.replicates, kMostRowDraws / n);
  if (replicates < kFewestScoreReplicates) {
    result.reason = "too many cases for a bootstrap of this metric";
    return {};
  }
  ASSAY_TRY(resampler, Resampler::OfCases(n));
  std::vector<double> weight(n);
  const auto statistic = [&](std::span<const std::uint32_t> times) -> std::optional<double> {
    std::ranges::copy(times, weight.begin());
    std::array<std::optional<double>, 2> value;
    for (std::size_t side = 0; side < 2; ++side) {
      QualityColumns columns = cases.Columns(side);
      columns.weight = weight;
      value[side] = ValueOf(info, columns, nullptr);
    }
    if (!value[0] || !value[1]) return std::nullopt;
    return *value[1] - request.share * *value[0];
  };
  return TakeOutcome(Bootstrap(resampler, statistic, {.seed = request.seed, .replicates = replicates,
                                                      .level = request.level, .kind = BootstrapKind::kPercentile}),
                     result);
}

void DifferenceOfPrecision(const PairedCases& cases, const PairedRequest& request, PairedDifference& result) {
  auto replicates = PrecisionReplicates(cases.label, cases.score[1], cases.score[0],
                                        {.share = request.share, .replicates = request.replicates, .seed = request.seed});
  if (replicates) {
    TakeReplicates(*std::move(replicates), result);
  } else {
    result.reason = "no interval: fewer than 10 positives, no negative, or more than a million cases";
  }
}

}  // namespace

stats::PairedCounts CountPaired(const PairedCases& cases, std::optional<std::int32_t> only_label) {
  stats::PairedCounts counts;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (only_label && cases.label[row] != *only_label) continue;
    const bool before = cases.predicted[0][row] == cases.label[row];
    const bool after = cases.predicted[1][row] == cases.label[row];
    ++(before ? after ? counts.both : counts.only_first : after ? counts.only_second : counts.neither);
  }
  return counts;
}

std::optional<double> PValueFromInterval(const std::function<std::optional<Interval>(double level)>& interval, double value) {
  if (!interval) return std::nullopt;
  double rejects = 1, holds = 1e-9;  // alphas
  const auto outside = [&](double alpha) {
    const auto found = interval(1 - alpha);
    return found && (value < found->low || value > found->high);
  };
  if (!outside(1 - 1e-9)) return 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(rejects * holds);
    (outside(std::min(middle, 1 - 1e-9)) ? rejects : holds) = middle;
  }
  return rejects;
}

Result<PairedDifference> DifferenceOf(const MetricInfo& info, const PairedCases& cases, const PairedRequest& request) {
  const auto needs = [&](Needs what) { return (info.needs & static_cast<std::uint16_t>(what)) != 0; };
  const bool of_scores = needs(Needs::kQualityScores), of_decisions = needs(Needs::kQualityDecisions);
  if ((!of_scores && !of_decisions) || needs(Needs::kBaseline)) {
    return Fail(ErrorCode::kUsage, "metric '" + std::string(info.name) + "' isn't one of answers to the same cases");
  }
  PairedDifference result;
  if ((of_scores && cases.score[0].empty()) || (of_decisions && cases.predicted[0].empty())) {
    result.reason = of_scores ? "no scores on both sides" : "no decisions on both sides";
    return result;
  }
  result.n = cases.label.size();
  result.baseline = ValueOf(info, cases.Columns(0), &result.reason);
  result.other = ValueOf(info, cases.Columns(1), &result.reason);
  if (!result.baseline || !result.other) return result;
  result.difference = *result.other - request.share * *result.baseline;
  const auto share = std::ranges::find(kRightShares, info.name, &RightShare::metric);
  if (share != std::end(kRightShares)) {
    TakeCounts(CountPaired(cases, share->only_label), request, result);
  } else if (info.name == "roc_auc") {
    ASSAY_CHECK_OK(DifferenceOfAuc(cases, request, result));
  } else if (info.name == "average_precision") {
    DifferenceOfPrecision(cases, request, result);
  } else if (of_decisions && !of_scores) {
    ASSAY_CHECK_OK(BootstrapDecisions(info, cases, request, result));
  } else {
    ASSAY_CHECK_OK(BootstrapScores(info, cases, request, result));
  }
  if (request.share != 1) result.p.reset();  // that test is of no difference at all
  FindDetectable(request, result);
  return result;
}

}  // namespace assay::metric
