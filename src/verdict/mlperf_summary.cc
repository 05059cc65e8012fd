// SPDX-License-Identifier: Apache-2.0
#include "verdict/mlperf_summary.h"

#include <utility>
#include <vector>

#include "record/mlperf_number.h"
#include "stats/early_stopping.h"
#include "stats/percentile.h"

namespace assay::verdict {
namespace {

using record::MlperfScenario;
using record::MlperfSummary;
using record::MlperfTail;

// SingleStream gives a second estimate at this percentile, which decides nothing.
constexpr double kSecondPercentile = 0.99;

// A column with what is asked of it more than once.
struct Column {
  const stats::Int64Blocks* blocks;
  stats::ColumnTotals totals;
};

Result<Column> ColumnOf(const stats::Int64Blocks& blocks) {
  Column column{&blocks, {}};
  if (blocks) column.totals = stats::TotalsOf(blocks);
  if (column.totals.count == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 latency, found none");
  return column;
}

// The tail, and the values at further ranks: all of them in the same passes.
struct TailAndMore {
  MlperfTail tail;
  std::vector<std::int64_t> more;
};

Result<TailAndMore> TailOf(const Column& column, double target, std::vector<std::uint64_t> ranks = {}) {
  const std::size_t extra = ranks.size();
  for (const double share : record::kMlperfPercentiles) {
    ASSAY_TRY(rank, stats::PercentileIndex(column.totals.count, share));
    ranks.push_back(rank);
  }
  ASSAY_TRY(rank, stats::PercentileIndex(column.totals.count, target));
  ranks.push_back(rank);
  ASSAY_TRY(values, stats::ValuesAtRanks(*column.blocks, column.totals, ranks));
  TailAndMore result;
  result.tail.min_ns = column.totals.min;
  result.tail.max_ns = column.totals.max;
  result.tail.mean_ns = static_cast<std::int64_t>(column.totals.sum / column.totals.count);
  for (std::size_t i = 0; i < result.tail.percentile_ns.size(); ++i) result.tail.percentile_ns[i] = values[extra + i];
  result.tail.target_ns = values.back();
  values.resize(extra);
  result.more = std::move(values);
  return result;
}

// Early stopping of one list: whether it is met, and the text about it.
struct Stopping {
  bool met = false;
  std::string text;
  std::int64_t estimate_ns = 0, second_ns = 0;
};

std::string PercentileText(double percentile) {
  std::string text;
  record::AppendFixedDouble(text, percentile * 100, 1);
  return text + "th percentile";
}

// The texts are pinned: submission checkers read them.
std::string EstimateText(std::uint64_t queries, double percentile, const stats::EarlyStoppingEstimate& estimate,
                         std::int64_t value_ns) {
  const std::string needed = std::to_string(estimate.queries_needed);
  if (!estimate.met) {
    return " * Only processed " + std::to_string(queries) + " queries.\n * Need to process at least " + needed +
           " queries for early stopping.";
  }
  return " * Processed at least " + needed + " queries (" + std::to_string(queries) + ").\n * Would discard " +
         std::to_string(estimate.t - 1) + " highest latency queries.\n * Early stopping " + PercentileText(percentile) +
         " estimate: " + std::to_string(value_ns);
}

std::string SecondText(const stats::EarlyStoppingEstimate& estimate, std::int64_t value_ns) {
  const std::string percent = PercentileText(kSecondPercentile);
  if (estimate.met) return "\n * Early stopping " + percent + " estimate: " + std::to_string(value_ns);
  return "\n * Not enough queries processed for " + percent +
         "\n early stopping estimate (would need to process at\n least " + std::to_string(estimate.queries_needed) +
         " total queries).";
}

// SingleStream and MultiStream: the estimates, and the tail of the same list.
Result<Stopping> Estimate(const Column& column, std::uint64_t queries, double percentile, bool second_too,
                          MlperfTail& tail) {
  ASSAY_TRY(first, stats::EstimateEarlyStopping(queries, percentile));
  ASSAY_TRY(second, stats::EstimateEarlyStopping(queries, kSecondPercentile));
  std::vector<std::uint64_t> ranks;
  if (first.index) ranks.push_back(*first.index);
  if (second_too && second.index) ranks.push_back(*second.index);
  ASSAY_TRY(values, TailOf(column, percentile, ranks));
  tail = values.tail;
  Stopping stopping;
  stopping.met = first.met;
  std::size_t next = 0;
  if (first.index) stopping.estimate_ns = values.more[next++];
  if (second_too && second.index) stopping.second_ns = values.more[next];
  stopping.text = EstimateText(queries, percentile, first, stopping.estimate_ns);
  if (second_too && first.met) stopping.text += SecondText(second, stopping.second_ns);
  return stopping;
}

Result<Stopping> Check(std::uint64_t over, std::uint64_t queries, double percentile) {
  ASSAY_TRY(check, stats::CheckEarlyStopping(queries, over, percentile));
  Stopping stopping{.met = check.met, .text = " * Run successful."};
  if (!check.met) {
    stopping.text = " * Run unsuccessful.\n * Processed " + std::to_string(queries) +
                    " queries.\n * Would need to run at least " + std::to_string(check.queries_more) +
                    " more queries,\n with the run being successful if every additional\n query were under latency.";
  }
  return stopping;
}

void TakeStopping(const Stopping& stopping, MlperfSummary& result) {
  result.early_stopping_met = stopping.met;
  if (result.settings.scenario == MlperfScenario::kSingleStream) {
    result.early_stopping_ss_ns = stopping.estimate_ns;
    result.early_stopping_ms_ns = stopping.second_ns;
  } else if (result.settings.scenario == MlperfScenario::kMultiStream) {
    result.early_stopping_ms_ns = stopping.estimate_ns;
  }
}

// With token latencies early stopping looks at the time per token first, and at the first token only when that is met:
// its text stays empty otherwise. In MultiStream both look at the queries' latencies.
void TakeTokenStopping(const Stopping& per_token, const Stopping& first_token, MlperfSummary& result) {
  result.early_stopping_tpot = per_token.text;
  TakeStopping(per_token, result);
  if (!per_token.met) return;
  result.early_stopping_ttft = first_token.text;
  TakeStopping(first_token, result);
}

Result<void> SummarizeStreams(const MlperfMeasured& measured, MlperfSummary& result) {
  const double percentile = result.settings.target_latency_percentile;
  const bool multi = result.settings.scenario == MlperfScenario::kMultiStream;
  ASSAY_TRY(samples, ColumnOf(measured.latency_ns));
  Stopping stopping;
  if (multi) {
    ASSAY_TRY(queries, ColumnOf(measured.query_latency_ns));
    ASSAY_TRY(found, Estimate(queries, result.queries, percentile, false, result.query_latency.emplace()));
    stopping = found;
    ASSAY_TRY(tail, TailOf(samples, percentile));
    result.latency = tail.tail;
  } else {
    ASSAY_TRY(found, Estimate(samples, result.queries, percentile, true, result.latency));
    stopping = found;
  }
  if (!result.settings.use_token_latencies) {
    result.early_stopping = stopping.text;
    TakeStopping(stopping, result);
    return {};
  }
  ASSAY_TRY(first_column, ColumnOf(measured.first_token_ns));
  ASSAY_TRY(first, Estimate(first_column, result.queries, percentile, true, result.first_token.emplace()));
  ASSAY_TRY(each_column, ColumnOf(measured.per_token_ns));
  ASSAY_TRY(each, Estimate(each_column, result.queries, percentile, true, result.per_token.emplace()));
  multi ? TakeTokenStopping(stopping, stopping, result) : TakeTokenStopping(each, first, result);
  return {};
}

Result<void> SummarizeServer(const MlperfMeasured& measured, MlperfSummary& result) {
  const record::MlperfEffective& settings = result.settings;
  const double percentile = settings.target_latency_percentile;
  const auto limit = [](std::uint64_t ns) { return static_cast<std::int64_t>(ns); };
  ASSAY_TRY(samples, ColumnOf(measured.latency_ns));
  ASSAY_TRY(tail, TailOf(samples, percentile));
  result.latency = tail.tail;
  result.overlatency = stats::CountAbove(measured.latency_ns, limit(settings.target_latency_ns));
  if (!settings.use_token_latencies) {
    result.perf_constraints_met = result.latency.target_ns <= limit(settings.target_latency_ns);
    ASSAY_TRY(stopping, Check(result.overlatency, result.queries, percentile));
    result.early_stopping = stopping.text;
    TakeStopping(stopping, result);
    return {};
  }
  ASSAY_TRY(first_column, ColumnOf(measured.first_token_ns));
  ASSAY_TRY(first_tail, TailOf(first_column, percentile));
  ASSAY_TRY(each_column, ColumnOf(measured.per_token_ns));
  ASSAY_TRY(each_tail, TailOf(each_column, percentile));
  result.first_token = first_tail.tail;
  result.per_token = each_tail.tail;
  result.perf_constraints_met = result.first_token->target_ns <= limit(settings.ttft_latency_ns) &&
                                result.per_token->target_ns <= limit(settings.tpot_latency_ns);
  ASSAY_TRY(first, Check(stats::CountAbove(measured.first_token_ns, limit(settings.ttft_latency_ns)), result.queries,
                         percentile));
  ASSAY_TRY(each, Check(stats::CountAbove(measured.per_token_ns, limit(settings.tpot_latency_ns)), result.queries,
                        percentile));
  TakeTokenStopping(each, first, result);
  return {};
}

Result<void> SummarizeOffline(const MlperfMeasured& measured, MlperfSummary& result) {
  ASSAY_TRY(samples, ColumnOf(measured.latency_ns));
  ASSAY_TRY(tail, TailOf(samples, result.settings.target_latency_percentile));
  result.latency = tail.tail;
  result.early_stopping_met = true;
  return {};
}

double JudgedDuration(const MlperfSummary& result) {
  switch (result.settings.scenario) {
    case MlperfScenario::kOffline: return result.max_latency_s;
    case MlperfScenario::kServer: return result.final_scheduled_s;
    case MlperfScenario::kSingleStream:
    case MlperfScenario::kMultiStream: break;
  }
  return result.final_issued_s;
}

}  // namespace

Result<MlperfSummary> SummarizeLatencies(const MlperfMeasured& measured, const record::MlperfEffective& settings) {
  if (!measured.latency_ns) return Fail(ErrorCode::kEmpty, "expected at least 1 latency, found none");
  MlperfSummary result;
  result.sut_name = measured.sut_name;
  result.settings = settings;
  result.queries = measured.queries;
  result.token_count = measured.token_count;
  result.final_scheduled_s = measured.final_scheduled_s;
  result.final_issued_s = measured.final_issued_s;
  result.final_done_s = measured.final_done_s;
  result.max_latency_s = measured.max_latency_s;
  measured.latency_ns([&](std::span<const std::int64_t> values) { result.samples += values.size(); });
  result.perf_constraints_met = true;
  switch (settings.scenario) {
    case MlperfScenario::kServer: ASSAY_CHECK_OK(SummarizeServer(measured, result)); break;
    case MlperfScenario::kOffline: ASSAY_CHECK_OK(SummarizeOffline(measured, result)); break;
    case MlperfScenario::kSingleStream:
    case MlperfScenario::kMultiStream: ASSAY_CHECK_OK(SummarizeStreams(measured, result)); break;
  }
  result.min_duration_met = JudgedDuration(result) >= static_cast<double>(settings.min_duration_ms) / 1000;
  result.min_queries_met =
      result.queries >= settings.min_query_count && result.samples >= settings.min_sample_count;
  return result;
}

}  // namespace assay::verdict
