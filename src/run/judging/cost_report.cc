// SPDX-License-Identifier: Apache-2.0
#include "run/judging/cost_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "metric/rank/base_rate.h"
#include "metric/rank/rank_curve.h"
#include "run/measurement_text.h"
#include "run/operating_point.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr double kCurveReach = 32;  // times and through the stated ratio
constexpr std::size_t kCurvePoints = 41;

std::string Short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string RightIn(std::string text, std::size_t width) {
  return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

metric::FlagShares SharesOf(const ScoredCases& cases, std::span<const std::int32_t> flagged, double rate) {
  double p = 0, n = 0, tp = 0, fp = 0;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    const bool positive = cases.label[row] == 1, hit = flagged[row] == 1;
    (positive ? p : n) += 1;
    if (hit) (positive ? tp : fp) += 1;
  }
  return {tp / p, fp / n, rate};
}

// Prices with a miss at what one costs on average over the positives: what break-even points are about.
metric::CostTerms TermsOf(const ScoredCases& cases, const CostQuestion& question) {
  double sum = 0, positives = 0;
  for (std::size_t row = 0; row < cases.label.size(); ++row) {
    if (cases.label[row] != 1) continue;
    sum += question.amount.empty() ? 1 : question.amount[row];
    positives += 1;
  }
  return {question.prices.miss * sum / positives, question.prices.false_alarm, question.prices.review};
}

class RuleList {
 public:
  RuleList(const ScoredCases& cases, const CostQuestion& question, CostReport& report)
      : cases_(cases), report_(report),
        request_{.prices = question.prices, .base_rate = question.base_rate, .level = question.level, .seed = question.seed} {
    priced_.label = cases.label, priced_.score = cases.score, priced_.amount = question.amount;
  }
  Result<void> Add(std::string name, std::optional<double> threshold, std::span<const std::int32_t> flagged,
                   bool descriptive = false) {
    ASSAY_TRY(cost, metric::CostOfDecisions(priced_, flagged, request_));
    report_.rules.push_back({std::move(name), threshold, cost, descriptive});
    return {};
  }
  // The cheapest by these labels, and what taking the cheapest costs on cases that didn't pick it.
  Result<void> AddCheapest() {
    ASSAY_TRY(threshold, metric::CheapestThreshold(priced_, request_));
    ASSAY_CHECK_OK(Add("cheapest by these labels", threshold, DecideAt(cases_, threshold), true));
    std::vector<bool> half;
    for (const std::string& id : cases_.ids) half.push_back(InSecondHalf(id));
    const auto fitted = metric::CrossFittedDecisions(priced_, half, request_);
    if (!fitted) return {};  // a half without a class: there is no such figure
    return Add("cheapest by the other half", std::nullopt, *fitted);
  }

 private:
  const ScoredCases& cases_;
  CostReport& report_;
  metric::CostRequest request_;
  metric::CostCases priced_;
};

void FillRates(const CostQuestion& question, const metric::FlagShares& shares, const metric::CostTerms& terms,
               CostReport& report) {
  std::vector<double> rates;
  if (question.base_rate && question.base_rate_high) {
    const double ratio = *question.base_rate_high / *question.base_rate;
    for (int i = 0; i <= 4; ++i) rates.push_back(*question.base_rate * std::pow(ratio, i / 4.0));
  } else {
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 4.0}) {
      if (factor * report.base_rate < 1) rates.push_back(factor * report.base_rate);
    }
  }
  for (const double rate : rates) {
    metric::FlagShares at = shares;
    at.base_rate = rate;
    CostReport::RateRow row{.base_rate = rate};
    const double hits = rate * at.of_positives, alarms = (1 - rate) * at.of_negatives;
    row.precision = hits + alarms > 0 ? hits / (hits + alarms) : 0;
    row.flagged_per_1000 = 1000 * (hits + alarms);
    row.cost = metric::CostPer1000(at, terms);
    row.flag_none = metric::CostPer1000({0, 0, rate}, terms);
    row.flag_all = metric::CostPer1000({1, 1, rate}, terms);
    report.by_rate.push_back(row);
  }
}

