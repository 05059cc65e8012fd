// SPDX-License-Identifier: Apache-2.0
#include "metric/error_cost/decision_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "metric/resample/bootstrap.h"
#include "metric/resample/multinomial_counts.h"
#include "random/philox.h"
#include "stats/proportion.h"

namespace assay::metric {
namespace {

enum Policy : std::size_t { kOurs, kLessNone, kLessAll, kLessOther, kPolicies };
using Prices = std::array<double, kPolicies>;  // of one case: ours, ours - none, ours - all, ours - another rule's

// Cases of one class that cost the same, counted.
struct PricedClass {
  std::vector<Prices> price;
  std::vector<std::uint32_t> cases;
  std::uint64_t size = 0;

  double Mean(Policy policy) const {
    double sum = 0;
    for (std::size_t i = 0; i < price.size(); ++i) sum += price[i][policy] * cases[i];
    return sum / static_cast<double>(size);
  }
};

// What one case costs when it is flagged, and when it isn't.
struct CasePrices {
  double flagged = 0, not_flagged = 0;
};

double AmountIn(std::span<const double> amounts, std::size_t row) { return amounts.empty() ? 1 : amounts[row]; }

CasePrices PricesOf(const CostCases& cases, const ErrorPrices& prices, std::size_t row) {
  const double review = prices.review * AmountIn(cases.review_amount, row);
  if (cases.label[row] == 1) return {review, prices.miss * AmountIn(cases.amount, row)};
  return {review + prices.false_alarm * AmountIn(cases.alarm_amount, row), 0};
}

Result<void> CheckCosts(const CostCases& cases, const CostRequest& request) {
  const ErrorPrices& prices = request.prices;
  for (const double price : {prices.miss, prices.false_alarm, prices.review}) {
    if (!(price >= 0) || !std::isfinite(price)) return Fail(ErrorCode::kOutOfRange, "expected costs >= 0");
  }
  if (request.base_rate) ASSAY_CHECK_OK(stats::CheckShare("base rate", *request.base_rate));
  for (const std::span<const double> amounts : {cases.amount, cases.alarm_amount, cases.review_amount}) {
    if (!amounts.empty() && amounts.size() != cases.label.size()) {
      return Fail(ErrorCode::kContradiction, "expected an amount per case");
    }
    for (std::size_t row = 0; row < amounts.size(); ++row) {
      if (!(amounts[row] >= 0) || !std::isfinite(amounts[row])) {
        return Fail(ErrorCode::kOutOfRange, "the amount of row " + std::to_string(row + 1) + " isn't a number >= 0");
      }
    }
  }
  const auto positives = std::ranges::count(cases.label, 1);
  if (positives == 0 || static_cast<std::size_t>(positives) == cases.label.size()) {
    return Fail(ErrorCode::kOneClass, "expected positives and negatives, found one class");
  }
  return {};
}

double BaseRateOf(const CostCases& cases, const CostRequest& request) {
  if (request.base_rate) return *request.base_rate;
  return static_cast<double>(std::ranges::count(cases.label, 1)) / static_cast<double>(cases.label.size());
}

PricedClass PriceClass(const CostCases& cases, std::span<const std::int32_t> flagged, const CostRequest& request,
                       bool positive) {
  std::map<Prices, std::uint32_t> groups;
  PricedClass priced;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if ((cases.label[row] == 1) != positive) continue;
    const CasePrices price = PricesOf(cases, request.prices, row);
    const auto paid = [&](std::span<const std::int32_t> decisions) {
      return decisions[row] == 1 ? price.flagged : price.not_flagged;
    };
    const double ours = paid(flagged);
    ++groups[{ours, ours - price.not_flagged, ours - price.flagged, request.other.empty() ? 0 : ours - paid(request.other)}];
    ++priced.size;
  }
  for (const auto& [price, count] : groups) {
    priced.price.push_back(price);
    priced.cases.push_back(count);
  }
  return priced;
}

// The mean over a whole population without one case of one class: each mean moves by its distance from that case.
std::vector<stats::LeftOut> LeavingOneOut(const PricedClass& positives, const PricedClass& negatives, double rate,
                                          Policy policy) {
  std::vector<stats::LeftOut> left;
  const double of_positives = positives.Mean(policy), of_negatives = negatives.Mean(policy);
  const auto add = [&](const PricedClass& priced, double mean, double weight, double other) {
    if (priced.size < 2) return;
    const auto size = static_cast<double>(priced.size);
    for (std::size_t i = 0; i < priced.price.size(); ++i) {
      const double without = (mean * size - priced.price[i][policy]) / (size - 1);
      left.push_back({1000 * (weight * without + other), static_cast<double>(priced.cases[i])});
    }
  };
  add(positives, of_positives, rate, (1 - rate) * of_negatives);
  add(negatives, of_negatives, 1 - rate, rate * of_positives);
  return left;
}

using Draws = std::vector<std::array<double, kPolicies>>;

Draws DrawCosts(const PricedClass& positives, const PricedClass& negatives, double rate, const CostRequest& request) {
  const MultinomialCounts of_positives(positives.cases), of_negatives(negatives.cases);
  std::vector<std::uint32_t> p(positives.cases.size()), n(negatives.cases.size());
  Draws draws(request.replicates);
  for (std::size_t i = 0; i < request.replicates; ++i) {
    random::Philox numbers(request.seed, i);
    of_positives.Draw(numbers, p);
    of_negatives.Draw(numbers, n);
    for (std::size_t policy = 0; policy < kPolicies; ++policy) {
      double of_p = 0, of_n = 0;
      for (std::size_t k = 0; k < p.size(); ++k) of_p += p[k] * positives.price[k][policy];
      for (std::size_t k = 0; k < n.size(); ++k) of_n += n[k] * negatives.price[k][policy];
      draws[i][policy] = 1000 * (rate * of_p / static_cast<double>(positives.size) +
                                 (1 - rate) * of_n / static_cast<double>(negatives.size));
    }
  }
  return draws;
}

// Draws in which ours costs less; equal ones count half.
double ShareBelow(const Draws& draws, Policy policy) {
  double below = 0;
  for (const auto& draw : draws) below += draw[policy] < 0 ? 1 : draw[policy] == 0 ? 0.5 : 0;
  return below / static_cast<double>(draws.size());
}

struct SweepRow {
  double score = 0, change = 0;  // of the cost of 1,000 requests when the case is flagged
};

}  // namespace

