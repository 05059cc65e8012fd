// SPDX-License-Identifier: Apache-2.0
//
// Were the systems equal, each disagreement would fall to either with probability 1/2.
#include "stats/mcnemar.h"

#include <algorithm>

#include "stats/incomplete_beta.h"

namespace assay::stats {

McNemar McNemarTest(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t disagreements = only_first + only_second;
  if (disagreements == 0) return {};
  const std::uint64_t fewer = std::min(only_first, only_second);
  const double exact = std::min(1.0, 2 * BinomialAtMost(fewer, disagreements, 0.5));
  return {exact, exact - BinomialExactly(fewer, disagreements, 0.5)};
}

}  // namespace assay::stats
