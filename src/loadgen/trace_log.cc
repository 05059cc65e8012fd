// SPDX-License-Identifier: Apache-2.0
#include "loadgen/trace_log.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

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

void TraceLog::Series(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                      MlperfScenario scenario, std::uint64_t first_sequence) {
  if (!enabled_) return;
  const std::uint64_t spq = schedule.samples_per_query;
  for (std::uint64_t query = 0; query < schedule.queries(); ++query) {
    const std::int64_t issued_ns = outcome.issued_ns[query];
    if (issued_ns < 0) continue;
    const std::int64_t due_ns = scenario == MlperfScenario::kServer    ? outcome.start_ns + schedule.due_ns[query]
                                : scenario == MlperfScenario::kOffline ? outcome.start_ns
                                                                       : issued_ns;
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      record::TraceSample sample{.sequence = first_sequence + slot,
                                 .query = query,
                                 .index = schedule.sample_index[slot],
                                 .scheduled_ns = due_ns - opened_ns_,
                                 .issue_ns = issued_ns - due_ns,
                                 .done_ns = answers.done_ns(slot) - due_ns};
      if (answers.has_tokens() && answers.first_token_ns(slot) != Answers::kNone) {
        record::TraceSample token = sample;
        token.done_ns = answers.first_token_ns(slot) - due_ns;
        if (scenario == MlperfScenario::kServer) {
          record::AppendTraceCounter(text_, "Token_Latency", pid_, token.scheduled_ns, token.issue_ns,
                                     token.done_ns - token.issue_ns);
        }
        record::AppendTraceSample(text_, "Token", pid_, token);
      }
      if (answers.done_ns(slot) == Answers::kNone) continue;
      if (scenario == MlperfScenario::kServer) {
        record::AppendTraceCounter(text_, "Latency", pid_, sample.scheduled_ns, sample.issue_ns,
                                   sample.done_ns - sample.issue_ns);
      }
      record::AppendTraceSample(text_, "Sample", pid_, sample);
      WritePiece(kTracePieceBytes);
    }
  }
}

void TraceLog::Finish() {
  if (!enabled_) return;
  record::AppendTraceFoot(text_, opened_wall_ns_);
  WritePiece(0);
}

}  // namespace assay::loadgen
