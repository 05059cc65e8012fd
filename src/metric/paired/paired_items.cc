// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_items.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "metric/detection/box_detection.h"
#include "metric/paired/paired_outcome.h"
#include "metric/resample/resampler.h"
#include "metric/resample/summed_rows.h"
#include "metric/retrieval/ranked_query.h"
#include "metric/text/counted_scores.h"
#include "stats/mcnemar.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestDrawn = 10;
constexpr std::size_t kMostBoxDraws = 1000;
constexpr double kNoSpread = 1e-12;  // what sums of equal differences round to

bool Needed(const MetricInfo& info, Needs what) { return (info.needs & static_cast<std::uint16_t>(what)) != 0; }

std::size_t ItemsIn(const MetricInput& input) {
  if (input.text != nullptr) return input.text->answer.size();
  if (input.rankings != nullptr) return input.rankings->queries->size();
  return input.trials != nullptr ? input.trials->tries.size() : 0;
}

// The metric of item i alone.
Result<std::optional<double>> ScoreOfItem(const MetricInfo& info, const MetricInput& all, std::size_t i) {
  MetricInput one;
  one.k = all.k;
  one.level = 0;  // no interval
  TextColumns text;
  RankingColumns rankings;
  TrialColumns trials;
  std::vector<RankedQuery> query;
  if (all.text != nullptr) {
    text.answer = all.text->answer.subspan(i, 1), text.references = all.text->references.subspan(i, 1);
    if (!all.text->tokens.empty()) text.tokens = all.text->tokens.subspan(i, 1);
    one.text = &text;
  } else if (all.rankings != nullptr) {
    query.push_back((*all.rankings->queries)[i]);
    rankings.queries = &query;
    one.rankings = &rankings;
  } else {
    trials.tries = all.trials->tries.subspan(i, 1), trials.passed = all.trials->passed.subspan(i, 1);
    one.trials = &trials;
  }
  ASSAY_TRY(measured, info.compute(one));
  return measured.empty() ? std::nullopt : measured.front().value;
}

// What adds up of each item on both sides, the baseline's first; items that count.
struct PairedRows {
  SummedRows rows;
  std::vector<std::int64_t> group;  // empty = each its own
};

PairedRows MeanRows(std::span<const std::optional<double>> baseline, std::span<const std::optional<double>> other,
                    std::span<const std::int64_t> group, ItemDifference& result) {
  PairedRows paired{.rows = {.width = 4}};
  result.yes_no = true;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    const auto &before = baseline[i], &after = other[i];
    const bool both = before && after;
    result.left_out += !both && (before || after) ? 1 : 0;
    result.baseline.push_back(both ? before : std::nullopt);
    result.other.push_back(both ? after : std::nullopt);
    if (!both) continue;
    result.yes_no = result.yes_no && (*before == 0 || *before == 1) && (*after == 0 || *after == 1);
    paired.rows.values.insert(paired.rows.values.end(), {*before, 1, *after, 1});
    paired.group.push_back(group.empty() ? static_cast<std::int64_t>(i) : group[i]);
  }
  return paired;
}

PairedRows CountedRows(const CountedScore& counted, const TextColumns& baseline, const TextColumns& other) {
  PairedRows paired{.rows = {.width = 2 * counted.width}};
  std::vector<double> row(counted.width);
  for (std::size_t i = 0; i < baseline.answer.size(); ++i) {
    if (baseline.references[i].empty()) continue;
    for (const TextColumns* side : {&baseline, &other}) {
      row.assign(counted.width, 0);
      counted.count(side->answer[i], side->references[i], row);
      paired.rows.values.insert(paired.rows.values.end(), row.begin(), row.end());
    }
    paired.group.push_back(baseline.question.empty() ? static_cast<std::int64_t>(i) : baseline.question[i]);
  }
  return paired;
}

std::optional<double> MeanOfSums(std::span<const double> sums) {
  return sums[1] > 0 ? std::optional(sums[0] / sums[1]) : std::nullopt;
}

