// SPDX-License-Identifier: Apache-2.0
#include "loadgen/trace_log.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <optional>
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

// The lines of one series.
class TraceLog::SeriesLines {
 public:
  SeriesLines(TraceLog& log, const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
              MlperfScenario scenario)
      : log_(log), schedule_(schedule), outcome_(outcome), answers_(answers), scenario_(scenario) {
    const std::string_view waiting = scenario == MlperfScenario::kServer ? "Scheduling" : "Waiting";
    for (const std::uint64_t thread : outcome.threads) {
      issuers_.push_back({outcome.start_ns, {waiting, log.pid_, thread}, {"IssueQuery", log.pid_, thread},
                          {"SampleLoop", log.pid_, thread}});
    }
  }

  void Query(std::uint64_t query, std::uint64_t first_sequence) {
    const std::int64_t issued_ns = outcome_.issued_ns[query], returned_ns = outcome_.returned_ns[query];
    Issuer& issuer = issuers_[query % issuers_.size()];
    if (returned_ns >= 0 && scenario_ != MlperfScenario::kOffline) Scope(issuer.waiting, issuer.ready_ns, issued_ns);
    const std::int64_t due_ns = scenario_ == MlperfScenario::kServer    ? outcome_.start_ns + schedule_.due_ns[query]
                                : scenario_ == MlperfScenario::kOffline ? outcome_.start_ns
                                                                        : issued_ns;
    const std::uint64_t spq = schedule_.samples_per_query;
    for (std::uint64_t slot = query * spq; slot < (query + 1) * spq; ++slot) {
      Sample(slot, due_ns,
             {.sequence = first_sequence + slot,
              .query = query,
              .index = schedule_.sample_index[slot],
              .scheduled_ns = due_ns - log_.opened_ns_,
              .issue_ns = issued_ns - due_ns});
      log_.WritePiece(kTracePieceBytes);
    }
    if (returned_ns < 0) return;
    Scope(issuer.calling, issued_ns, returned_ns);
    Scope(issuer.looping, issuer.ready_ns, returned_ns);
    issuer.ready_ns = returned_ns;
  }

 private:
  struct Issuer {
    std::int64_t ready_ns;  // when its last call returned
    record::TraceScope waiting, calling, looping;
  };
  // Calls of one kind that answered. Mostly they come from the thread that the one before came from.
  struct Answerer {
    std::string_view name;
    std::uint64_t thread = 0;
    std::optional<record::TraceScope> scope = {};
  };

  void Scope(const record::TraceScope& scope, std::int64_t begin_ns, std::int64_t end_ns) {
    scope.Append(log_.text_, begin_ns - log_.opened_ns_, end_ns - begin_ns);
  }

  void Call(Answerer& answerer, const CallSpans& calls, std::uint64_t slot, std::int64_t begin_ns) {
    if (!calls.Has(slot)) return;
    if (!answerer.scope || answerer.thread != calls.thread(slot)) {
      answerer.thread = calls.thread(slot);
      answerer.scope.emplace(answerer.name, log_.pid_, answerer.thread);
    }
    Scope(*answerer.scope, begin_ns, begin_ns + calls.duration_ns(slot));
  }

  void Event(std::string_view name, std::string_view counter, std::int64_t due_ns, std::int64_t at_ns,
             record::TraceSample& sample) {
    sample.done_ns = at_ns - due_ns;
    if (scenario_ == MlperfScenario::kServer) {
      record::AppendTraceCounter(log_.text_, counter, log_.pid_, sample.scheduled_ns, sample.issue_ns,
                                 sample.done_ns - sample.issue_ns);
    }
    record::AppendTraceSample(log_.text_, name, log_.pid_, sample);
  }

  void Sample(std::uint64_t slot, std::int64_t due_ns, record::TraceSample sample) {
    if (answers_.has_tokens() && answers_.first_token_ns(slot) != Answers::kNone) {
      Event("Token", "Token_Latency", due_ns, answers_.first_token_ns(slot), sample);
      Call(first_token_, answers_.first_token_calls(), slot, answers_.first_token_ns(slot));
    }
    if (answers_.done_ns(slot) == Answers::kNone) return;
    Event("Sample", "Latency", due_ns, answers_.done_ns(slot), sample);
    Call(complete_, answers_.complete_calls(), slot, answers_.done_ns(slot));
  }

  TraceLog& log_;
  const load::Schedule& schedule_;
  const SeriesOutcome& outcome_;
  const Answers& answers_;
  const MlperfScenario scenario_;
  std::vector<Issuer> issuers_;
  Answerer first_token_{"FirstTokenComplete"}, complete_{"QuerySamplesComplete"};
};

void TraceLog::Series(const load::Schedule& schedule, const SeriesOutcome& outcome, const Answers& answers,
                      MlperfScenario scenario, std::uint64_t first_sequence) {
  if (!enabled_) return;
  SeriesLines lines(*this, schedule, outcome, answers, scenario);
  for (std::uint64_t query = 0; query < schedule.queries(); ++query) {
    if (outcome.issued_ns[query] >= 0) lines.Query(query, first_sequence);
  }
}

void TraceLog::Finish() {
  if (!enabled_) return;
  record::AppendTraceFoot(text_, opened_wall_ns_);
  WritePiece(0);
}

}  // namespace assay::loadgen
