// SPDX-License-Identifier: Apache-2.0
#include "verdict/claim_verdict.h"

#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

#include "spec/quantity.h"
#include "stats/normal_quantile.h"
#include "stats/sample_size.h"
#include "verdict/bound_check.h"
#include "verdict/latency_tail.h"

namespace assay::verdict {
namespace {

struct PercentileMetric {
  std::string_view name;
  double percentile;
};
constexpr PercentileMetric kPercentileMetrics[] = {
    {"latency_p50", 0.50}, {"latency_p90", 0.90}, {"latency_p95", 0.95},        {"latency_p97", 0.97},
    {"latency_p99", 0.99}, {"latency_p999", 0.999}, {"query_latency_p99", 0.99},
};

std::optional<double> PercentileOf(std::string_view metric) {
  for (const auto& [name, percentile] : kPercentileMetrics) {
    if (name == metric) return percentile;
  }
  return std::nullopt;
}

std::string NumberOf(std::string_view metric) {
  if (metric == "recall" || metric == "flips_broken_on_positives") return "positives";
  if (metric == "specificity") return "negatives";
  if (metric == "precision" || metric == "precision_at_base_rate") return "flagged cases";
  if (metric.contains("latency") || metric == "completed_qps" || metric == "scheduled_qps") return "queries";
  if (metric == "error_rate" || metric == "throughput") return "samples";
  return "cases";
}

std::string Text(double value, Unit unit) {
  if (unit == Unit::kNanoseconds) return spec::FormatDurationNs(value);
  char text[48];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

bool IsUpper(spec::Op op) { return op == spec::Op::kLessEqual || op == spec::Op::kLess; }

// Cases in all that would decide a plain proportion.
std::optional<std::uint64_t> NeededForShare(const Measurement& measured, spec::Op op, double limit, double level) {
  if (!(limit > 0 && limit < 1) || measured.n == 0) return std::nullopt;
  auto hits = static_cast<std::uint64_t>(std::llround(*measured.value * static_cast<double>(measured.n)));
  if (IsUpper(op)) hits = measured.n - hits;
  const auto needed =
      stats::DecidingSampleSize(hits, measured.n, IsUpper(op) ? 1 - limit : limit, level, kDecidingPower);
  return needed ? *needed : std::nullopt;
}

// The same for an interval that is normal on the logit scale: its width falls with the root of the number of cases.
std::optional<std::uint64_t> NeededOnLogitScale(const Measurement& measured, double limit, double level) {
  const Interval& interval = *measured.interval;
  if (!(limit > 0 && limit < 1) || !(interval.low > 0 && interval.high < 1)) return std::nullopt;
  const auto logit = [](double share) { return std::log(share) - std::log1p(-share); };
  const double error =
      (logit(interval.high) - logit(interval.low)) / (2 * stats::NormalQuantile(0.5 + 0.5 * interval.level));
  const double distance = std::abs(logit(*measured.value) - logit(limit));
  const double reach = (stats::NormalQuantile(level) + stats::NormalQuantile(kDecidingPower)) * error;
  const double needed = static_cast<double>(measured.n) * (reach / distance) * (reach / distance);
  if (!(needed < 1e12)) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(needed));
}

std::optional<std::uint64_t> Needed(const Measurement& measured, spec::Op op, double limit, double level) {
  if (!measured.interval || op == spec::Op::kEqual) return std::nullopt;
  if (measured.interval->method == "clopper-pearson") return NeededForShare(measured, op, limit, level);
  if (measured.interval->method.contains("logit")) return NeededOnLogitScale(measured, limit, level);
  return std::nullopt;
}

// "0.61 (0.55 to 0.67) against >= 0.70".
std::string Sentence(const ClaimVerdict& verdict, const Measurement& measured) {
  std::string text = measured.metric + " " + Text(*verdict.measured, verdict.unit);
  if (verdict.interval) {
    text += " (" + Text(verdict.interval->low, verdict.unit) + " to " + Text(verdict.interval->high, verdict.unit) + ")";
  }
  text += " against " + verdict.bound_text;
  if (verdict.outcome == Outcome::kUndecided) text += ": the interval holds the limit";
  if (!verdict.interval) text += "; compared as it is, without an interval";
  return text;
}

std::string GateSentence(const spec::Bound& bound, const ClaimEvidence& evidence, double limit, Unit unit) {
  const std::string whose = bound.gate_number ? "the number stated" : bound.gate_system;
  return "; the limit " + Text(limit, unit) + " is " + Text(100 * bound.limit.value, Unit::kNumber) + " % of " + whose +
         (bound.gate_number ? "" : evidence.gate_difference ? ", paired case by case" : ", taken as exact");
}

// A percentile's verdict is that of its latency tail.
bool JudgeByTail(const spec::Claim& claim, const ClaimEvidence& evidence, double limit, ClaimVerdict& verdict) {
  const auto percentile = PercentileOf(claim.metric);
  if (!percentile || evidence.run == nullptr || !IsUpper(claim.bound.op)) return false;
  const bool by_query = claim.metric == "query_latency_p99";
  const auto latencies = by_query ? evidence.run->query_latency_ns : evidence.run->latency_ns;
  const std::uint64_t asked = by_query ? evidence.run->queries_issued : evidence.run->samples_issued;
  // Times are whole nanoseconds.
  const double whole = claim.bound.op == spec::Op::kLess ? std::ceil(limit) - 1 : std::floor(limit);
  const auto tail = JudgeLatencyTail(latencies, asked - latencies.size(), *percentile,
                                     static_cast<std::int64_t>(whole), evidence.level);
  if (!tail) return false;
  verdict.outcome = tail->outcome;
  verdict.measured = tail->measured;
  verdict.interval = tail->interval;
  verdict.margin = tail->margin;
  verdict.n = tail->n;
  verdict.n_needed = tail->n_needed;
  verdict.reason = tail->reason;
  return true;
}

}  // namespace

ClaimVerdict JudgeClaim(const spec::Claim& claim, const ClaimEvidence& evidence) {
  ClaimVerdict verdict;
  verdict.claim = claim.id;
  verdict.metric = claim.metric;
  verdict.system = evidence.system;
  verdict.traffic = evidence.traffic;
  verdict.split = evidence.split;
  verdict.slice = claim.target.slice;
  verdict.slot = claim.slot;
  verdict.primary = claim.primary;
  verdict.bound_text = claim.bound.text;
  verdict.n_unit = NumberOf(claim.metric);
  if (evidence.is_performance && !evidence.accuracy_shown) verdict.qualification = kUnqualified;
  const auto not_measured = [&](std::string reason) {
    verdict.outcome = Outcome::kNotMeasured;
    verdict.reason = std::move(reason);
    return verdict;
  };
  if (!evidence.measured) return not_measured(evidence.missing.empty() ? "no evidence" : evidence.missing);

  const Measurement& measured = *evidence.measured;
  verdict.unit = measured.unit;
  verdict.n = measured.n;
  verdict.measured = measured.value;
  verdict.interval = measured.interval;
  const auto limit = LimitInUnit(claim.bound, measured.unit, evidence.reference);
  if (limit) verdict.limit = *limit;
  if (!evidence.invalid.empty()) return not_measured("the run is INVALID: " + evidence.invalid);
  if (!measured.value) return not_measured(claim.metric + " is undefined: " + measured.note);
  if (!limit) return not_measured(limit.error().what);

  if (JudgeByTail(claim, evidence, *limit, verdict)) return verdict;
  if (claim.bound.is_gate() && evidence.gate_difference) {
    verdict.interval = evidence.gate_difference;
    verdict.interval->low += *limit;
    verdict.interval->high += *limit;
  }
  verdict.margin = Margin(claim.bound.op, *limit, *measured.value);
  verdict.outcome = CheckBound(claim.bound.op, *limit, *measured.value, verdict.interval);
  verdict.reason = Sentence(verdict, measured);
  if (claim.bound.is_gate()) verdict.reason += GateSentence(claim.bound, evidence, *limit, measured.unit);
  if (verdict.outcome == Outcome::kUndecided && !evidence.gate_difference) {
    verdict.n_needed = Needed(measured, claim.bound.op, *limit, evidence.level);
  }
  return verdict;
}

}  // namespace assay::verdict