std::string CheapestOf(const CostReport::RateRow& row) {
  if (row.flag_none <= row.cost && row.flag_none <= row.flag_all) return "flag none";
  return row.flag_all <= row.cost ? "flag all" : "this rule";
}

std::string RulesText(const CostReport& report) {
  std::string text;
  const auto line = [&](std::string name, double value, const std::string& rest) {
    name.resize(std::max<std::size_t>(name.size() + 2, 46), ' ');
    text += "  " + name + RightIn(Fixed(value, 2), 12) + "  " + rest + "\n";
  };
  line("flag none", report.rules.front().cost.flag_none, "");
  line("flag all", report.rules.front().cost.flag_all, "");
  for (const CostedRule& rule : report.rules) {
    std::string rest = rule.cost.interval ? Fixed(rule.cost.interval->low, 2) + " to " + Fixed(rule.cost.interval->high, 2)
                                          : "no interval: " + rule.cost.note;
    if (rule.descriptive) rest += "  descriptive: picked by these labels";
    std::string name = rule.name;
    if (rule.threshold) name += std::isinf(*rule.threshold) ? " (flags none)" : " (score >= " + Short(*rule.threshold) + ")";
    line(name, rule.cost.value, rest);
  }
  return text;
}

std::string BreakEvenText(const CostReport& report) {
  const metric::BreakEven& flips = report.break_even;
  std::string text;
  const auto between = [](const std::optional<double>& low, const std::optional<double>& high) {
    std::string range = low ? "from " + Short(*low) : "from nothing on";
    return range + (high ? " to " + Short(*high) : " on");
  };
  if (flips.ratio_above || flips.ratio_below) {
    text += "  pays while a miss costs  " + between(flips.ratio_above, flips.ratio_below) + " times a false alarm\n";
  }
  if (flips.rate_above || flips.rate_below) {
    text += "  pays at base rates       " + between(flips.rate_above, flips.rate_below) + "\n";
  }
  if (report.pays_from) {
    text += "  flagging pays from       a precision of " + Short(*report.pays_from) +
            ", which is a calibrated score of " + Short(*report.pays_from) + "\n";
  }
  return text;
}

std::string CurveText(const CostReport& report) {
  if (report.curve.empty()) return {};
  std::string text = "\n  miss : alarm     flag none      flag all     this rule  cheapest by labels\n";
  for (std::size_t i = 0; i < report.curve.size(); i += (report.curve.size() - 1) / 8) {
    const metric::CostCurvePoint& point = report.curve[i];
    text += "  " + RightIn(Short(point.ratio), 12) + RightIn(Fixed(point.flag_none, 1), 14) +
            RightIn(Fixed(point.flag_all, 1), 14) + RightIn(Fixed(point.at_threshold, 1), 14) +
            RightIn(Fixed(point.cheapest, 1), 14) + "\n";
  }
  return text;
}

}  // namespace

Result<CostReport> MakeCostReport(const ScoredCases& cases, const CostQuestion& question) {
  CostReport report{.currency = question.currency};
  const auto positives = static_cast<double>(std::ranges::count(cases.label, 1));
  report.own_rate = !question.base_rate;
  report.base_rate = question.base_rate.value_or(positives / static_cast<double>(cases.label.size()));
  RuleList rules(cases, question, report);
  const bool scored = !cases.score.empty();
  ASSAY_CHECK_OK(rules.Add("as decided", scored ? std::optional(question.threshold) : std::nullopt, cases.predicted));
  std::vector<std::int32_t> judged = cases.predicted;
  if (question.certified) {
    judged = DecideAt(cases, *question.certified);
    ASSAY_CHECK_OK(rules.Add("at the operating point", question.certified, judged));
    report.judged = report.rules.size() - 1;
  }
  if (scored) ASSAY_CHECK_OK(rules.AddCheapest());

  const metric::CostTerms terms = TermsOf(cases, question);
  const metric::FlagShares shares = SharesOf(cases, judged, report.base_rate);
  report.break_even = metric::BreakEvenOf(shares, terms);
  if (const auto precision = metric::PrecisionFromCosts(terms)) report.pays_from = *precision;
  FillRates(question, shares, terms, report);
  if (scored && terms.false_alarm > 0 && terms.miss > 0) {
    QualityColumns columns = cases.Columns();
    ASSAY_TRY(curve, metric::BuildRankCurve(columns, metric::Thresholds::kAtPositives));
    const double ratio = terms.miss / terms.false_alarm;
    ASSAY_TRY(points, metric::CostCurve(curve, shares, terms, ratio / kCurveReach, ratio * kCurveReach, kCurvePoints));
    report.curve = std::move(points);
  }
  return report;
}

