// SPDX-License-Identifier: Apache-2.0
#include "run/slices/sliced_cases.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "data/selection/selected_dataset.h"
#include "run/scored_cases.h"
#include "slice/literal.h"
#include "spec/near_name.h"

namespace assay::run {
namespace {

Result<std::size_t> ColumnCalled(const Dataset& data, const std::string& name) {
  const auto found = std::ranges::find(data.columns(), name);
  if (found != data.columns().end()) return static_cast<std::size_t>(found - data.columns().begin());
  const std::vector<std::string> known(data.columns().begin(), data.columns().end());
  return Fail(ErrorCode::kBadReference, "the data has no column '" + name + "' to slice by", spec::NameHint(name, known));
}

slice::Feature FeatureOfColumn(const Dataset& data, std::span<const std::size_t> index, std::size_t column) {
  std::vector<std::string_view> cells;
  for (const std::size_t row : index) cells.push_back(data.Cell(row, column));
  return slice::MakeFeature(data.columns()[column], std::move(cells));
}

// The decision that a deployed system would take: at the operating point if one is certified.
Result<void> Decide(const QualityResult& quality, const spec::Spec& spec, std::optional<double> threshold,
                    SlicedCases& cases) {
  const bool at_point = !threshold && !quality.decisions_at_point.empty();
  if (threshold && quality.cases.score.empty()) {
    return Fail(ErrorCode::kUsage, quality.system + " has no scores to hold against a threshold");
  }
  if (threshold) cases.predicted = DecideAt(quality.cases, *threshold);
  else cases.predicted = at_point ? quality.decisions_at_point : quality.cases.predicted;
  if (cases.predicted.empty()) {
    return Fail(ErrorCode::kNotMeasured, quality.system + " took no decisions", "data.output says how an answer is read");
  }
  if (cases.score.empty()) {
    cases.decision = "the answered class";
    return {};
  }
  cases.threshold = threshold ? *threshold : at_point ? *quality.operating_point->threshold : spec.data.output.threshold.value_or(0.5);
  cases.decision = "score >= " + spec::NumberText(*cases.threshold) + (threshold ? "" : at_point ? ", the operating point" : ", the default");
  return {};
}

}  // namespace

std::vector<std::uint8_t> SlicedCases::Wrong() const {
  std::vector<std::uint8_t> wrong(label.size());
  for (std::size_t row = 0; row < label.size(); ++row) wrong[row] = predicted[row] != label[row];
  return wrong;
}

Result<SlicedCases> CasesOfSystem(const QualityResult& quality, const spec::Spec& spec, const Dataset& data,
                                  std::optional<double> threshold) {
  SlicedCases cases{.system = quality.system, .classes = quality.cases.classes};
  cases.label = quality.cases.label, cases.score = quality.cases.score, cases.unscored = quality.cases.unscored;
  ASSAY_CHECK_OK(Decide(quality, spec, threshold, cases));
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t row = 0; row < data.size(); ++row) place.emplace(data.Id(row), row);
  for (const std::string& id : quality.cases.ids) {
    const auto found = place.find(id);
    if (found == place.end()) {
      return Fail(ErrorCode::kMismatch, "the run answered case '" + id + "', which its data lacks");
    }
    const std::size_t row = found->second;
    cases.index.push_back(row);
    cases.ids.push_back(data.Id(row));
    cases.names.push_back(data.Group(row).empty() ? data.Id(row) : data.Group(row));
  }
  return cases;
}

Result<std::vector<slice::Feature>> FeaturesOf(const Dataset& data, std::span<const std::size_t> index,
                                               std::span<const std::string> names,
                                               std::span<const std::string> left_out) {
  std::vector<slice::Feature> features;
  for (const std::string& name : names) {
    ASSAY_TRY(column, ColumnCalled(data, name));
    features.push_back(FeatureOfColumn(data, index, column));
  }
  for (std::size_t column = 0; names.empty() && column < data.columns().size(); ++column) {
    if (std::ranges::find(left_out, data.columns()[column]) != left_out.end()) continue;
    features.push_back(FeatureOfColumn(data, index, column));
  }
  return features;
}

Result<std::vector<slice::NamedSlice>> DeclaredSlices(const Dataset& data, std::span<const std::size_t> index,
                                                      std::span<const std::string> declared) {
  std::vector<slice::NamedSlice> slices;
  for (const std::string& text : declared) {
    if (text.find_first_of("<>=") == text.npos) {
      ASSAY_TRY(column, ColumnCalled(data, text));
      const slice::Feature feature = FeatureOfColumn(data, index, column);
      for (slice::Literal& literal : slice::MakeLiterals(feature, 0, 1, slice::Ranges::kQuarters)) {
        slices.push_back({std::move(literal.text), std::move(literal.rows)});
      }
      continue;
    }
    ASSAY_TRY(conditions, spec::ParseConditions(text));
    ASSAY_TRY(meeting, data::RowsMeeting(data, conditions));
    std::vector<bool> meets(data.size(), false);
    for (const std::size_t row : meeting) meets[row] = true;
    slice::NamedSlice named{text, slice::RowSet(index.size())};
    for (std::size_t row = 0; row < index.size(); ++row) {
      if (meets[index[row]]) named.rows.Add(row);
    }
    slices.push_back(std::move(named));
  }
  return slices;
}

}  // namespace assay::run
