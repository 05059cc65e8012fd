// SPDX-License-Identifier: Apache-2.0
//
// Let N(m) be the fewest cases with which m misses still pass. From N(m) to N(m + 1) - 1 the number
// of allowed misses stays m, so power falls with n there, and jumps up at N(m + 1). Power is
// therefore safe from N(m) on when it holds at the last n of each tooth from m on. The low ends of
// the teeth rise with m, so m is found by bisection, not n.
#include "stats/sample_size.h"

#include <string>

#include "stats/incomplete_beta.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

constexpr std::uint64_t kMostCases = 100'000'000;

// P[at most `misses` in n] if each case is missed with the rate that the bound just forbids.
bool Allows(std::uint64_t misses, std::uint64_t n, double bound, double alpha) {
  return misses < n && BinomialAtLeast(n - misses, n, bound) <= alpha;
}

// N(m); more than kMostCases when there is none up to it.
std::uint64_t FewestCases(std::uint64_t misses, double bound, double alpha) {
  std::uint64_t low = misses;  // doesn't pass: no success
  std::uint64_t high = misses + 1;
  while (!Allows(misses, high, bound, alpha)) {
    if (high > kMostCases) return high;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (Allows(misses, middle, bound, alpha) ? high : low) = middle;
  }
  return high;
}

// Power at the low end of tooth m. Falls out as 0 beyond kMostCases.
bool ToothHolds(std::uint64_t misses, double bound, double truth, double alpha, double power) {
  const std::uint64_t last = FewestCases(misses + 1, bound, alpha) - 1;
  return last <= kMostCases && BinomialAtLeast(last - misses, last, truth) >= power;
}

std::optional<std::uint64_t> SafeSize(double bound, double truth, double alpha, double power) {
  if (!(truth > bound)) return std::nullopt;
  std::uint64_t high = 0;
  while (!ToothHolds(high, bound, truth, alpha, power)) {
    if (FewestCases(high, bound, alpha) > kMostCases) return std::nullopt;
    high = 2 * high + 1;
  }
  std::uint64_t low = high / 2;  // fails, or is 0
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (ToothHolds(middle, bound, truth, alpha, power))
      high = middle;
    else
      low = middle + 1;
  }
  return FewestCases(high, bound, alpha);
}

Result<void> CheckShares(double bound, double confidence) {
  ASSAY_CHECK_OK(CheckShare("bound", bound));
  return CheckShare("confidence", confidence);
}

}  // namespace

Result<std::uint64_t> ZeroMissCount(double bound, double confidence) {
  ASSAY_CHECK_OK(CheckShares(bound, confidence));
  const std::uint64_t count = FewestCases(0, bound, 1 - confidence);
  if (count > kMostCases) {
    return Fail(ErrorCode::kOutOfRange,
                "expected a bound that 100 million cases can show, found " + std::to_string(bound));
  }
  return count;
}

Result<std::optional<std::uint64_t>> MostMisses(std::uint64_t trials, double bound,
                                                double confidence) {
  ASSAY_CHECK_OK(CheckShares(bound, confidence));
  if (trials == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 trial, found 0");
  const double alpha = 1 - confidence;
  if (!Allows(0, trials, bound, alpha)) return std::nullopt;
  std::uint64_t low = 0;
  std::uint64_t high = trials;  // all missed: never passes
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (Allows(middle, trials, bound, alpha) ? low : high) = middle;
  }
  return low;
}

Result<double> ClaimPower(std::uint64_t trials, double bound, double truth, double confidence) {
  ASSAY_CHECK_OK(CheckShare("true rate", truth));
  ASSAY_TRY(misses, MostMisses(trials, bound, confidence));
  if (!misses) return 0.0;
  return BinomialAtLeast(trials - *misses, trials, truth);
}

Result<std::optional<std::uint64_t>> SampleSizeForClaim(double bound, double truth,
                                                        double confidence, double power) {
  ASSAY_CHECK_OK(CheckShares(bound, confidence));
  ASSAY_CHECK_OK(CheckShare("true rate", truth));
  ASSAY_CHECK_OK(CheckShare("power", power));
  return SafeSize(bound, truth, 1 - confidence, power);
}

Result<std::optional<std::uint64_t>> DecidingSampleSize(std::uint64_t successes,
                                                        std::uint64_t trials, double bound,
                                                        double confidence, double power) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, confidence));
  ASSAY_CHECK_OK(CheckShare("bound", bound));
  ASSAY_CHECK_OK(CheckShare("power", power));
  const double estimate = static_cast<double>(successes) / static_cast<double>(trials);
  const double alpha = 1 - confidence;
  // Against the claim: "rate < bound" is the same claim about the misses.
  return estimate > bound ? SafeSize(bound, estimate, alpha, power)
                          : SafeSize(1 - bound, 1 - estimate, alpha, power);
}

}  // namespace assay::stats
