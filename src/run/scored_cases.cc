// SPDX-License-Identifier: Apache-2.0
#include "run/scored_cases.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace assay::run {
namespace {

std::vector<std::string> ClassesFound(std::span<const record::CaseLine> lines) {
  std::set<std::string> found;
  for (const record::CaseLine& line : lines) {
    if (line.label) found.insert(*line.label);
    if (line.predicted) found.insert(*line.predicted);
  }
  return {found.begin(), found.end()};
}

class ClassNumbers {
 public:
  explicit ClassNumbers(const std::vector<std::string>& classes) {
    for (std::size_t i = 0; i < classes.size(); ++i) numbers_[classes[i]] = static_cast<std::int32_t>(i);
  }
  Result<std::int32_t> Of(const std::string& name, const record::CaseLine& line) const {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    return Fail(ErrorCode::kUnknownName, "case " + line.id + " has class '" + name + "', which the data doesn't list");
  }

 private:
  std::unordered_map<std::string, std::int32_t> numbers_;
};

}  // namespace

QualityColumns ScoredCases::Columns() const {
  QualityColumns columns;
  columns.ids = ids;
  columns.label = label;
  columns.predicted = predicted;
  columns.score = score;
  columns.classes = classes;
  columns.unscored = unscored;
  return columns;
}

Result<ScoredCases> ScoreCases(std::span<const record::CaseLine> lines, std::vector<std::string> classes) {
  ScoredCases cases;
  cases.classes = classes.empty() ? ClassesFound(lines) : std::move(classes);
  const ClassNumbers numbers(cases.classes);
  std::unordered_map<std::string, const record::CaseLine*> first;
  for (const record::CaseLine& line : lines) {
    const auto [place, is_new] = first.try_emplace(line.id, &line);
    if (!is_new) {
      ++cases.repeats;
      cases.disagreeing_repeats += line.predicted != place->second->predicted;
      continue;
    }
    const bool answered = line.status == SampleStatus::kOk && (line.score || line.predicted);
    if (!answered || !line.label) {
      ++cases.unscored;
      if (!line.label) continue;
      ASSAY_TRY(missed, numbers.Of(*line.label, line));
      cases.missing.push_back({.id = line.id, .label = missed});
      continue;
    }
    ASSAY_TRY(label, numbers.Of(*line.label, line));
    cases.ids.push_back(line.id);
    cases.label.push_back(label);
    if (line.score) cases.score.push_back(*line.score);
    if (line.predicted) {
      ASSAY_TRY(predicted, numbers.Of(*line.predicted, line));
      cases.predicted.push_back(predicted);
    }
  }
  for (const std::size_t size : {cases.score.size(), cases.predicted.size()}) {
    if (size != 0 && size != cases.ids.size()) {
      return Fail(ErrorCode::kUndefined, "only " + std::to_string(size) + " of " + std::to_string(cases.ids.size()) +
                                             " answered cases have a score or a decision");
    }
  }
  if (!cases.score.empty() && cases.classes.size() < 2) {
    return Fail(ErrorCode::kOneClass, "the answers have scores of a positive class, and the data lists no second class");
  }
  return cases;
}

void AppendCase(const ScoredCases& from, std::size_t row, ScoredCases& to) {
  to.ids.push_back(from.ids[row]);
  to.label.push_back(from.label[row]);
  const auto append = [row](const std::vector<double>& values, std::vector<double>& list) {
    if (!values.empty()) list.push_back(values[row]);
  };
  append(from.score, to.score);
  append(from.miss_amount, to.miss_amount);
  append(from.alarm_amount, to.alarm_amount);
  append(from.review_amount, to.review_amount);
}

std::vector<std::int32_t> DecideAt(const ScoredCases& cases, double threshold) {
  std::vector<std::int32_t> decisions(cases.score.size());
  std::ranges::transform(cases.score, decisions.begin(), [&](double score) { return score >= threshold ? 1 : 0; });
  return decisions;
}

}  // namespace assay::run
