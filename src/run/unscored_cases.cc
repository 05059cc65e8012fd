// SPDX-License-Identifier: Apache-2.0
#include "run/unscored_cases.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "run/operating_point.h"

namespace assay::run {
namespace {

// Below and above all that there is; a probability stays one.
std::pair<double, double> ExtremeScores(const std::vector<double>& scores) {
  if (scores.empty()) return {0, 1};
  const auto [low, high] = std::ranges::minmax(scores);
  if (low >= 0 && high <= 1) return {0, 1};
  return {low - 1, high + 1};
}

std::int32_t AnswerTo(const UnscoredCase& missing, TakenAs taken, std::size_t classes) {
  if (taken == TakenAs::kRight) return missing.label;
  const auto count = static_cast<std::int32_t>(std::max<std::size_t>(2, classes));
  return (missing.label + 1) % count;
}

Interval RangeOf(const Measurement& measurement) {
  if (measurement.interval) return *measurement.interval;
  return {*measurement.value, *measurement.value, 1, "without sampling"};
}

std::string NoteOf(std::uint64_t unscored, double wrong, double right) {
  char text[120];
  std::snprintf(text, sizeof text, "%llu case%s without an answer: %.4g if all were wrong, %.4g if all were right",
                static_cast<unsigned long long>(unscored), unscored == 1 ? "" : "s", wrong, right);
  return text;
}

}  // namespace

ScoredCases WithUnscored(const ScoredCases& cases, TakenAs taken) {
  ScoredCases all = cases;
  const auto [low, high] = ExtremeScores(cases.score);
  for (const UnscoredCase& missing : cases.missing) {
    const std::int32_t answer = AnswerTo(missing, taken, cases.classes.size());
    all.ids.push_back(missing.id);
    all.label.push_back(missing.label);
    if (!cases.predicted.empty()) all.predicted.push_back(answer);
    if (!cases.score.empty()) all.score.push_back(answer == 1 ? high : low);
    if (!cases.miss_amount.empty()) all.miss_amount.push_back(missing.miss_amount);
    if (!cases.alarm_amount.empty()) all.alarm_amount.push_back(missing.alarm_amount);
    if (!cases.review_amount.empty()) all.review_amount.push_back(missing.review_amount);
  }
  all.unscored -= cases.missing.size();
  all.missing.clear();
  return all;
}

QualityResult WithUnscored(const QualityResult& quality, TakenAs taken) {
  QualityResult all = quality;
  all.cases = WithUnscored(quality.cases, taken);
  const auto answer = [&](const UnscoredCase& missing) { return AnswerTo(missing, taken, quality.cases.classes.size()); };
  if (!quality.decisions_at_point.empty()) {
    for (const UnscoredCase& missing : quality.cases.missing) all.decisions_at_point.push_back(answer(missing));
  }
  // The half that judges has its share of them.
  if (quality.operating_point && !quality.operating_point->details.judging_rows.empty()) {
    for (std::size_t row = quality.cases.ids.size(); row < all.cases.ids.size(); ++row) {
      if (InSecondHalf(all.cases.ids[row])) all.operating_point->details.judging_rows.push_back(row);
    }
  }
  return all;
}

void WidenBy(const std::vector<Measurement>& wrong, const std::vector<Measurement>& right, std::uint64_t unscored,
             std::vector<Measurement>& measurements) {
  for (Measurement& measurement : measurements) {
    const auto at_wrong = std::ranges::find(wrong, measurement.metric, &Measurement::metric);
    const auto at_right = std::ranges::find(right, measurement.metric, &Measurement::metric);
    const bool known = measurement.value && at_wrong != wrong.end() && at_wrong->value && at_right != right.end() &&
                       at_right->value;
    if (!known) continue;
    Interval range = RangeOf(measurement);
    for (const Interval& other : {RangeOf(*at_wrong), RangeOf(*at_right)}) {
      range.low = std::min(range.low, other.low), range.high = std::max(range.high, other.high);
    }
    if (!measurement.interval && range.low == range.high) continue;  // they change nothing
    range.method += ", unscored cases all wrong to all right";
    measurement.interval = std::move(range);
    measurement.note += (measurement.note.empty() ? "" : "; ") + NoteOf(unscored, *at_wrong->value, *at_right->value);
  }
}

}  // namespace assay::run
