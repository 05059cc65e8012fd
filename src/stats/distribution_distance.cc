// SPDX-License-Identifier: Apache-2.0
#include "stats/distribution_distance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/proportion.h"
#include "stats/sorted_values.h"

namespace assay::stats {
namespace {

std::vector<double> Shares(std::span<const double> values, std::span<const double> edges, double floor) {
  std::vector<double> shares(edges.size() + 1);
  for (const double value : values) {
    shares[static_cast<std::size_t>(std::ranges::upper_bound(edges, value) - edges.begin())] += 1;
  }
  for (double& share : shares) share = std::max(share / static_cast<double>(values.size()), floor);
  return shares;
}

}  // namespace

double InterpolatedQuantile(std::span<const double> sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), sorted.size() - 1);
  const double next = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + (next - sorted[below]) * (at - static_cast<double>(below));
}

Result<double> PopulationStability(std::span<const double> reference, std::span<const double> current, std::size_t bins,
                                   double floor) {
  ASSAY_CHECK_OK(CheckShare("floor", floor));
  if (bins < 2) return Fail(ErrorCode::kOutOfRange, "expected at least 2 bins");
  ASSAY_TRY(sorted, SortedValues(reference));
  ASSAY_CHECK_OK(SortedValues(current));
  std::vector<double> edges;
  for (std::size_t k = 1; k < bins; ++k) {
    edges.push_back(InterpolatedQuantile(sorted, static_cast<double>(k) / static_cast<double>(bins)));
  }
  const auto p = Shares(reference, edges, floor);
  const auto q = Shares(current, edges, floor);
  double sum = 0;
  for (std::size_t bin = 0; bin < p.size(); ++bin) sum += (q[bin] - p[bin]) * std::log(q[bin] / p[bin]);
  return sum;
}

Result<double> JensenShannonDistance(std::span<const double> p, std::span<const double> q, double base) {
  if (p.size() != q.size()) return Fail(ErrorCode::kContradiction, "expected as many weights on either side");
  const auto bad = [](double weight) { return !(weight >= 0) || std::isinf(weight); };
  const double p_sum = std::accumulate(p.begin(), p.end(), 0.0);
  const double q_sum = std::accumulate(q.begin(), q.end(), 0.0);
  if (std::ranges::any_of(p, bad) || std::ranges::any_of(q, bad) || !(p_sum > 0 && q_sum > 0) || !(base > 1)) {
    return Fail(ErrorCode::kOutOfRange, "expected finite weights of at least 0 with a positive sum, and a base above 1");
  }
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double a = p[i] / p_sum;
    const double b = q[i] / q_sum;
    const double middle = (a + b) / 2;
    if (a > 0) sum += a * std::log(a / middle);
    if (b > 0) sum += b * std::log(b / middle);
  }
  return std::sqrt(std::max(0.0, sum / 2 / std::log(base)));
}

Result<double> WassersteinDistance(std::span<const double> reference, std::span<const double> current) {
  ASSAY_TRY(first, SortedValues(reference));
  ASSAY_TRY(second, SortedValues(current));
  std::size_t i = 0;
  std::size_t j = 0;
  double area = 0;
  double before = std::min(first.front(), second.front());
  while (i < first.size() || j < second.size()) {
    const bool take_first = j == second.size() || (i < first.size() && first[i] <= second[j]);
    const double here = take_first ? first[i] : second[j];
    const double gap = static_cast<double>(i) / static_cast<double>(first.size()) -
                       static_cast<double>(j) / static_cast<double>(second.size());
    area += std::abs(gap) * (here - before);
    before = here;
    ++(take_first ? i : j);
  }
  return area;
}

}  // namespace assay::stats
