// SPDX-License-Identifier: Apache-2.0
#include "stats/fisher_exact.h"

#include <algorithm>

namespace assay::stats {
namespace {

// Sums of the hypergeometric distribution's weights relative to its mode: neighbouring weights differ by a rational
// factor, so no factorial is ever needed, and nothing overflows.
struct Sums {
  double below = 0, at = 0, above = 0, as_unlikely = 0;
};

// Weights within this of the observed one count as equal to it: they differ by rounding only.
constexpr double kSame = 1 + 1e-7;

struct Margins {
  double inside, outside, yes;

  // Weight of j + 1 successes inside over that of j.
  double Up(double j) const { return (inside - j) * (yes - j) / ((j + 1) * (outside - yes + j + 1)); }
};

// Calls take(j, weight) for every j from the mode outwards until weights vanish.
template <class Take>
void ForEachWeight(const Margins& margins, double low, double high, double mode, Take&& take) {
  double weight = 1;
  for (double j = mode; j <= high && weight > 0; ++j) {
    take(j, weight);
    weight *= margins.Up(j);
  }
  weight = 1;
  for (double j = mode - 1; j >= low && weight > 0; --j) {
    weight /= margins.Up(j);
    take(j, weight);
  }
}

}  // namespace

Result<FisherExact> FisherExactTest(const TwoByTwo& table) {
  const std::uint64_t inside = table.inside_yes + table.inside_no, outside = table.outside_yes + table.outside_no;
  if (inside == 0 || outside == 0) {
    return Fail(ErrorCode::kEmpty, std::string("expected cases in both groups, found none ") +
                                       (inside == 0 ? "inside" : "outside"));
  }
  const std::uint64_t yes = table.inside_yes + table.outside_yes;
  const Margins margins{static_cast<double>(inside), static_cast<double>(outside), static_cast<double>(yes)};
  const double low = static_cast<double>(yes > outside ? yes - outside : 0);
  const double high = static_cast<double>(std::min(inside, yes));
  const double seen = static_cast<double>(table.inside_yes);
  const double mode = std::clamp(
      static_cast<double>(static_cast<std::uint64_t>((margins.inside + 1) * (margins.yes + 1) /
                                                     (margins.inside + margins.outside + 2))), low, high);
  double at = 0;
  ForEachWeight(margins, low, high, mode, [&](double j, double weight) { at = j == seen ? weight : at; });
  Sums sums;
  ForEachWeight(margins, low, high, mode, [&](double j, double weight) {
    (j < seen ? sums.below : j > seen ? sums.above : sums.at) += weight;
    if (weight <= at * kSame) sums.as_unlikely += weight;
  });
  const double all = sums.below + sums.at + sums.above;
  return FisherExact{std::min(1.0, (sums.at + sums.above) / all), std::min(1.0, (sums.at + sums.below) / all),
                     std::min(1.0, sums.as_unlikely / all)};
}

}  // namespace assay::stats