Result<DecisionCost> CostOfDecisions(const CostCases& cases, std::span<const std::int32_t> flagged,
                                     const CostRequest& request) {
  ASSAY_CHECK_OK(CheckCosts(cases, request));
  if (flagged.size() != cases.label.size()) return Fail(ErrorCode::kContradiction, "expected a decision per case");
  const double rate = BaseRateOf(cases, request);
  if (!request.other.empty() && request.other.size() != flagged.size()) {
    return Fail(ErrorCode::kContradiction, "expected the other rule's decision per case");
  }
  const PricedClass positives = PriceClass(cases, flagged, request, true);
  const PricedClass negatives = PriceClass(cases, flagged, request, false);
  const auto mean = [&](Policy policy) {
    return 1000 * (rate * positives.Mean(policy) + (1 - rate) * negatives.Mean(policy));
  };
  DecisionCost cost;
  cost.value = mean(kOurs);
  cost.flag_none = cost.value - mean(kLessNone);
  cost.flag_all = cost.value - mean(kLessAll);
  const Draws draws = DrawCosts(positives, negatives, rate, request);
  cost.below_none = ShareBelow(draws, kLessNone), cost.below_all = ShareBelow(draws, kLessAll);
  if (!request.other.empty()) {
    cost.other = cost.value - mean(kLessOther);
    cost.below_other = ShareBelow(draws, kLessOther);
  }
  const BootstrapRequest bootstrap{.seed = request.seed, .replicates = request.replicates, .level = request.level};
  for (const Policy policy : {kOurs, kLessNone, kLessAll, kLessOther}) {
    if (policy == kLessOther && request.other.empty()) continue;
    ASSAY_TRY(outcome, SummariseReplicates(
                           bootstrap, mean(policy),
                           [&] {
                             std::vector<std::optional<double>> values;
                             for (const auto& draw : draws) values.push_back(draw[policy]);
                             return values;
                           },
                           {.smallest_stratum = std::min(positives.size, negatives.size),
                            .leaving_out = [&] { return LeavingOneOut(positives, negatives, rate, policy); }}));
    // Draws that all agree say nothing of other cases: no interval, not one without width.
    if (outcome.replicates.front() == outcome.replicates.back()) outcome.interval.reset();
    if (policy == kOurs) cost.interval = outcome.interval, cost.note = outcome.note;
    else (policy == kLessNone ? cost.less_none : policy == kLessAll ? cost.less_all : cost.less_other) = outcome.interval;
  }
  return cost;
}

