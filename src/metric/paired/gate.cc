// SPDX-License-Identifier: Apache-2.0
#include "metric/paired/gate.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "metric/paired/precision_replicates.h"
#include "stats/normal_quantile.h"

namespace assay::metric {
namespace {

constexpr std::size_t kFewestForNormal = 30;

struct Pair {
  std::size_t system = 0;  // rows
  std::size_t reference = 0;
};

Result<std::vector<Pair>> PairById(const QualityColumns& system, const QualityColumns& reference) {
  if (system.ids.size() != system.label.size() || reference.ids.size() != reference.label.size()) {
    return Fail(ErrorCode::kContradiction, "expected an id for each case, to pair cases");
  }
  std::unordered_map<std::string_view, std::size_t> rows;
  for (std::size_t row = 0; row < reference.ids.size(); ++row) {
    if (!rows.emplace(reference.ids[row], row).second) {
      return FailAt({.path = reference.ids[row]}, ErrorCode::kDuplicateId,
                    "case " + reference.ids[row] + " stands twice");
    }
  }
  std::vector<Pair> pairs;
  std::vector<bool> used(reference.ids.size(), false);
  for (std::size_t row = 0; row < system.ids.size(); ++row) {
    const auto found = rows.find(system.ids[row]);
    if (found == rows.end()) continue;
    if (used[found->second]) {
      return FailAt({.path = system.ids[row]}, ErrorCode::kDuplicateId, "case " + system.ids[row] + " stands twice");
    }
    used[found->second] = true;
    if (reference.label[found->second] != system.label[row]) {
      return FailAt({.path = system.ids[row]}, ErrorCode::kContradiction,
                    "case " + system.ids[row] + " has two labels, so the systems weren't asked the same");
    }
    pairs.push_back({row, found->second});
  }
  return pairs;
}

// Mean and spread of right(system) - share x right(reference), case by case.
std::optional<Interval> MeanInterval(const std::vector<Pair>& pairs, const QualityColumns& system,
                                     const QualityColumns& reference, std::optional<std::int32_t> only_label,
                                     double share, double level) {
  double sum = 0;
  double squares = 0;
  double n = 0;
  for (const auto& [ours, theirs] : pairs) {
    if (only_label && system.label[ours] != *only_label) continue;
    const double difference = (system.predicted[ours] == system.label[ours] ? 1 : 0) -
                              share * (reference.predicted[theirs] == reference.label[theirs] ? 1 : 0);
    sum += difference;
    squares += difference * difference;
    n += 1;
  }
  if (n < kFewestForNormal) return std::nullopt;
  const double mean = sum / n;
  const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
  const double half = stats::NormalQuantile(0.5 + 0.5 * level) * std::sqrt(variance / n);
  return Interval{mean - half, mean + half, level, "paired, normal (approximate)"};
}

// By class, percentiles of the replicates.
std::optional<Interval> RankInterval(const std::vector<Pair>& pairs, const QualityColumns& system,
                                     const QualityColumns& reference, double share, double level, std::uint64_t seed) {
  std::vector<std::int32_t> label;
  std::vector<double> ours, theirs;
  for (const auto& [system_row, reference_row] : pairs) {
    label.push_back(system.label[system_row]);
    ours.push_back(system.score[system_row]);
    theirs.push_back(reference.score[reference_row]);
  }
  const auto differences = PrecisionReplicates(label, ours, theirs, {.share = share, .seed = seed});
  if (!differences) return std::nullopt;
  const std::size_t replicates = differences->size();
  const auto at = [&](double quantile) {
    const auto index = static_cast<std::size_t>(quantile * static_cast<double>(replicates));
    return (*differences)[std::min(index, replicates - 1)];
  };
  return Interval{at((1 - level) / 2), at((1 + level) / 2), level,
                  "paired bootstrap, " + std::to_string(replicates) + " replicates"};
}

}  // namespace

Result<std::optional<Interval>> PairedGateInterval(std::string_view metric, const QualityColumns& system,
                                                   const QualityColumns& reference, double share, double level,
                                                   std::uint64_t seed) {
  const bool ranks = metric == "average_precision";
  const bool over_all = metric == "accuracy" || metric == "top_1";
  if (!ranks && !over_all && metric != "recall" && metric != "specificity") return std::nullopt;
  if (!system.weight.empty() || !reference.weight.empty()) return std::nullopt;
  if (system.unscored > 0 || reference.unscored > 0) return std::nullopt;
  const auto usable = [&](const QualityColumns& cases) {
    return (ranks ? cases.score.size() : cases.predicted.size()) == cases.label.size();
  };
  if (!usable(system) || !usable(reference)) return std::nullopt;
  ASSAY_TRY(pairs, PairById(system, reference));
  if (pairs.size() != system.ids.size() || pairs.size() != reference.ids.size()) return std::nullopt;
  if (ranks) return RankInterval(pairs, system, reference, share, level, seed);
  std::optional<std::int32_t> only_label;
  if (!over_all) only_label = metric == "recall" ? 1 : 0;
  return MeanInterval(pairs, system, reference, only_label, share, level);
}

}  // namespace assay::metric