stats::PairedCounts CountsOf(const ItemDifference& items) {
  stats::PairedCounts counts;
  for (std::size_t i = 0; i < items.baseline.size(); ++i) {
    if (!items.baseline[i]) continue;
    const bool before = *items.baseline[i] == 1, after = *items.other[i] == 1;
    ++(before ? after ? counts.both : counts.only_first : after ? counts.only_second : counts.neither);
  }
  return counts;
}

// Values, and the bootstrap over groups.
// The same difference everywhere has no spread to draw from: only its direction can be tested, item by item.
void TakeDirection(const ItemDifference& items, PairedDifference& result) {
  result.interval = nullptr;
  result.p.reset();
  result.test.clear();
  result.reason = "every item differs by the same amount: no spread to judge by";
  if (items.baseline.empty()) return;
  stats::PairedCounts counts;
  for (std::size_t i = 0; i < items.baseline.size(); ++i) {
    if (!items.baseline[i] || *items.baseline[i] == *items.other[i]) continue;
    ++(*items.baseline[i] > *items.other[i] ? counts.only_first : counts.only_second);
  }
  result.p = stats::McNemarTest(counts.only_first, counts.only_second).exact;
  result.test = "sign test, exact";
}

Result<void> DrawRows(const PairedRows& paired, const OfSums& statistic, std::size_t group_count,
                      const PairedRequest& request, ItemDifference& items) {
  PairedDifference& result = items.of_all;
  const std::size_t half = paired.rows.width / 2;
  const bool grouped = group_count < paired.group.size();
  if (group_count < kFewestDrawn) {
    result.reason = "fewer than " + std::to_string(kFewestDrawn) + (grouped ? " questions" : " items") + " to draw from: cannot judge";
    return {};
  }
  const SummedRows rows = grouped ? paired.rows.Grouped(paired.group) : paired.rows;
  const OfSums difference = [&statistic, half, share = request.share](std::span<const double> sums) -> std::optional<double> {
    const auto before = statistic(sums.first(half)), after = statistic(sums.subspan(half));
    return before && after ? std::optional(*after - share * *before) : std::nullopt;
  };
  ASSAY_CHECK_OK(TakeOutcome(BootstrapSums(rows, difference, {.seed = request.seed, .replicates = request.replicates,
                                                              .level = request.level, .kind = BootstrapKind::kPercentile}),
                             result));
  const auto interval = result.interval ? result.interval(request.level) : std::nullopt;
  if (request.share == 1 && interval && interval->high - interval->low < kNoSpread && std::abs(*result.difference) > kNoSpread) TakeDirection(items, result);
  return {};
}

Result<void> DifferenceOfRows(const PairedRows& paired, const OfSums& statistic, const PairedRequest& request,
                              ItemDifference& items) {
  PairedDifference& result = items.of_all;
  result.n = paired.rows.rows();
  if (result.n == 0) {
    result.reason = "no item has a score on both sides";
    return {};
  }
  const std::vector<double> sums = paired.rows.Sums();
  const std::size_t half = paired.rows.width / 2;
  result.baseline = statistic(std::span(sums).first(half)), result.other = statistic(std::span(sums).subspan(half));
  if (!result.baseline || !result.other) {
    result.reason = "undefined for these items";
    return {};
  }
  result.difference = *result.other - request.share * *result.baseline;
  std::vector<std::int64_t> groups = paired.group;
  std::ranges::sort(groups);
  const auto group_count = static_cast<std::size_t>(std::ranges::unique(groups).begin() - groups.begin());
  if (items.yes_no && group_count == paired.group.size()) {
    TakeCounts(CountsOf(items), request, result);
    return {};
  }
  return DrawRows(paired, statistic, group_count, request, items);
}

