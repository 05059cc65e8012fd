// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/paired_cases.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace assay::metric {
namespace {

constexpr std::size_t kMostNamedIds = 5;

using RowById = std::unordered_map<std::string_view, std::size_t>;

Result<RowById> IndexIds(const QualityColumns& cases) {
  if (cases.ids.size() != cases.label.size()) {
    return Fail(ErrorCode::kContradiction, "expected an id for each case, to pair cases");
  }
  if (!cases.weight.empty()) return Fail(ErrorCode::kContradiction, "weighted cases can't be compared in pairs");
  RowById rows;
  for (std::size_t row = 0; row < cases.ids.size(); ++row) {
    if (rows.emplace(cases.ids[row], row).second) continue;
    return FailAt({.path = cases.ids[row]}, ErrorCode::kDuplicateId, "case " + cases.ids[row] + " stands twice");
  }
  return rows;
}

// Ids that fit no partner, the first few by name.
class NamedIds {
 public:
  void Add(std::string_view id) {
    if (++count_ > kMostNamedIds) return;
    text_ += (text_.empty() ? "" : ", ") + std::string(id);
  }
  std::size_t count() const { return count_; }
  std::string Text() const {
    return count_ <= kMostNamedIds ? text_ : text_ + " and " + std::to_string(count_ - kMostNamedIds) + " more";
  }

 private:
  std::size_t count_ = 0;
  std::string text_;
};

NamedIds MissingFrom(const RowById& rows, std::span<const std::string> ids) {
  NamedIds missing;
  for (const std::string& id : ids) {
    if (!rows.contains(id)) missing.Add(id);
  }
  return missing;
}

Result<void> CheckSameIds(const QualityColumns& baseline, const RowById& baseline_rows, const QualityColumns& other,
                          const RowById& other_rows) {
  const NamedIds lost = MissingFrom(other_rows, baseline.ids), added = MissingFrom(baseline_rows, other.ids);
  if (lost.count() == 0 && added.count() == 0) return {};
  std::string what = "the two sides have other cases: ";
  if (lost.count() > 0) what += std::to_string(lost.count()) + " in the baseline alone (" + lost.Text() + ")";
  if (lost.count() > 0 && added.count() > 0) what += ", ";
  if (added.count() > 0) what += std::to_string(added.count()) + " in the other alone (" + added.Text() + ")";
  return Fail(ErrorCode::kNotComparable, what,
              "compare answers to the same cases; a case that a system failed to answer counts as not there");
}

// The other's class numbers in the baseline's list, new names at its end.
std::vector<std::int32_t> ClassMap(std::span<const std::string> other, std::vector<std::string>& classes) {
  std::vector<std::int32_t> map;
  for (const std::string& name : other) {
    const auto found = std::ranges::find(classes, name);
    map.push_back(static_cast<std::int32_t>(found - classes.begin()));
    if (found == classes.end()) classes.push_back(name);
  }
  return map;
}

Result<void> CheckLengths(const QualityColumns& cases) {
  const auto fits = [&](std::size_t size) { return size == 0 || size == cases.label.size(); };
  if (fits(cases.predicted.size()) && fits(cases.score.size())) return {};
  return Fail(ErrorCode::kContradiction, "expected a score and a decision for each case, or for none");
}

}  // namespace

QualityColumns PairedCases::Columns(std::size_t side) const {
  QualityColumns columns;
  columns.ids = ids, columns.label = label, columns.classes = classes;
  columns.predicted = predicted[side], columns.score = score[side];
  columns.base_rate = base_rate, columns.min_precision = min_precision, columns.unscored = unscored;
  return columns;
}

Result<PairedCases> PairCases(const QualityColumns& baseline, const QualityColumns& other) {
  ASSAY_CHECK_OK(CheckLengths(baseline));
  ASSAY_CHECK_OK(CheckLengths(other));
  ASSAY_TRY(baseline_rows, IndexIds(baseline));
  ASSAY_TRY(other_rows, IndexIds(other));
  ASSAY_CHECK_OK(CheckSameIds(baseline, baseline_rows, other, other_rows));
  if (baseline.ids.empty()) return Fail(ErrorCode::kEmpty, "there is no case that both answered");

  PairedCases pairs;
  pairs.ids.assign(baseline.ids.begin(), baseline.ids.end());
  pairs.label.assign(baseline.label.begin(), baseline.label.end());
  pairs.classes.assign(baseline.classes.begin(), baseline.classes.end());
  pairs.base_rate = baseline.base_rate, pairs.min_precision = baseline.min_precision;
  pairs.unscored = std::min(baseline.unscored, other.unscored);
  const bool named = !baseline.classes.empty() && !other.classes.empty();
  const auto map = named ? ClassMap(other.classes, pairs.classes) : std::vector<std::int32_t>();
  const auto number = [&](std::int32_t own) { return named ? map[static_cast<std::size_t>(own)] : own; };
  const bool decided = !baseline.predicted.empty() && !other.predicted.empty();
  const bool scored = !baseline.score.empty() && !other.score.empty();
  if (decided) pairs.predicted[0].assign(baseline.predicted.begin(), baseline.predicted.end());
  if (scored) pairs.score[0].assign(baseline.score.begin(), baseline.score.end());
  NamedIds two_labels;
  for (std::size_t row = 0; row < pairs.ids.size(); ++row) {
    const std::size_t theirs = other_rows.at(pairs.ids[row]);
    if (number(other.label[theirs]) != pairs.label[row]) two_labels.Add(pairs.ids[row]);
    if (decided) pairs.predicted[1].push_back(number(other.predicted[theirs]));
    if (scored) pairs.score[1].push_back(other.score[theirs]);
  }
  if (two_labels.count() == 0) return pairs;
  return Fail(ErrorCode::kNotComparable, std::to_string(two_labels.count()) + (two_labels.count() == 1 ? " case has" : " cases have") +
                                          " another label on the two sides (" + two_labels.Text() + ")",
              "the right answer must be the same, or the systems weren't asked the same");
}

}  // namespace assay::metric
