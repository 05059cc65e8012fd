// SPDX-License-Identifier: Apache-2.0
#include "stats/rater_agreement.h"

#include <cmath>
#include <map>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {

Result<Agreement> CohenKappa(std::span<const std::int64_t> first, std::span<const std::int64_t> second, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (first.size() != second.size()) return Fail(ErrorCode::kContradiction, "expected both raters' category of every case");
  if (first.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 case");
  const auto n = static_cast<double>(first.size());
  std::map<std::int64_t, double> rows, columns;  // shares
  std::map<std::pair<std::int64_t, std::int64_t>, double> cells;
  for (std::size_t i = 0; i < first.size(); ++i) {
    rows[first[i]] += 1 / n, columns[second[i]] += 1 / n;
    cells[{first[i], second[i]}] += 1 / n;
  }
  double observed = 0, expected = 0;
  for (const auto& [category, share] : rows) {
    if (const auto found = columns.find(category); found != columns.end()) expected += share * found->second;
    if (const auto found = cells.find({category, category}); found != cells.end()) observed += found->second;
  }
  Agreement agreement{.value = {}, .interval = {}, .n = first.size()};
  if (cells.size() == 1 && observed > 0) return agreement;  // both say one thing always
  const double kappa = (observed - expected) / (1 - expected);
  agreement.value = kappa;
  double sum = 0;
  for (const auto& [pair, share] : cells) {
    const auto share_in = [](const std::map<std::int64_t, double>& shares, std::int64_t category) {
      const auto found = shares.find(category);
      return found == shares.end() ? 0.0 : found->second;
    };
    if (pair.first == pair.second) {
      const double both = share_in(rows, pair.first) + share_in(columns, pair.first);
      sum += share * std::pow(1 - both * (1 - kappa), 2);
    } else {
      const double both = share_in(columns, pair.first) + share_in(rows, pair.second);
      sum += share * std::pow(both * (1 - kappa), 2);
    }
  }
  const double variance = (sum - std::pow(kappa - expected * (1 - kappa), 2)) / (n * (1 - expected) * (1 - expected));
  if (variance > 0) {
    const double half = NormalQuantile((1 + level) / 2) * std::sqrt(variance);
    agreement.interval = Interval{std::max(-1.0, kappa - half), std::min(1.0, kappa + half), level, "fleiss-cohen-everitt (approximate)"};
  }
  return agreement;
}

}  // namespace assay::stats
