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

// alpha = 1 - observed / expected disagreement over the coincidences: each pair of ratings of one case, in both orders,
// weighted by 1 / (ratings of that case - 1).
Result<Agreement> KrippendorffAlpha(std::span<const std::optional<std::int64_t>> rating, std::size_t raters) {
  if (raters < 2 || rating.size() % raters != 0) return Fail(ErrorCode::kContradiction, "expected each case's rating by each rater");
  Agreement agreement;
  std::map<std::int64_t, double> totals;
  double values = 0, agreeing = 0;
  for (std::size_t start = 0; start < rating.size(); start += raters) {
    std::map<std::int64_t, double> counts;
    double ratings = 0;
    for (std::size_t rater = 0; rater < raters; ++rater) {
      if (!rating[start + rater]) continue;
      counts[*rating[start + rater]] += 1;
      ratings += 1;
    }
    if (ratings < 2) continue;
    agreement.n += 1;
    values += ratings;
    for (const auto& [category, count] : counts) {
      totals[category] += count;
      agreeing += count * (count - 1) / (ratings - 1);
    }
  }
  if (agreement.n == 0) return Fail(ErrorCode::kEmpty, "no case has two ratings");
  if (totals.size() < 2) return agreement;
  double alike = 0;
  for (const auto& [category, total] : totals) alike += total * (total - 1);
  agreement.value = 1 - (values - 1) * (values - agreeing) / (values * (values - 1) - alike);
  return agreement;
}

}  // namespace assay::stats
