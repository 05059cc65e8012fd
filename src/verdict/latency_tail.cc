// SPDX-License-Identifier: Apache-2.0
#include "verdict/latency_tail.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

#include "spec/quantity.h"
#include "stats/early_stopping.h"
#include "stats/percentile.h"
#include "stats/sample_size.h"
#include "verdict/bound_check.h"

namespace assay::verdict {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
  return text;
}

// "60 of 5000 queries (1.2 %) took over 15 ms or had no answer".
std::string OverSentence(std::uint64_t over, std::uint64_t n, std::uint64_t failed, std::int64_t limit_ns) {
  return std::to_string(over) + " of " + std::to_string(n) + " (" +
         Percent(static_cast<double>(over) / static_cast<double>(n)) + ") took over " +
         spec::FormatDurationNs(static_cast<double>(limit_ns)) + (failed > 0 ? " or had no answer" : "");
}

}  // namespace

std::string PercentileName(double percentile) {
  char text[32];
  std::snprintf(text, sizeof text, "latency_p%.6g", 100 * percentile);
  return text;
}

Result<Constraint> JudgeLatencyTail(std::span<const std::int64_t> latencies, std::uint64_t failed, double percentile,
                                    std::int64_t limit_ns, double level) {
  Constraint constraint;
  constraint.name = PercentileName(percentile);
  constraint.unit = Unit::kNanoseconds;
  constraint.limit = static_cast<double>(limit_ns);
  constraint.n = latencies.size() + failed;
  if (latencies.empty()) {
    constraint.reason = "no query was answered";
    return constraint;
  }
  std::vector<std::int64_t> sorted(latencies.begin(), latencies.end());
  std::ranges::sort(sorted);
  const auto within = static_cast<std::uint64_t>(std::ranges::upper_bound(sorted, limit_ns) - sorted.begin());
  const std::uint64_t over = constraint.n - within;
  sorted.resize(constraint.n, kNever);  // what has no answer is later than everything

  ASSAY_TRY(index, stats::PercentileIndex(constraint.n, percentile));
  ASSAY_TRY(ranks, stats::QuantileInterval(constraint.n, percentile, ClaimIntervalLevel(level)));
  ASSAY_TRY(stopping, stats::CheckEarlyStopping(constraint.n, over, percentile));
  if (sorted[index] != kNever) {
    constraint.measured = static_cast<double>(sorted[index]);
    constraint.margin = Margin(spec::Op::kLessEqual, *constraint.limit, *constraint.measured);
  }
  if (ranks.low && ranks.high && sorted[*ranks.high] != kNever) {
    constraint.interval = Interval{static_cast<double>(sorted[*ranks.low]), static_cast<double>(sorted[*ranks.high]),
                                   ClaimIntervalLevel(level), "order statistics"};
  }

  const std::string over_sentence = OverSentence(over, constraint.n, failed, limit_ns);
  const std::string allowed = "; the bound allows " + Percent(1 - percentile);
  if (stopping.met && sorted[index] <= limit_ns) {
    constraint.outcome = Outcome::kPass;
    constraint.reason = over_sentence + allowed;
    return constraint;
  }
  if (ranks.low && sorted[*ranks.low] > limit_ns) {
    constraint.outcome = Outcome::kFail;
    constraint.reason = over_sentence + allowed;
    return constraint;
  }
  constraint.outcome = Outcome::kUndecided;
  if (sorted[index] <= limit_ns) {
    constraint.n_needed = stopping.queries_needed;
    constraint.reason = over_sentence + "; early stopping needs " + std::to_string(stopping.queries_needed) +
                        " in all with no more of them late, " + std::to_string(stopping.queries_more) + " more";
    return constraint;
  }
  ASSAY_TRY(needed, stats::DecidingSampleSize(within, constraint.n, percentile, level, kDecidingPower));
  constraint.n_needed = needed;
  constraint.reason = over_sentence + allowed + ", and so few queries can't tell whether that is chance";
  return constraint;
}

}  // namespace assay::verdict
