// SPDX-License-Identifier: Apache-2.0
#include "metric/sampling/trial_metric.h"

#include <algorithm>

#include "metric/item_scores.h"
#include "metric/measurement.h"

namespace assay::metric {
namespace {

constexpr std::uint64_t kDefaultTries[] = {1};

Result<Measurement> MeanOverProblems(Measurement blank, const MetricInput& input, std::uint64_t k,
                                     double PassAtK::*estimate) {
  const TrialColumns& trials = *input.trials;
  blank.note = "k = " + std::to_string(k);
  const std::uint64_t fewest = trials.tries.empty() ? 0 : std::ranges::min(trials.tries);
  if (fewest < k) {
    blank.note += trials.tries.empty() ? "; no problem was tried"
                                       : "; a problem has only " + std::to_string(fewest) + " tries";
    return blank;
  }
  Items items;
  items.noun = "problems";
  items.rows.width = 2;
  items.unscored = trials.unscored;
  for (std::size_t i = 0; i < trials.tries.size(); ++i) {
    ASSAY_TRY(pass, EstimatePass(trials.tries[i], trials.passed[i], k));
    items.rows.values.insert(items.rows.values.end(), {pass.*estimate, 1.0});
  }
  return MeanOfItems(blank, items, input);
}

}  // namespace

Result<std::vector<Measurement>> TrialsAtK(const MetricInfo& info, const MetricInput& input, double PassAtK::*estimate) {
  if (input.trials == nullptr) return std::vector{Undefined(info, "no repeated tries")};
  if (input.trials->tries.size() != input.trials->passed.size()) {
    return Fail(ErrorCode::kContradiction, "expected a number of passes for each number of tries");
  }
  const std::span<const std::uint64_t> wanted = input.k.empty() ? std::span<const std::uint64_t>(kDefaultTries) : input.k;
  std::vector<Measurement> all;
  for (const std::uint64_t k : wanted) {
    if (k == 0) return Fail(ErrorCode::kOutOfRange, "expected k of at least 1, found 0");
    const Measurement blank = all.empty() ? Blank(info) : PartOf(info, std::to_string(k), info.unit, info.better);
    ASSAY_TRY(mean, MeanOverProblems(blank, input, k, estimate));
    all.push_back(std::move(mean));
  }
  if (all.size() > 1) {
    all.insert(all.begin() + 1, all.front());
    all[1].metric = std::string(info.name) + "." + std::to_string(wanted.front());
  }
  return all;
}

}  // namespace assay::metric
