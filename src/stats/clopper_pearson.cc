// SPDX-License-Identifier: Apache-2.0
//
// The lower bound is the rate at which seeing k or more successes has just probability alpha; that
// tail is an incomplete beta function of the rate, so the bound is a quantile of Beta(k, n - k +
// 1). The upper bound mirrors it.
#include "stats/clopper_pearson.h"

#include "stats/incomplete_beta.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

double Lower(std::uint64_t successes, std::uint64_t trials, double alpha) {
  if (successes == 0) return 0;
  return InverseIncompleteBeta(alpha, static_cast<double>(successes),
                               static_cast<double>(trials - successes) + 1);
}

double Upper(std::uint64_t successes, std::uint64_t trials, double alpha) {
  if (successes == trials) return 1;
  return InverseIncompleteBeta(1 - alpha, static_cast<double>(successes) + 1,
                               static_cast<double>(trials - successes));
}

}  // namespace

Result<Interval> ClopperPearsonInterval(std::uint64_t successes, std::uint64_t trials,
                                        double level) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, level));
  const double alpha = (1 - level) / 2;
  return Interval{Lower(successes, trials, alpha), Upper(successes, trials, alpha), level,
                  "clopper-pearson"};
}

Result<double> ClopperPearsonLower(std::uint64_t successes, std::uint64_t trials,
                                   double confidence) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, confidence));
  return Lower(successes, trials, 1 - confidence);
}

Result<double> ClopperPearsonUpper(std::uint64_t successes, std::uint64_t trials,
                                   double confidence) {
  ASSAY_CHECK_OK(CheckProportion(successes, trials, confidence));
  return Upper(successes, trials, 1 - confidence);
}

}  // namespace assay::stats
