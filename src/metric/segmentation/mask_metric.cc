// SPDX-License-Identifier: Apache-2.0
#include "metric/segmentation/mask_metric.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "metric/item_scores.h"
#include "metric/measurement.h"
#include "metric/segmentation/dice.h"

namespace assay::metric {
namespace {

constexpr std::size_t kLabels = 256;
using CountsOfLabels = std::array<DiceCounts, kLabels>;

std::uint8_t LabelOf(char cell) { return static_cast<std::uint8_t>(cell); }

// Of a case's classes; empty = the rule leaves it out.
using CaseRule = std::optional<double> (*)(const DiceCounts& counts);

std::optional<double> WithEpsilon(const DiceCounts& counts) { return Dice(counts, DiceSmoothing::kAddEpsilon); }
std::optional<double> LeftOut(const DiceCounts& counts) { return Dice(counts, DiceSmoothing::kNone); }
std::optional<double> EmptyIsOne(const DiceCounts& counts) { return Dice(counts, DiceSmoothing::kEmptyIsOne); }
std::optional<double> EmptyIsZero(const DiceCounts& counts) { return LeftOut(counts).value_or(0); }

class CountedCases {
 public:
  Result<void> Add(std::string_view predicted, std::string_view target) {
    if (predicted.size() != target.size()) {
      return Fail(ErrorCode::kContradiction, "case " + std::to_string(cases_.size() + 1) + ": the mask has " +
                                                 std::to_string(predicted.size()) + " cells, the right one " +
                                                 std::to_string(target.size()));
    }
    CountsOfLabels& counts = cases_.emplace_back();
    for (std::size_t i = 0; i < target.size(); ++i) {
      const std::uint8_t found = LabelOf(predicted[i]), right = LabelOf(target[i]);
      ++counts[found].predicted;
      ++counts[right].target;
      counts[right].both += found == right ? 1 : 0;
    }
    return {};
  }

  // Labels other than 0 that occur; the first one where none does, so that empty masks are masks of something.
  std::vector<std::size_t> Classes() const {
    std::vector<std::size_t> classes;
    for (std::size_t label = 1; label < kLabels; ++label) {
      const auto occurs = [&](const CountsOfLabels& counts) { return counts[label].predicted + counts[label].target > 0; };
      if (std::ranges::any_of(cases_, occurs)) classes.push_back(label);
    }
    if (classes.empty()) classes.push_back(1);
    return classes;
  }

  // Classes of cases that neither mask has, and all.
  std::pair<std::uint64_t, std::uint64_t> Empty(std::span<const std::size_t> classes) const {
    std::uint64_t empty = 0;
    for (const CountsOfLabels& counts : cases_) {
      for (const std::size_t label : classes) empty += counts[label].predicted + counts[label].target == 0 ? 1 : 0;
    }
    return {empty, cases_.size() * classes.size()};
  }

  // The mean over classes and cases.
  Result<Measurement> Mean(const Measurement& blank, std::span<const std::size_t> classes, CaseRule rule,
                           const MetricInput& input) const {
    Items items;
    items.noun = "cases";
    items.rows.width = 2;
    items.unscored = input.masks->unscored;
    items.left_out_reason = "with nothing of the class in either mask";
    std::uint64_t counted = 0;
    for (const CountsOfLabels& counts : cases_) {
      double sum = 0, n = 0;
      for (const std::size_t label : classes) {
        if (const auto dice = rule(counts[label])) sum += *dice, n += 1;
      }
      counted += static_cast<std::uint64_t>(n);
      if (n > 0) items.rows.values.insert(items.rows.values.end(), {sum, n});
      else ++items.left_out;
    }
    // Where cases have different numbers of classes that count, it is a ratio of sums, not a mean of items.
    if (counted == classes.size() * (cases_.size() - items.left_out)) {
      for (std::size_t i = 0; i < items.rows.values.size(); i += 2) {
        items.rows.values[i] /= items.rows.values[i + 1];
        items.rows.values[i + 1] = 1;
      }
      return MeanOfItems(blank, items, input);
    }
    return OfTotals(blank, items, [](std::span<const double> sums) -> std::optional<double> {
      return sums[1] > 0 ? std::optional(sums[0] / sums[1]) : std::nullopt;
    }, input);
  }

 private:
  std::vector<CountsOfLabels> cases_;
};

}  // namespace

Result<std::vector<Measurement>> DiceOverCases(const MetricInfo& info, const MetricInput& input) {
  if (input.masks == nullptr) return std::vector{Undefined(info, "no masks")};
  const MaskColumns& masks = *input.masks;
  if (masks.predicted.size() != masks.truth.size()) {
    return Fail(ErrorCode::kContradiction, "expected a right mask for each mask");
  }
  CountedCases cases;
  for (std::size_t i = 0; i < masks.truth.size(); ++i) ASSAY_CHECK_OK(cases.Add(masks.predicted[i], masks.truth[i]));
  const std::vector<std::size_t> classes = cases.Classes();
  const auto [empty, all] = cases.Empty(classes);
  std::vector<Measurement> list;
  const auto add = [&](const Measurement& blank, std::span<const std::size_t> of, CaseRule rule, const std::string& note) -> Result<void> {
    ASSAY_TRY(mean, cases.Mean(blank, of, rule, input));
    mean.note = note + (mean.note.empty() ? "" : "; " + mean.note);
    list.push_back(std::move(mean));
    return {};
  };
  const auto part = [&](std::string_view name) { return PartOf(info, name, info.unit, info.better); };
  const std::string none = std::to_string(empty) + " of " + std::to_string(all) + " empty in both masks";
  ASSAY_CHECK_OK(add(Blank(info), classes, &WithEpsilon, "smoothing: " + DiceSmoothingName(DiceSmoothing::kAddEpsilon) +
                                                             " above and below; " + none));
  ASSAY_CHECK_OK(add(part("left_out"), classes, &LeftOut, "no smoothing; empty in both masks: left out"));
  ASSAY_CHECK_OK(add(part("empty_is_1"), classes, &EmptyIsOne, "no smoothing; empty in both masks: 1"));
  ASSAY_CHECK_OK(add(part("empty_is_0"), classes, &EmptyIsZero, "no smoothing; empty in both masks: 0"));
  for (const std::size_t label : classes.size() > 1 ? classes : std::vector<std::size_t>{}) {
    ASSAY_CHECK_OK(add(part("class_" + std::to_string(label)), std::span(&label, 1), &WithEpsilon,
                       "smoothing: " + DiceSmoothingName(DiceSmoothing::kAddEpsilon)));
  }
  return list;
}

}  // namespace assay::metric