Result<double> CheapestThreshold(const CostCases& cases, const CostRequest& request) {
  ASSAY_CHECK_OK(CheckCosts(cases, request));
  if (cases.score.size() != cases.label.size()) return Fail(ErrorCode::kContradiction, "expected a score per case");
  std::vector<SweepRow> rows(cases.label.size());
  const auto positives = static_cast<double>(std::ranges::count(cases.label, 1));
  const double rate = BaseRateOf(cases, request);
  const double of_positive = rate / positives;
  const double of_negative = (1 - rate) / (static_cast<double>(rows.size()) - positives);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!std::isfinite(cases.score[row])) return Fail(ErrorCode::kNotFinite, "row " + std::to_string(row + 1) + " has no finite score");
    const CasePrices price = PricesOf(cases, request.prices, row);
    rows[row] = {cases.score[row], (cases.label[row] == 1 ? of_positive : of_negative) * (price.flagged - price.not_flagged)};
  }
  std::ranges::sort(rows, std::ranges::greater(), &SweepRow::score);
  // Difference to flagging none, as the threshold goes down; ties are flagged together.
  double change = 0, least = 0;
  double threshold = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    change += rows[row].change;
    const bool group_ends = row + 1 == rows.size() || rows[row + 1].score < rows[row].score;
    if (group_ends && change < least) {
      least = change;
      threshold = rows[row].score;
    }
  }
  return threshold;
}

Result<std::vector<std::int32_t>> CrossFittedDecisions(const CostCases& cases, const std::vector<bool>& half,
                                                       const CostRequest& request) {
  if (half.size() != cases.label.size()) return Fail(ErrorCode::kContradiction, "expected a half per case");
  // Without a base rate each half is priced at that of all cases.
  CostRequest priced = request;
  priced.base_rate = BaseRateOf(cases, request);
  std::vector<std::int32_t> decisions(cases.label.size());
  for (const bool decided : {false, true}) {
    std::vector<std::int32_t> label;
    std::vector<double> score, miss, alarm, review;
    for (std::size_t row = 0; row < half.size(); ++row) {
      if (half[row] == decided) continue;
      label.push_back(cases.label[row]);
      score.push_back(cases.score[row]);
      if (!cases.amount.empty()) miss.push_back(cases.amount[row]);
      if (!cases.alarm_amount.empty()) alarm.push_back(cases.alarm_amount[row]);
      if (!cases.review_amount.empty()) review.push_back(cases.review_amount[row]);
    }
    ASSAY_TRY(threshold, CheapestThreshold({.label = label, .score = score, .amount = miss, .alarm_amount = alarm,
                                            .review_amount = review}, priced));
    for (std::size_t row = 0; row < half.size(); ++row) {
      if (half[row] == decided) decisions[row] = cases.score[row] >= threshold ? 1 : 0;
    }
  }
  return decisions;
}

}  // namespace assay::metric
