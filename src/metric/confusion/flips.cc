// SPDX-License-Identifier: Apache-2.0
#include "metric/confusion/flips.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "metric/measurement.h"
#include "metric/proportion.h"
#include "stats/mcnemar.h"

namespace assay::metric {
namespace {

Result<void> CheckPairable(const QualityColumns& cases) {
  if (cases.ids.size() == cases.label.size() && cases.predicted.size() == cases.label.size()) return {};
  return Fail(ErrorCode::kContradiction, "expected an id and a decision for each of the " +
                                             std::to_string(cases.label.size()) + " labels, to pair cases");
}

Outcomes Plain(std::uint64_t count) { return {static_cast<double>(count), static_cast<double>(count), count}; }

}  // namespace

Result<Flips> PairFlips(const QualityColumns& system, const QualityColumns& baseline, FlipCases which) {
  ASSAY_CHECK_OK(CheckPairable(system));
  ASSAY_CHECK_OK(CheckPairable(baseline));
  const auto counts = [&](std::int32_t label) { return which == FlipCases::kAll || label == 1; };

  std::unordered_map<std::string_view, std::size_t> rows;
  std::uint64_t waiting = 0;
  for (std::size_t row = 0; row < baseline.ids.size(); ++row) {
    if (!rows.emplace(baseline.ids[row], row).second) {
      return FailAt({.path = baseline.ids[row]}, ErrorCode::kDuplicateId, "case " + baseline.ids[row] + " stands twice");
    }
    waiting += counts(baseline.label[row]) ? 1 : 0;
  }
  Flips flips;
  for (std::size_t row = 0; row < system.ids.size(); ++row) {
    if (!counts(system.label[row])) continue;
    const auto found = rows.find(system.ids[row]);
    if (found == rows.end()) {
      flips.unpaired += 1;
      continue;
    }
    const std::size_t other = found->second;
    if (other == baseline.ids.size()) {
      return FailAt({.path = system.ids[row]}, ErrorCode::kDuplicateId, "case " + system.ids[row] + " stands twice");
    }
    if (baseline.label[other] != system.label[row]) {
      return FailAt({.path = system.ids[row]}, ErrorCode::kContradiction,
                    "case " + system.ids[row] + " has two labels, so the systems weren't asked the same");
    }
    const bool right = system.predicted[row] == system.label[row];
    const bool was_right = baseline.predicted[other] == baseline.label[other];
    flips.pairs += 1;
    flips.broken += was_right && !right ? 1 : 0;
    flips.fixed += right && !was_right ? 1 : 0;
    found->second = baseline.ids.size();  // used
    waiting -= 1;
  }
  flips.unpaired += waiting;
  return flips;
}

Result<std::vector<Measurement>> MeasureFlips(const MetricInfo& info, const MetricInput& input, FlipCases which) {
  if (input.quality == nullptr || input.quality->predicted.empty()) {
    return std::vector{Undefined(info, "no decisions")};
  }
  if (input.baseline == nullptr || input.baseline->predicted.empty()) {
    return std::vector{Undefined(info, "no decisions of a baseline system to compare with")};
  }
  ASSAY_TRY(flips, PairFlips(*input.quality, *input.baseline, which));
  std::vector<Measurement> all{Proportion(info, Plain(flips.broken), Plain(flips.pairs), 0, input.level,
                                          which == FlipCases::kAll ? "no case in common" : "no positive in common")};
  all.front().note += all.front().value ? std::to_string(flips.broken) + " broken, " + std::to_string(flips.fixed) +
                                              " fixed"
                                        : "";
  if (flips.unpaired > 0) all.front().note += "; " + std::to_string(flips.unpaired) + " cases answered by one only";
  const auto add = [&](const char* part, Unit unit, double value) {
    all.push_back(PartOf(info, part, unit, Better::kNeither));
    all.back().value = value;
    all.back().n = flips.pairs;
  };
  add("broken", Unit::kCount, static_cast<double>(flips.broken));
  add("fixed", Unit::kCount, static_cast<double>(flips.fixed));
  add("p", Unit::kNumber, stats::McNemarTest(flips.broken, flips.fixed).exact);
  return all;
}

}  // namespace assay::metric
