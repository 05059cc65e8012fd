// SPDX-License-Identifier: Apache-2.0
#include "run/compare/judge_comparison.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>

#include "metric/paired/paired_difference.h"
#include "run/compare/comparison_sentence.h"
#include "stats/multiple_testing.h"
#include "stats/normal_quantile.h"
#include "stats/student_t.h"

namespace assay::run {
namespace {

using verdict::Outcome;

constexpr double kPower = 0.8;
constexpr double kMostNeeded = 1e9;

std::vector<ComparedMetric*> MetricsOf(CompareOutcome& outcome) {
  std::vector<ComparedMetric*> all;
  for (Comparison& comparison : outcome.comparisons) {
    for (ComparedPart& part : comparison.parts) {
      for (ComparedMetric& metric : part.metrics) all.push_back(&metric);
    }
  }
  return all;
}

// Without names the primary metrics are what was asked.
void ChooseConfirmed(std::span<ComparedMetric* const> metrics) {
  if (std::ranges::any_of(metrics, &ComparedMetric::named)) return;
  for (ComparedMetric* metric : metrics) metric->named = metric->primary;
}

void AdjustPValues(std::span<ComparedMetric* const> metrics, bool named, stats::Correction correction, double alpha) {
  std::vector<double> p;
  std::vector<ComparedMetric*> tested;
  for (ComparedMetric* metric : metrics) {
    if (metric->named != named || !metric->p) continue;
    p.push_back(std::clamp(*metric->p, 0.0, 1.0));
    tested.push_back(metric);
  }
  const auto outcomes = stats::CorrectTests(p, correction, alpha);
  if (!outcomes) return;
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->adjusted_p = (*outcomes)[i].adjusted;
}

Change ChangeOf(const ComparedMetric& metric, double alpha) {
  if (!metric.difference || !metric.adjusted_p) return Change::kCannotJudge;
  if (*metric.adjusted_p > alpha || *metric.difference == 0) return Change::kNoneShown;
  if (metric.better == Better::kNeither) return Change::kDiffers;
  return (*metric.difference > 0) == (metric.better == Better::kHigher) ? Change::kBetter : Change::kWorse;
}

// The difference at which the margin is reached.
double EdgeOf(const ComparedMetric& metric, const FailRule& rule) {
  const double margin = rule.relative && !metric.relative ? rule.margin * std::abs(*metric.baseline) : rule.margin;
  return metric.better == Better::kHigher ? -margin : margin;
}

// How much worse than `edge` a difference is; below 0 = not as bad.
double Beyond(const ComparedMetric& metric, double difference, double edge) {
  return metric.better == Better::kHigher ? edge - difference : difference - edge;
}

// What a rule looks at: a difference, the edge that it mustn't pass, and the difference's interval at any level.
struct Judged {
  double difference = 0, edge = 0;
  std::function<std::optional<Interval>(double level)> interval_at;
};

// A relative margin of a quality metric is a share of a baseline value that is uncertain itself, and errs together with the
// other's: their paired difference has its edge at 0.
Judged JudgedBy(const ComparedMetric& metric, const FailRule& rule) {
  const bool paired = rule.relative && !metric.relative && metric.beyond_margin && metric.beyond_margin_at;
  if (paired) return {*metric.beyond_margin, 0, metric.beyond_margin_at};
  return {*metric.difference, EdgeOf(metric, rule), metric.interval_at};
}

// Cases or repeats with which the rule would be decided with 80 % power if the truth is what was seen.
std::optional<std::uint64_t> NeededFor(const ComparedMetric& metric, double edge, double level) {
  if (metric.deviation) {
    const double distance = std::abs(std::log1p(edge) - std::log1p(*metric.difference));
    if (!(distance > 0) || !(*metric.deviation > 0)) return std::nullopt;
    const auto repeats = stats::ValuesForMean(distance, *metric.deviation, level, kPower);
    if (!repeats || *repeats > 1'000'000) return std::nullopt;
    return *repeats;
  }
  if (!metric.interval) return std::nullopt;
  const double distance = std::abs(edge - *metric.difference);
  const double z = stats::NormalQuantile(0.5 + 0.5 * level);
  const double reach = (metric.interval->high - metric.interval->low) / 2 * (1 + stats::NormalQuantile(kPower) / z);
  const double needed = std::ceil(static_cast<double>(metric.n) * (reach / distance) * (reach / distance));
  if (!(distance > 0) || !(needed < kMostNeeded)) return std::nullopt;
  return std::max<std::uint64_t>(metric.n + 1, static_cast<std::uint64_t>(needed));
}

// p-value of "worse by no more than the margin", against worse: what a FAIL needs.
double FailPValue(const ComparedMetric& metric, const Judged& by) {
  if (!(Beyond(metric, by.difference, by.edge) > 0)) return 1;
  return metric::PValueFromInterval(by.interval_at, by.edge).value_or(1);
}

void JudgeRule(std::span<ComparedMetric* const> metrics, const FailRule& rule, double level, const auto& incomplete) {
  std::vector<ComparedMetric*> judged;
  std::vector<double> p;
  for (ComparedMetric* metric : metrics) {
    if (!metric->named) continue;
    if (!metric->interval || !metric->difference) {
      // Runs that can't be told apart from noise are undecided; what has no value at all is no evidence.
      metric->outcome = metric->relative && metric->n == 1 ? Outcome::kUndecided : Outcome::kNotMeasured;
      continue;
    }
    judged.push_back(metric);
    p.push_back(FailPValue(*metric, JudgedBy(*metric, rule)));
  }
  const auto fails = stats::CorrectTests(p, stats::Correction::kHolm, 1 - level);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    ComparedMetric& metric = *judged[i];
    const double edge = EdgeOf(metric, rule);
    const Judged by = JudgedBy(metric, rule);
    // Of a metric without replicates for the margin its own interval, at the level of the comparison.
    const auto interval = by.interval_at ? by.interval_at(level) : metric.interval;
    const double worst = !interval ? 0 : metric.better == Better::kHigher ? interval->low : interval->high;
    const bool not_worse = interval && Beyond(metric, worst, by.edge) <= 0;
    metric.outcome = fails && (*fails)[i].rejected ? Outcome::kFail : not_worse ? Outcome::kPass : Outcome::kUndecided;
    if (metric.outcome == Outcome::kPass && incomplete(metric)) {
      metric.outcome = Outcome::kUndecided;
      metric.reason = "runs were left out, so it can't be called no worse";
    } else if (metric.outcome == Outcome::kUndecided) {
      metric.needed = NeededFor(metric, edge, level);
    }
  }
}

// FAIL wins, then NOT MEASURED, then UNDECIDED, as for claims.
void ConcludeRule(std::span<ComparedMetric* const> metrics, CompareOutcome& outcome) {
  const auto any = [&](Outcome wanted) {
    return std::ranges::any_of(metrics, [&](const ComparedMetric* metric) { return metric->outcome == wanted; });
  };
  const bool judged = std::ranges::any_of(metrics, [](const ComparedMetric* metric) { return metric->outcome.has_value(); });
  const Outcome worst = any(Outcome::kFail)          ? Outcome::kFail
                        : any(Outcome::kNotMeasured) ? Outcome::kNotMeasured
                        : any(Outcome::kUndecided)   ? Outcome::kUndecided
                        : judged                     ? Outcome::kPass
                                                     : Outcome::kNotMeasured;
  outcome.word = verdict::OutcomeWord(worst);
  outcome.exit_code = worst == Outcome::kPass ? 0 : worst == Outcome::kFail ? 1 : worst == Outcome::kUndecided ? 7 : 8;
}

void ConcludeChanges(std::span<ComparedMetric* const> metrics, CompareOutcome& outcome) {
  const auto any = [&](Change wanted) {
    return std::ranges::any_of(metrics, [&](const ComparedMetric* metric) { return metric->named && metric->change == wanted; });
  };
  const bool judged = std::ranges::any_of(metrics, [](const ComparedMetric* metric) {
    return metric->named && metric->change != Change::kCannotJudge;
  });
  const bool worse = any(Change::kWorse), better = any(Change::kBetter), open = any(Change::kCannotJudge) || !judged;
  outcome.word = worse && better             ? "MIXED"
                 : worse                     ? "WORSE"
                 : open                      ? "UNDECIDED"
                 : better                    ? "BETTER"
                 : any(Change::kDiffers)     ? "DIFFERENT"
                                             : "NO DIFFERENCE SHOWN";
  outcome.exit_code = open ? 7 : 0;
}

}  // namespace

