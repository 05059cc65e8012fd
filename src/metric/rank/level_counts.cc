// SPDX-License-Identifier: Apache-2.0
#include "metric/rank/level_counts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "metric/rank/level_index.h"
#include "metric/rank/score_sort.h"

namespace assay::metric {
namespace {

Result<void> CheckRoom(const LevelCounts& counts, std::uint64_t more) {
  if (counts.cases + more < std::uint64_t{1} << 32) return {};
  return Fail(ErrorCode::kOutOfRange, "expected fewer than 2^32 cases in all, found " + std::to_string(counts.cases + more));
}

void AppendRow(RankCurve& curve, double threshold, std::uint64_t positives, std::uint64_t negatives) {
  curve.threshold.push_back(threshold);
  curve.true_positives.push_back(static_cast<double>(positives));
  curve.false_positives.push_back(static_cast<double>(negatives));
}

Result<void> CheckPart(const QualityColumns& part, const LevelCounts& counts) {
  const LevelIndex index(counts.levels);
  if (part.score.size() != part.label.size() || !std::ranges::all_of(part.weight, [](double one) { return one == 1; })) {
    return Fail(ErrorCode::kContradiction, "expected a score and the weight 1 for each label");
  }
  for (std::size_t row = 0; row < part.label.size(); ++row) {
    const auto row_name = [row] { return " in row " + std::to_string(row + 1); };
    if (!std::isfinite(part.score[row])) return Fail(ErrorCode::kNotFinite, "expected a finite score" + row_name());
    if (part.label[row] == 0) continue;
    if (part.label[row] != 1) return Fail(ErrorCode::kOutOfRange, "expected label 0 or 1" + row_name());
    const std::size_t at = index.FirstAtMost(part.score[row]);
    if (at == counts.levels.size() || counts.levels[at] != part.score[row]) {
      return Fail(ErrorCode::kContradiction, "expected each positive's score among the levels, found another" + row_name());
    }
  }
  return CheckRoom(counts, part.label.size());
}

}  // namespace

Result<LevelCounts> LevelsAt(std::span<const double> positive_scores) {
  LevelCounts counts;
  counts.levels.reserve(positive_scores.size());
  for (const double score : positive_scores) {
    if (!std::isfinite(score)) return Fail(ErrorCode::kNotFinite, "expected finite scores of positives");
    counts.levels.push_back(score + 0.0);  // -0.0 is 0.0
  }
  SortDescending(counts.levels);
  counts.levels.erase(std::ranges::unique(counts.levels).begin(), counts.levels.end());
  counts.positives.resize(counts.levels.size());
  counts.gaps.resize(counts.levels.size() + 1);
  return counts;
}

Result<void> CountCases(const QualityColumns& cases, LevelCounts& counts) {
  ASSAY_CHECK_OK(CheckPart(cases, counts));
  CountCheckedCases(cases, counts);
  return {};
}

void CountCheckedCases(const QualityColumns& cases, LevelCounts& counts) {
  const LevelIndex index(counts.levels);
  counts.cases += cases.label.size();
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    const double score = cases.score[row];
    const std::size_t at = index.FirstAtMost(score);
    if (cases.label[row] == 1) {
      ++counts.positives[at];
      continue;
    }
    LevelCounts::Gap& gap = counts.gaps[at];
    if (at < counts.levels.size() && counts.levels[at] == score) {
      ++gap.level;
      continue;
    }
    ++gap.above;
    gap.lowest = std::min(gap.lowest, score);
  }
}

Result<void> AddCounts(const LevelCounts& other, LevelCounts& counts) {
  if (other.levels != counts.levels) return Fail(ErrorCode::kContradiction, "expected counts at the same levels");
  ASSAY_CHECK_OK(CheckRoom(counts, other.cases));
  counts.cases += other.cases;
  for (std::size_t at = 0; at < counts.positives.size(); ++at) counts.positives[at] += other.positives[at];
  for (std::size_t at = 0; at < counts.gaps.size(); ++at) {
    counts.gaps[at].lowest = std::min(counts.gaps[at].lowest, other.gaps[at].lowest);
    counts.gaps[at].above += other.gaps[at].above;
    counts.gaps[at].level += other.gaps[at].level;
  }
  return {};
}

RankCurve CurveOfCounts(const LevelCounts& counts) {
  RankCurve curve;
  for (auto* column : {&curve.threshold, &curve.true_positives, &curve.false_positives}) {
    column->reserve(2 * counts.levels.size() + 1);
  }
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;
  for (std::size_t at = 0; at < counts.gaps.size(); ++at) {
    const LevelCounts::Gap& gap = counts.gaps[at];
    if (gap.above > 0) AppendRow(curve, gap.lowest + 0.0, positives, negatives += gap.above);
    if (at == counts.levels.size()) break;
    AppendRow(curve, counts.levels[at], positives += counts.positives[at], negatives += gap.level);
  }
  curve.cases = positives + negatives;
  curve.positive_cases = positives;
  curve.positives = curve.positive_squares = static_cast<double>(positives);
  curve.negatives = static_cast<double>(negatives);
  return curve;
}

}  // namespace assay::metric
