// SPDX-License-Identifier: Apache-2.0
#include "loadgen/measured.h"

#include <algorithm>

#include "stats/rank_select.h"
#include "verdict/mlperf_summary.h"

namespace assay::loadgen {
namespace {

using record::MlperfScenario;

constexpr double kSecond = 1e9;

// As LoadGen counts them: 0, 1 and less than that are faults, each with 0 tokens.
std::int64_t CountTokens(std::int64_t tokens, Measured& measured) {
  if (tokens > 1) return tokens;
  (tokens == 0 ? measured.no_tokens : tokens < 0 ? measured.negative_tokens : measured.one_token) += 1;
  return 0;
}

void MeasureTokens(const Answers& answers, std::uint64_t slot, std::int64_t due_ns, std::int64_t latency_ns,
                   bool first_tokens, Measured& measured) {
  const std::int64_t tokens = CountTokens(answers.tokens(slot), measured);
  measured.token_count += static_cast<std::uint64_t>(tokens);
  if (!first_tokens) return;
  if (answers.first_token_ns(slot) == Answers::kNone) {
    ++measured.no_first_token;
    return;
  }
  const std::int64_t first_ns = answers.first_token_ns(slot) - due_ns;
  measured.first_token_ns.push_back(first_ns);
  measured.per_token_ns.push_back((latency_ns - first_ns) / (tokens - 1));
}

}  // namespace

Measured Measure(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                 MlperfScenario scenario) {
  const std::uint64_t spq = schedule.samples_per_query;
  const bool first_tokens = answers.has_tokens() && scenario != MlperfScenario::kOffline;
  Measured measured;
  measured.latency_ns.reserve(outcome.issued_samples);
  measured.issue_delay_ns.reserve(outcome.issued_queries);
  if (scenario == MlperfScenario::kMultiStream) measured.query_latency_ns.reserve(outcome.issued_queries);
  std::int64_t max_latency_ns = 0;
  for (std::uint64_t query = 0; query < schedule.queries(); ++query) {
    const std::int64_t issued_ns = outcome.issued_ns[query];
    if (issued_ns < 0) continue;
    ++measured.queries;
    const std::int64_t due_ns = scenario == MlperfScenario::kServer    ? outcome.start_ns + schedule.due_ns[query]
                                : scenario == MlperfScenario::kOffline ? outcome.start_ns
                                                                       : issued_ns;
    measured.issue_delay_ns.push_back(issued_ns - due_ns);
    std::int64_t last_ns = 0;
    bool whole = true;
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      const std::int64_t done_ns = answers.done_ns(slot);
      if (done_ns == Answers::kNone) {
        measured.latency_ns.push_back(-1);
        whole = false;
        continue;
      }
      const std::int64_t latency_ns = done_ns - due_ns;
      ++measured.answered_samples;
      measured.latency_ns.push_back(latency_ns);
      max_latency_ns = std::max(max_latency_ns, latency_ns);
      last_ns = std::max(last_ns, done_ns);
      if (answers.has_tokens()) MeasureTokens(answers, slot, due_ns, latency_ns, first_tokens, measured);
    }
    if (whole && scenario == MlperfScenario::kMultiStream) measured.query_latency_ns.push_back(last_ns - due_ns);
    measured.final_scheduled_s = static_cast<double>(due_ns - outcome.start_ns) / kSecond;
    measured.final_issued_s = static_cast<double>(issued_ns - outcome.start_ns) / kSecond;
    measured.final_done_s = static_cast<double>(std::max(last_ns, issued_ns) - outcome.start_ns) / kSecond;
  }
  measured.max_latency_s = static_cast<double>(max_latency_ns) / kSecond;
  return measured;
}

Result<record::MlperfSummary> SummaryOf(const Measured& measured, const record::MlperfEffective& settings,
                                        const std::string& sut_name) {
  std::vector<std::int64_t> answered;
  const bool complete = measured.answered_samples == measured.latency_ns.size();
  if (!complete) {
    std::ranges::copy_if(measured.latency_ns, std::back_inserter(answered), [](std::int64_t ns) { return ns >= 0; });
  }
  const record::MlperfScenario scenario = settings.scenario;
  verdict::MlperfMeasured columns;
  columns.sut_name = sut_name;
  columns.queries = measured.queries;
  columns.latency_ns = stats::OneBlock(complete ? measured.latency_ns : answered);
  if (scenario == MlperfScenario::kMultiStream) columns.query_latency_ns = stats::OneBlock(measured.query_latency_ns);
  if (settings.use_token_latencies && scenario != MlperfScenario::kOffline) {
    columns.first_token_ns = stats::OneBlock(measured.first_token_ns);
    columns.per_token_ns = stats::OneBlock(measured.per_token_ns);
  }
  columns.token_count = measured.token_count;
  columns.final_scheduled_s = measured.final_scheduled_s;
  columns.final_issued_s = measured.final_issued_s;
  columns.final_done_s = measured.final_done_s;
  columns.max_latency_s = measured.max_latency_s;
  ASSAY_TRY(summary, verdict::SummarizeLatencies(columns, settings));
  // What the official program would wait for without end makes this run invalid.
  if (!complete) summary.min_queries_met = false;
  if (measured.no_first_token != 0) summary.perf_constraints_met = false;
  return summary;
}

}  // namespace assay::loadgen