std::string_view ChangeWord(Change change) {
  switch (change) {
    case Change::kWorse: return "worse";
    case Change::kBetter: return "better";
    case Change::kDiffers: return "differs";
    case Change::kNoneShown: return "none shown";
    case Change::kCannotJudge: return "cannot judge";
  }
  return "";
}

Result<FailRule> ParseFailRule(std::string_view text) {
  const auto bad = [&] {
    return Fail(ErrorCode::kUsage, "--fail-if takes worse=SHARE, found '" + std::string(text) + "'",
                "worse=2% is relative to the baseline, worse=0.02 is in the metric's own unit");
  };
  constexpr std::string_view kWorseIs = "worse=";
  if (!text.starts_with(kWorseIs)) return bad();
  std::string_view number = text.substr(kWorseIs.size());
  FailRule rule{.text = std::string(text)};
  rule.relative = number.ends_with('%');
  if (rule.relative) number.remove_suffix(1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), rule.margin);
  if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(rule.margin)) return bad();
  if (rule.relative) rule.margin /= 100;
  if (rule.margin < 0 || rule.margin >= 1) return bad();
  return rule;
}

void JudgeComparisons(CompareOutcome& outcome) {
  const std::vector<ComparedMetric*> metrics = MetricsOf(outcome);
  const double alpha = 1 - outcome.level;
  ChooseConfirmed(metrics);
  AdjustPValues(metrics, true, stats::Correction::kHolm, alpha);
  AdjustPValues(metrics, false, stats::Correction::kBenjaminiHochberg, alpha);
  // 1 - 0.95 is not exactly 0.05; a p-value that is exactly alpha counts as rejected.
  for (ComparedMetric* metric : metrics) metric->change = ChangeOf(*metric, alpha + 1e-12);
  const auto incomplete = [&](const ComparedMetric& metric) {
    for (const Comparison& comparison : outcome.comparisons) {
      for (const ComparedPart& part : comparison.parts) {
        for (const ComparedMetric& one : part.metrics) {
          if (&one == &metric) return part.incomplete;
        }
      }
    }
    return false;
  };
  if (outcome.rule) {
    JudgeRule(metrics, *outcome.rule, outcome.level, incomplete);
    ConcludeRule(metrics, outcome);
  } else {
    ConcludeChanges(metrics, outcome);
  }
  for (Comparison& comparison : outcome.comparisons) {
    for (ComparedPart& part : comparison.parts) {
      for (ComparedMetric& metric : part.metrics) metric.sentence = ComparisonSentence(comparison, metric, outcome.rule);
    }
  }
  outcome.sentence = HeadSentence(outcome);
}

}  // namespace assay::run