Result<void> DifferenceOfBoxes(const BoxColumns& baseline, const BoxColumns& other, const PairedRequest& request,
                               PairedDifference& result) {
  const DetectionTask& task = *baseline.task;
  result.n = task.images.size();
  ASSAY_TRY(before, ScoreDetections(task, *baseline.detected));
  ASSAY_TRY(after, ScoreDetections(task, *other.detected));
  if (before[0] < 0 || after[0] < 0) {
    result.reason = "no object is annotated";
    return {};
  }
  result.baseline = before[0], result.other = after[0], result.difference = after[0] - request.share * before[0];
  if (task.images.size() < kFewestDrawn) {
    result.reason = "fewer than " + std::to_string(kFewestDrawn) + " images to draw from: cannot judge";
    return {};
  }
  ASSAY_TRY(resampler, Resampler::OfCases(task.images.size()));
  const std::size_t replicates = std::min(request.replicates, kMostBoxDraws);
  std::vector<std::vector<std::uint32_t>> draws(replicates, std::vector<std::uint32_t>(task.images.size()));
  for (std::size_t i = 0; i < draws.size(); ++i) resampler.Draw(request.seed, i, draws[i]);
  ASSAY_TRY(first, MeanPrecisionOfDraws(task, *baseline.detected, draws));
  ASSAY_TRY(second, MeanPrecisionOfDraws(task, *other.detected, draws));
  std::vector<double> differences;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    if (first[i] >= 0 && second[i] >= 0) differences.push_back(second[i] - request.share * first[i]);
  }
  if (differences.size() * 20 < replicates * 19) {
    result.reason = "more than 5 % of the draws hold no object";
    return {};
  }
  std::ranges::sort(differences);
  TakeReplicates(std::move(differences), result);
  return {};
}

}  // namespace

Result<ItemDifference> DifferenceOfItems(const MetricInfo& info, const MetricInput& baseline, const MetricInput& other,
                                         const PairedRequest& request) {
  ItemDifference items;
  if (Needed(info, Needs::kBoxes)) {
    if (baseline.boxes == nullptr || other.boxes == nullptr) return Fail(ErrorCode::kUsage, "there are no boxes on both sides");
    ASSAY_CHECK_OK(DifferenceOfBoxes(*baseline.boxes, *other.boxes, request, items.of_all));
    FindDetectable(request, items.of_all);
    return items;
  }
  const bool fits = (Needed(info, Needs::kText) && baseline.text != nullptr && other.text != nullptr) ||
                    (Needed(info, Needs::kRankings) && baseline.rankings != nullptr && other.rankings != nullptr) ||
                    (Needed(info, Needs::kTrials) && baseline.trials != nullptr && other.trials != nullptr);
  if (!fits) return Fail(ErrorCode::kUsage, "'" + std::string(info.name) + "' needs other columns than both sides have");
  if (ItemsIn(baseline) != ItemsIn(other)) return Fail(ErrorCode::kContradiction, "the sides differ in the number of items");
  if (const CountedScore* counted = FindCountedScore(info.name)) {
    const PairedRows paired = CountedRows(*counted, *baseline.text, *other.text);
    ASSAY_CHECK_OK(DifferenceOfRows(paired, counted->score, request, items));
  } else {
    // What is undefined for the whole set has no difference, whatever single items have.
    for (const MetricInput* side : {&baseline, &other}) {
      ASSAY_TRY(measured, info.compute(*side));
      if (measured.empty() || !measured.front().value) {
        items.of_all.n = ItemsIn(baseline);
        items.of_all.reason = measured.empty() ? "undefined" : measured.front().note;
        return items;
      }
    }
    std::vector<std::optional<double>> before, after;
    for (std::size_t i = 0; i < ItemsIn(baseline); ++i) {
      ASSAY_TRY(one, ScoreOfItem(info, baseline, i));
      ASSAY_TRY(two, ScoreOfItem(info, other, i));
      before.push_back(one), after.push_back(two);
    }
    const auto group = baseline.text == nullptr ? std::span<const std::int64_t>() : baseline.text->question;
    return DifferenceOfScores(before, after, group, request);
  }
  FindDetectable(request, items.of_all);
  return items;
}

Result<ItemDifference> DifferenceOfScores(std::span<const std::optional<double>> baseline,
                                          std::span<const std::optional<double>> other, std::span<const std::int64_t> group,
                                          const PairedRequest& request) {
  if (baseline.size() != other.size() || (!group.empty() && group.size() != baseline.size())) {
    return Fail(ErrorCode::kContradiction, "the sides differ in the number of items");
  }
  ItemDifference items;
  const PairedRows paired = MeanRows(baseline, other, group, items);
  ASSAY_CHECK_OK(DifferenceOfRows(paired, &MeanOfSums, request, items));
  FindDetectable(request, items.of_all);
  return items;
}

}  // namespace assay::metric
