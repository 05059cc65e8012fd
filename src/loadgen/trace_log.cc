// SPDX-License-Identifier: Apache-2.0
#include "loadgen/trace_log.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "record/mlperf_log_trace.h"

namespace assay::loadgen {
namespace {

constexpr std::size_t kTracePieceBytes = std::size_t{1} << 18;  // stays in a core's own cache until it is written

using record::MlperfScenario;

}  // namespace

TraceLog::TraceLog(LogFiles& files, Clock& clock, bool enabled)
    : files_(files),
      enabled_(enabled),
      opened_ns_(clock.NowNs()),
      opened_wall_ns_(std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count()),
      pid_(static_cast<std::uint64_t>(getpid())),
      tid_(static_cast<std::uint64_t>(syscall(SYS_gettid))) {
  if (enabled_) record::AppendTraceHead(text_);
}

void TraceLog::WritePiece(std::size_t at_least) {
  if (text_.size() < at_least) return;
  files_.Write(LogFile::kTrace, text_);
  text_.clear();
}

void TraceLog::Scope(std::string_view name, std::int64_t begin_ns, std::int64_t end_ns) {
  if (!enabled_) return;
  record::AppendTraceScope(text_, name, pid_, tid_, begin_ns - opened_ns_, end_ns - begin_ns);
}

void TraceLog::Scope(std::string_view name, std::int64_t begin_ns, std::int64_t end_ns, std::string_view key,
                     const record::MlperfValue& value) {
  if (!enabled_) return;
  record::AppendTraceScope(text_, name, pid_, tid_, begin_ns - opened_ns_, end_ns - begin_ns, key, value);
}

// The calls that answered, of a sample that was the first of one.
void TraceLog::AnswerCalls(const Answers& answers, std::uint64_t slot) {
  const auto call = [&](const CallSpans& calls, std::string_view name, std::int64_t begin_ns) {
    if (!calls.Has(slot)) return;
    record::AppendTraceScope(text_, name, pid_, calls.thread(slot), begin_ns - opened_ns_, calls.duration_ns(slot));
  };
  if (answers.has_tokens()) call(answers.first_token_calls(), "FirstTokenComplete", answers.first_token_ns(slot));
  call(answers.complete_calls(), "QuerySamplesComplete", answers.done_ns(slot));
}

void TraceLog::Sample(const Answers& answers, std::uint64_t slot, record::TraceSample sample, bool counters) {
  const std::int64_t due_ns = sample.scheduled_ns + opened_ns_;
  const auto event = [&](std::string_view name, std::string_view counter, std::int64_t at_ns) {
    if (at_ns == Answers::kNone) return;
    sample.done_ns = at_ns - due_ns;
    if (counters) {
      record::AppendTraceCounter(text_, counter, pid_, sample.scheduled_ns, sample.issue_ns,
                                 sample.done_ns - sample.issue_ns);
    }
    record::AppendTraceSample(text_, name, pid_, sample);
  };
  if (answers.has_tokens()) event("Token", "Token_Latency", answers.first_token_ns(slot));
  event("Sample", "Latency", answers.done_ns(slot));
  AnswerCalls(answers, slot);
}

void TraceLog::Series(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                      MlperfScenario scenario, std::uint64_t first_sequence) {
  if (!enabled_) return;
  const std::uint64_t spq = schedule.samples_per_query;
  const std::string_view waiting = scenario == MlperfScenario::kServer ? "Scheduling" : "Waiting";
  std::vector<std::int64_t> ready_ns(outcome.threads.size(), outcome.start_ns);  // when the thread's last call returned
  for (std::uint64_t query = 0; query < schedule.queries(); ++query) {
    const std::int64_t issued_ns = outcome.issued_ns[query];
    if (issued_ns < 0) continue;
    const std::uint64_t shard = query % outcome.threads.size();
    const std::int64_t returned_ns = outcome.returned_ns[query];
    const auto scope = [&](std::string_view name, std::int64_t begin_ns, std::int64_t end_ns) {
      record::AppendTraceScope(text_, name, pid_, outcome.threads[shard], begin_ns - opened_ns_, end_ns - begin_ns);
    };
    if (returned_ns >= 0 && scenario != MlperfScenario::kOffline) scope(waiting, ready_ns[shard], issued_ns);
    const std::int64_t due_ns = scenario == MlperfScenario::kServer    ? outcome.start_ns + schedule.due_ns[query]
                                : scenario == MlperfScenario::kOffline ? outcome.start_ns
                                                                       : issued_ns;
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      Sample(answers, slot,
             {.sequence = first_sequence + slot,
              .query = query,
              .index = schedule.sample_index[slot],
              .scheduled_ns = due_ns - opened_ns_,
              .issue_ns = issued_ns - due_ns,
              .done_ns = 0},
             scenario == MlperfScenario::kServer);
      WritePiece(kTracePieceBytes);
    }
    if (returned_ns < 0) continue;
    scope("IssueQuery", issued_ns, returned_ns);
    scope("SampleLoop", ready_ns[shard], returned_ns);
    ready_ns[shard] = returned_ns;
  }
}

void TraceLog::Finish() {
  if (!enabled_) return;
  record::AppendTraceFoot(text_, opened_wall_ns_);
  WritePiece(0);
}

}  // namespace assay::loadgen
