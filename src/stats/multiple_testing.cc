// SPDX-License-Identifier: Apache-2.0
#include "stats/multiple_testing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "stats/proportion.h"

namespace assay::stats {
namespace {

using Outcomes = std::vector<TestOutcome>;  // of ascending p-values

Outcomes Each(std::span<const double> p, double alpha, Correction correction) {
  const auto tests = static_cast<double>(p.size());
  const bool bonferroni = correction == Correction::kBonferroni;
  const double limit = bonferroni ? alpha / tests : 1 - std::pow(1 - alpha, 1 / tests);
  Outcomes outcomes;
  for (const double one : p) {
    outcomes.push_back({bonferroni ? std::min(1.0, one * tests) : -std::expm1(tests * std::log1p(-one)), one <= limit});
  }
  return outcomes;
}

// From the smallest p-value up, each against alpha over the number of tests that are left; the first that misses ends it.
Outcomes Holm(std::span<const double> p, double alpha) {
  Outcomes outcomes;
  double greatest = 0;
  bool rejecting = true;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto left = static_cast<double>(p.size() - i);
    greatest = std::max(greatest, p[i] * left);
    rejecting = rejecting && p[i] <= alpha / left;
    outcomes.push_back({std::min(1.0, greatest), rejecting});
  }
  return outcomes;
}

// Closed testing with Simes' test of each intersection: for m = n … 2, the m largest p-values give the least of
// m p_(i) / i, which none of these, and m times its own value none of the others, may fall below.
Outcomes Hommel(std::span<const double> p, double alpha) {
  std::vector<double> adjusted(p.begin(), p.end());
  for (std::size_t m = p.size(); m > 1; --m) {
    const auto count = static_cast<double>(m);
    const std::size_t first = p.size() - m;
    double least = 1;
    for (std::size_t i = 0; i < m; ++i) least = std::min(least, count * p[first + i] / static_cast<double>(i + 1));
    for (std::size_t i = 0; i < p.size(); ++i) {
      adjusted[i] = std::max(adjusted[i], i < first ? std::min(count * p[i], least) : least);
    }
  }
  Outcomes outcomes;
  for (const double one : adjusted) outcomes.push_back({one, one <= alpha});
  return outcomes;
}

// The largest rank r with p_(r) <= alpha r / n and all below it are rejected. `penalty` is 1, or the harmonic sum that
// pays for any dependence.
Outcomes FalseDiscovery(std::span<const double> p, double alpha, double penalty) {
  Outcomes outcomes(p.size());
  double least = 1;
  bool rejecting = false;
  for (std::size_t i = p.size(); i-- > 0;) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(p.size()) / penalty;
    least = std::min(least, p[i] / share);
    rejecting = rejecting || p[i] <= share * alpha;
    outcomes[i] = {least, rejecting};
  }
  return outcomes;
}

double HarmonicSum(std::size_t n) {
  double sum = 0;
  for (std::size_t i = 1; i <= n; ++i) sum += 1 / static_cast<double>(i);
  return sum;
}

}  // namespace

Result<std::vector<TestOutcome>> CorrectTests(std::span<const double> p, Correction correction, double alpha) {
  ASSAY_CHECK_OK(CheckShare("alpha", alpha));
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] >= 0 && p[i] <= 1)) {
      return Fail(ErrorCode::kOutOfRange, "expected p-values in 0 to 1, found " + std::to_string(p[i]) + " at position " +
                                              std::to_string(i + 1));
    }
  }
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> sorted;
  for (const std::size_t i : order) sorted.push_back(p[i]);

  Outcomes outcomes;
  switch (correction) {
    case Correction::kBonferroni:
    case Correction::kSidak:
      outcomes = Each(sorted, alpha, correction);
      break;
    case Correction::kHolm:
      outcomes = Holm(sorted, alpha);
      break;
    case Correction::kHommel:
      outcomes = Hommel(sorted, alpha);
      break;
    case Correction::kBenjaminiHochberg:
      outcomes = FalseDiscovery(sorted, alpha, 1);
      break;
    case Correction::kBenjaminiYekutieli:
      outcomes = FalseDiscovery(sorted, alpha, HarmonicSum(p.size()));
      break;
  }
  Outcomes result(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = outcomes[i];
  return result;
}

}  // namespace assay::stats
