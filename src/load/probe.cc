// SPDX-License-Identifier: Apache-2.0
#include "load/probe.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::load {
namespace {

Series SeriesOf(const ProbePlan& plan, Release release, std::uint64_t queries, std::uint64_t samples_per_query) {
  Series series;
  series.load = plan.indices;
  series.stop.min_query_count = queries;
  series.schedule.release = release;
  series.schedule.samples_per_query = samples_per_query;
  series.schedule.due_ns.assign(queries, 0);
  for (std::uint64_t i = 0; i < queries * samples_per_query; ++i) {
    series.schedule.sample_index.push_back(plan.indices[i % plan.indices.size()]);
  }
  return series;
}

Result<record::RunRecord> Play(const Series& series, Executor& executor, Clock& clock, const LoadRunOptions& options) {
  ASSAY_TRY(record, RunSeries(series, executor, clock, nullptr, "{}", options));
  if (record.end == record::EndState::kInterrupted) return Fail(ErrorCode::kInterrupted, record.end_reason);
  if (record.end != record::EndState::kComplete && record.end != record::EndState::kAborted) {
    return Fail(ErrorCode::kSutFailed, record.end_reason);
  }
  return record;
}

void Count(const record::RunRecord& record, ProbeOutcome* outcome) {
  for (const SampleStatus status : record.status) {
    outcome->answered += status == SampleStatus::kOk || status == SampleStatus::kError ? 1 : 0;
    outcome->errors += status == SampleStatus::kError ? 1 : 0;
  }
}

// When the query's last sample was answered; nothing when one wasn't answered well.
std::optional<std::int64_t> DoneNs(const record::RunRecord& record, std::uint64_t query) {
  std::int64_t done_ns = 0;
  for (std::uint64_t s = query * record.samples_per_query; s < (query + 1) * record.samples_per_query; ++s) {
    if (record.status[s] != SampleStatus::kOk) return std::nullopt;
    done_ns = std::max(done_ns, record.done_ns[s]);
  }
  return done_ns;
}

Result<void> ProbeLatency(const ProbePlan& plan, Executor& executor, Clock& clock, const LoadRunOptions& options,
                          ProbeOutcome* outcome) {
  Series series = SeriesOf(plan, Release::kAfterPrevious, plan.queries, plan.samples_per_query);
  series.stop.max_duration_ns = plan.enough_ns;
  ASSAY_TRY(record, Play(series, executor, clock, options));
  Count(record, outcome);
  outcome->first_status = record.status[0];
  outcome->first_error = record.error[0];
  const auto output = record.Output(0);
  outcome->first_output.assign(output.begin(), output.end());
  std::optional<std::int64_t> least_ns;
  for (std::uint64_t query = record.queries() > 1 ? 1 : 0; query < record.queries(); ++query) {
    if (const auto done_ns = DoneNs(record, query)) {
      const std::int64_t latency_ns = *done_ns - record.due_ns[query];
      least_ns = std::min(least_ns.value_or(latency_ns), latency_ns);
    }
  }
  if (!least_ns) {
    const std::string seen = outcome->answered == 0
                                 ? "no answer came"
                                 : "each query ended in an error, the first with number " +
                                       std::to_string(outcome->first_error);
    return Fail(ErrorCode::kSutFailed, "the system answered none of " + std::to_string(record.queries()) +
                                           " probing queries well: " + seen);
  }
  outcome->query_latency_ns = std::max(kLeastProbedLatencyNs, static_cast<double>(*least_ns));
  return {};
}

// One query of all samples, larger and larger: a small one doesn't fill the system.
Result<void> ProbeRate(const ProbePlan& plan, Executor& executor, Clock& clock, const LoadRunOptions& options,
                       ProbeOutcome* outcome) {
  for (std::uint64_t samples = std::min<std::uint64_t>(16, plan.most_at_once);;) {
    ASSAY_TRY(record, Play(SeriesOf(plan, Release::kAtDueTime, 1, samples), executor, clock, options));
    Count(record, outcome);
    std::int64_t done_ns = 1;
    std::uint64_t ok = 0;
    for (std::uint64_t s = 0; s < record.samples(); ++s) {
      if (record.status[s] != SampleStatus::kOk) continue;
      ++ok;
      done_ns = std::max(done_ns, record.done_ns[s]);
    }
    const double rate = static_cast<double>(ok) * 1e9 / static_cast<double>(done_ns);
    outcome->samples_per_second = std::min(kMostProbedRate, std::max(outcome->samples_per_second, rate));
    if (done_ns >= plan.enough_ns || samples >= plan.most_at_once) return {};
    samples = std::min(plan.most_at_once, samples * 4);
  }
}

}  // namespace

Result<ProbeOutcome> Probe(const ProbePlan& plan, Executor& executor, Clock& clock, const LoadRunOptions& options) {
  if (plan.indices.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 sample to probe with, found none");
  if (plan.samples_per_query == 0 || plan.queries == 0 || plan.most_at_once == 0 || plan.enough_ns <= 0) {
    return Fail(ErrorCode::kOutOfRange, "expected a probe of at least 1 query, 1 sample and some time");
  }
  ProbeOutcome outcome;
  ASSAY_CHECK_OK(ProbeLatency(plan, executor, clock, options, &outcome));
  ASSAY_CHECK_OK(ProbeRate(plan, executor, clock, options, &outcome));
  if (outcome.samples_per_second <= 0) {
    return Fail(ErrorCode::kSutFailed, "the system answered single queries, but no sample of a large one");
  }
  return outcome;
}

}  // namespace assay::load
