// SPDX-License-Identifier: Apache-2.0
//
// Were the systems equal, each disagreement would fall to either with probability 1/2.
#include "stats/mcnemar.h"

#include <algorithm>
#include <cmath>

#include "stats/incomplete_beta.h"
#include "stats/normal_distribution.h"

namespace assay::stats {

McNemar McNemarTest(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t disagreements = only_first + only_second;
  if (disagreements == 0) return {};
  const std::uint64_t fewer = std::min(only_first, only_second);
  const double exact = std::min(1.0, 2 * BinomialAtMost(fewer, disagreements, 0.5));
  return {exact, exact - BinomialExactly(fewer, disagreements, 0.5)};
}

// Chi-square with one degree of freedom is the square of a standard normal.
std::optional<double> McNemarChiSquare(std::uint64_t only_first, std::uint64_t only_second, bool corrected) {
  const double disagreements = static_cast<double>(only_first) + static_cast<double>(only_second);
  if (!(disagreements > 0)) return std::nullopt;
  const double difference = std::abs(static_cast<double>(only_first) - static_cast<double>(only_second));
  return NormalTwoSided((difference - (corrected ? 1 : 0)) / std::sqrt(disagreements));
}

}  // namespace assay::stats
