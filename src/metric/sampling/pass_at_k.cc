// SPDX-License-Identifier: Apache-2.0
#include "metric/sampling/pass_at_k.h"

#include <string>

namespace assay::metric {
namespace {

constexpr std::uint64_t kMostTries = 10'000'000;

// C(some, k) / C(all, k) as a product of k shares, so that no binomial coefficient overflows.
double AllOf(std::uint64_t some, std::uint64_t all, std::uint64_t k) {
  if (some < k) return 0;
  double share = 1;
  for (std::uint64_t i = 0; i < k; ++i) share *= static_cast<double>(some - i) / static_cast<double>(all - i);
  return share;
}

}  // namespace

Result<PassAtK> EstimatePass(std::uint64_t tries, std::uint64_t passed, std::uint64_t k) {
  if (passed > tries || tries > kMostTries || k == 0 || k > tries) {
    return Fail(ErrorCode::kOutOfRange, "expected passed <= tries <= 10,000,000 and 1 <= k <= tries, found " + std::to_string(passed) +
                                            " of " + std::to_string(tries) + " and k " + std::to_string(k));
  }
  return PassAtK{1 - AllOf(tries - passed, tries, k), AllOf(passed, tries, k)};
}

}  // namespace assay::metric