std::string CostText(const CostReport& report) {
  std::string text = "costs of errors per 1,000 requests";
  if (!report.currency.empty()) text += " in " + report.currency;
  text += report.own_rate ? ", at the cases' own base rate " : ", at base rate ";
  text += Short(report.base_rate) + (report.own_rate ? ", taken as exact\n" : "\n");
  text += RulesText(report);
  const CostedRule& judged = report.rules[report.judged];
  text += "\n  " + judged.name + (judged.threshold ? " (score >= " + Short(*judged.threshold) + "):" : ":") + "\n";
  text += BreakEvenText(report);
  text += "\n     base rate     precision  flagged/1,000          cost  cheapest\n";
  for (const CostReport::RateRow& row : report.by_rate) {
    text += "  " + RightIn(Short(row.base_rate), 12) + RightIn(Fixed(row.precision, 4), 14) +
            RightIn(Fixed(row.flagged_per_1000, 1), 15) + RightIn(Fixed(row.cost, 2), 14) + "  " + CheapestOf(row) + "\n";
  }
  return text + CurveText(report);
}

void WriteCosts(const CostReport& report, base::JsonWriter& json) {
  json.BeginObject().Member("currency", report.currency).Member("base_rate", report.base_rate);
  json.Member("base_rate_is_own", report.own_rate);
  json.Member("flag_none", report.rules.front().cost.flag_none).Member("flag_all", report.rules.front().cost.flag_all);
  json.Key("rules").BeginArray();
  for (const CostedRule& rule : report.rules) {
    json.BeginObject().Member("rule", rule.name);
    const bool finite = rule.threshold && std::isfinite(*rule.threshold);
    json.Member("threshold", finite ? rule.threshold : std::optional<double>()).Member("per_1000", rule.cost.value).Key("interval");
    verdict::WriteInterval(json, rule.cost.interval);
    json.Key("less_flag_none");
    verdict::WriteInterval(json, rule.cost.less_none);
    json.Key("less_flag_all");
    verdict::WriteInterval(json, rule.cost.less_all);
    json.Member("descriptive", rule.descriptive).EndObject();
  }
  json.EndArray().Key("break_even").BeginObject().Member("rule", report.rules[report.judged].name);
  json.Member("miss_to_alarm_from", report.break_even.ratio_above).Member("miss_to_alarm_to", report.break_even.ratio_below);
  json.Member("base_rate_from", report.break_even.rate_above).Member("base_rate_to", report.break_even.rate_below);
  json.Member("precision_from", report.pays_from).EndObject().Key("by_base_rate").BeginArray();
  for (const CostReport::RateRow& row : report.by_rate) {
    json.BeginObject().Member("base_rate", row.base_rate).Member("precision", row.precision);
    json.Member("flagged_per_1000", row.flagged_per_1000).Member("per_1000", row.cost);
    json.Member("flag_none", row.flag_none).Member("flag_all", row.flag_all).EndObject();
  }
  json.EndArray().Key("curve").BeginArray();
  for (const metric::CostCurvePoint& point : report.curve) {
    json.BeginObject().Member("miss_to_alarm", point.ratio).Member("flag_none", point.flag_none);
    json.Member("flag_all", point.flag_all).Member("rule", point.at_threshold).Member("cheapest", point.cheapest);
    json.Member("cheapest_threshold", point.cheapest_at).EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace assay::run
