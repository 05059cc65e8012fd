// SPDX-License-Identifier: Apache-2.0
// Proportions, their differences and tests, as statsmodels 0.15.0 and scipy 1.17.1 give them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "stats/clopper_pearson.h"
#include "stats/confidence_sequence.h"
#include "stats/mcnemar.h"
#include "stats/multiple_testing.h"
#include "stats/proportion_interval.h"
#include "stats/rate_difference.h"
#include "stats/wilson_interval.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

using base::JsonValue;

Result<JsonValue> ProportionIntervals(const VectorCase& one) {
  ASSAY_TRY(k, one.Count("k"));
  ASSAY_TRY(n, one.Count("n"));
  ASSAY_TRY(alpha, one.Number("alpha"));
  const double level = 1 - alpha;
  ASSAY_TRY(wilson, stats::WilsonInterval(k, n, level));
  ASSAY_TRY(exact, stats::ClopperPearsonInterval(k, n, level));
  ASSAY_TRY(jeffreys, stats::JeffreysInterval(k, n, level));
  ASSAY_TRY(agresti, stats::AgrestiCoullInterval(k, n, level));
  ASSAY_TRY(wald, stats::WaldInterval(k, n, level));
  return VectorObject({{"wilson", VectorEnds(wilson)},
                       {"beta", VectorEnds(exact)},
                       {"jeffreys", VectorEnds(jeffreys)},
                       {"agresti_coull", VectorEnds(agresti)},
                       {"normal", VectorEnds(wald)}});
}

Result<JsonValue> OneSidedLower(const VectorCase& one) {
  ASSAY_TRY(k, one.Count("k"));
  ASSAY_TRY(n, one.Count("n"));
  ASSAY_TRY(alpha, one.Number("alpha"));
  ASSAY_TRY(bound, stats::ClopperPearsonLower(k, n, 1 - alpha));
  return VectorNumber(bound);
}

Result<JsonValue> McNemar(const VectorCase& one) {
  ASSAY_TRY(b, one.Count("b"));
  ASSAY_TRY(c, one.Count("c"));
  const stats::McNemar test = stats::McNemarTest(b, c);
  // Without a disagreement the reference divides 0 by 0, and 1 by 0 in the corrected form.
  return VectorObject({{"exact", VectorNumber(test.exact)},
                       {"midp", VectorNumber(test.mid_p)},
                       {"chi2", VectorNumber(stats::McNemarChiSquare(b, c, false)
                                                 .value_or(std::numeric_limits<double>::quiet_NaN()))},
                       {"chi2_cc", VectorNumber(stats::McNemarChiSquare(b, c, true).value_or(0))}});
}

// The reference looks for each end between the difference and Wald's end moved out by a quarter (low) or a half (high)
// of its own size, and refuses when the p-value doesn't pass alpha in between.
Result<JsonValue> ScoreDifference(const stats::TwoRates& rates, double alpha) {
  ASSAY_TRY(wald, stats::WaldDifferenceInterval(rates, 1 - alpha));
  const auto excess = [&](double difference) {
    return stats::ScoreDifferenceTest(rates, difference, stats::ScoreRule::kStatsmodels).value_or(-1) - alpha;
  };
  const double middle = (wald.low + wald.high) / 2;
  const std::array ends{wald.low - std::abs(wald.low) * 0.25, std::min(wald.high + std::abs(wald.high) * 0.5, 0.99999)};
  std::array<double, 2> found{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!(excess(ends[i]) <= 0)) {
      return VectorObject({{"error", JsonValue(std::string("an end of the interval lies outside of the search"))}});
    }
    double inside = middle;
    double outside = ends[i];
    for (int halving = 0; halving < 100; ++halving) {
      const double at = (inside + outside) / 2;
      (excess(at) > 0 ? inside : outside) = at;
    }
    found[i] = inside;
  }
  return VectorNumbers(found);
}

Result<JsonValue> RateDifference(const VectorCase& one) {
  stats::TwoRates rates;
  for (const auto& [key, value] : {std::pair{"k1", &rates.successes1}, std::pair{"n1", &rates.trials1},
                                   std::pair{"k2", &rates.successes2}, std::pair{"n2", &rates.trials2}}) {
    ASSAY_TRY(count, one.Count(key));
    *value = count;
  }
  ASSAY_TRY(alpha, one.Number("alpha"));
  const double level = 1 - alpha;
  ASSAY_TRY(newcombe, stats::NewcombeInterval(rates, level));
  ASSAY_TRY(wald, stats::WaldDifferenceInterval(rates, level));
  ASSAY_TRY(caffo, stats::AgrestiCaffoInterval(rates, level));
  ASSAY_TRY(score, ScoreDifference(rates, alpha));
  return VectorObject({{"newcomb", VectorEnds(newcombe)}, {"wald", VectorEnds(wald)}, {"agresti-caffo", VectorEnds(caffo)}, {"score", score}});
}

std::optional<stats::Correction> CorrectionNamed(std::string_view name) {
  using enum stats::Correction;
  constexpr std::pair<std::string_view, stats::Correction> kNames[] = {
      {"bonferroni", kBonferroni}, {"sidak", kSidak},           {"holm", kHolm},
      {"hommel", kHommel},         {"fdr_bh", kBenjaminiHochberg}, {"fdr_by", kBenjaminiYekutieli},
  };
  for (const auto& [word, correction] : kNames) {
    if (word == name) return correction;
  }
  return std::nullopt;
}

Result<JsonValue> MultipleTesting(const VectorCase& one) {
  ASSAY_TRY(p, one.Numbers("p"));
  ASSAY_TRY(method, one.Text("method"));
  ASSAY_TRY(alpha, one.Number("alpha"));
  const auto correction = CorrectionNamed(method);
  if (!correction) return one.Malformed("method", "bonferroni, sidak, holm, hommel, fdr_bh or fdr_by as");
  ASSAY_TRY(outcomes, stats::CorrectTests(p, *correction, alpha));
  JsonValue::Array rejected, adjusted;
  for (const stats::TestOutcome& outcome : outcomes) {
    rejected.push_back(JsonValue(outcome.rejected));
    adjusted.push_back(VectorNumber(outcome.adjusted));
  }
  return VectorObject({{"reject", JsonValue(std::move(rejected))}, {"p_adj", JsonValue(std::move(adjusted))}});
}

Result<JsonValue> BetaBinomialSequence(const VectorCase& one) {
  ASSAY_TRY(successes, one.Count("successes"));
  ASSAY_TRY(n, one.Count("n"));
  ASSAY_TRY(alpha, one.Number("alpha"));
  ASSAY_TRY(a, one.Number("a"));
  ASSAY_TRY(b, one.Number("b"));
  ASSAY_TRY(interval, stats::ConfidenceSequence(successes, n, 1 - alpha, {.a = a, .b = b}));
  return VectorEnds(interval);
}

constexpr VectorFunction kProportionFunctions[] = {
    {"proportion_ci", 1e-9, &ProportionIntervals},
    {"clopper_pearson_one_sided_lower", 1e-9, &OneSidedLower},
    {"mcnemar", 1e-9, &McNemar},
    {"diff_independent_newcomb", 1e-9, &RateDifference},
    {"multiple_testing", 1e-12, &MultipleTesting},
    {"betabinom_confidence_sequence", 1e-9, &BetaBinomialSequence},
};

}  // namespace

std::span<const VectorFunction> ProportionFunctions() { return kProportionFunctions; }

}  // namespace assay::run
