// SPDX-License-Identifier: Apache-2.0
#include "verdict/run_verdict.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "metric/run_columns.h"
#include "spec/quantity.h"
#include "stats/clopper_pearson.h"
#include "stats/percentile.h"
#include "stats/sample_size.h"
#include "verdict/bound_check.h"
#include "verdict/latency_tail.h"
#include "verdict/mlperf_result.h"

namespace assay::verdict {
namespace {

constexpr std::size_t kNamed = 10;
std::string Duration(std::int64_t ns) { return spec::FormatDurationNs(static_cast<double>(ns)); }

// "17 samples were lost: 3 (dataset index 7), …".
std::string NameSamples(const record::RunRecord& run, SampleStatus status, const std::string& what) {
  std::string names;
  std::uint64_t count = 0;
  for (std::size_t sample = 0; sample < run.samples(); ++sample) {
    if (run.status[sample] != status) continue;
    if (count++ >= kNamed) continue;
    names += (names.empty() ? "" : ", ") + std::to_string(sample) + " (dataset index " +
             std::to_string(run.sample_index[sample]) + ")";
  }
  if (count == 0) return {};
  return std::to_string(count) + (count == 1 ? " sample " : " samples ") + what + ": " + names +
         (count > kNamed ? ", …" : "");
}

std::string NameStrays(const record::RunRecord& run, record::StrayCompletion::Kind kind, const std::string& what) {
  std::string names;
  std::uint64_t count = 0;
  for (const record::StrayCompletion& stray : run.strays) {
    if (stray.kind != kind) continue;
    if (count++ < kNamed) names += (names.empty() ? "" : ", ") + std::to_string(stray.id);
  }
  if (count == 0) return {};
  return std::to_string(count) + (count == 1 ? " answer " : " answers ") + what + ": id " + names +
         (count > kNamed ? ", …" : "");
}

std::string EndReason(const record::RunRecord& run) {
  const auto with = [&](const char* word) {
    if (run.end_reason.starts_with(word)) return run.end_reason;
    return std::string(word) + (run.end_reason.empty() ? "" : ": " + run.end_reason);
  };
  switch (run.end) {
    case record::EndState::kComplete:
      return {};
    case record::EndState::kInterrupted:
      return with("interrupted");
    case record::EndState::kSutFailed:
      return with("the system under test failed");
    case record::EndState::kSutStuck:
      return with("a call into the system under test didn't return");
    case record::EndState::kAborted:
      return with("stopped before its end");
  }
  return with("ended in an unknown state");
}

// Collects the constraints that decide VALID with their reasons.
class Validity {
 public:
  Validity(const record::RunRecord& run, const spec::Traffic& traffic, const RunFacts& facts)
      : run_(run), traffic_(traffic), facts_(facts) {}

  RunVerdict Judge() {
    Require(EndReason(run_));
    if (run_.queries() == 0) Require("no query was issued");
    if (run_.queries() > 0 && !facts_.accuracy) CheckDuration();
    CheckQueries();
    if (!facts_.accuracy) CheckGenerator();
    CheckAnswers();
    verdict_.valid = verdict_.invalid_reasons.empty();
    return std::move(verdict_);
  }

 private:
  // An empty reason is none.
  void Require(std::string reason) {
    if (!reason.empty()) verdict_.invalid_reasons.push_back(std::move(reason));
  }

  // A minimum with unit; not met makes the run INVALID.
  void Minimum(const char* name, double measured, double limit, Unit unit, std::string reason) {
    Constraint constraint;
    constraint.name = name;
    constraint.measured = measured;
    constraint.limit = limit;
    constraint.unit = unit;
    constraint.margin = Margin(spec::Op::kGreaterEqual, limit, measured);
    constraint.n = run_.queries();
    constraint.outcome = measured >= limit ? Outcome::kPass : Outcome::kFail;
    constraint.reason = std::move(reason);
    if (constraint.outcome == Outcome::kFail) Require(constraint.reason);
    verdict_.constraints.push_back(std::move(constraint));
  }

  void CheckDuration() {
    // Own traffic lasts as long as its arrivals: all of them issued is what counts there.
    if (facts_.min_duration_ns <= 0 || std::holds_alternative<spec::OwnTraffic>(traffic_.scenario)) return;
    const std::int64_t lasted = MlperfDurationNs(run_, traffic_.scenario);
    Minimum("duration", static_cast<double>(lasted), static_cast<double>(facts_.min_duration_ns), Unit::kNanoseconds,
            "lasted " + Duration(lasted) + " of at least " + Duration(facts_.min_duration_ns));
  }

  void CheckQueries() {
    const bool open_ended = std::holds_alternative<spec::SingleStream>(traffic_.scenario) ||
                            std::holds_alternative<spec::MultiStream>(traffic_.scenario);
    const std::uint64_t planned = open_ended && !facts_.accuracy ? 0 : facts_.planned_queries;
    const std::uint64_t least = std::max(planned, facts_.accuracy ? 0 : facts_.min_query_count);
    if (least > 0) {
      Minimum("queries", static_cast<double>(run_.queries()), static_cast<double>(least), Unit::kCount,
              std::to_string(run_.queries()) + " queries of at least " + std::to_string(least));
    }
    if (!facts_.accuracy && facts_.min_sample_count > 0) {
      Minimum("samples", static_cast<double>(run_.samples()), static_cast<double>(facts_.min_sample_count),
              Unit::kCount,
              std::to_string(run_.samples()) + " samples of at least " + std::to_string(facts_.min_sample_count));
    }
  }

  void CheckGenerator() {
    const metric::RunColumns columns(run_);
    const auto late = stats::Percentile(columns.Get().lateness_ns, kLatenessPercentile);
    if (!late) return;
    const std::int64_t limit = LatenessLimitNs(traffic_);
    const bool declared = facts_.cores_shared && traffic_.shared_cores == spec::SharedCores::kDeclared;
    const std::int64_t hard = declared ? limit * kDeclaredSharingFactor : limit;
    Constraint constraint;
    constraint.name = "generator";
    constraint.measured = static_cast<double>(*late);
    constraint.limit = static_cast<double>(hard);
    constraint.unit = Unit::kNanoseconds;
    constraint.margin = Margin(spec::Op::kLessEqual, *constraint.limit, *constraint.measured);
    constraint.n = columns.Get().lateness_ns.size();
    constraint.outcome = *late <= hard ? Outcome::kPass : Outcome::kFail;
    constraint.reason = "p99 of issue lateness " + Duration(*late) + ", limit " + Duration(hard);
    if (*late > hard) {
      Require("the generator was late: " + constraint.reason +
              (facts_.cores_shared && !declared ? ", on cores shared with the system under test and not declared so"
                                                : ""));
    } else if (*late > limit) {
      verdict_.notes.push_back("p99 of issue lateness is " + Duration(*late) + ", over " + Duration(limit) +
                               ": cores are shared, as declared; latencies contain that wait");
    }
    verdict_.constraints.push_back(std::move(constraint));
  }

  void CheckAnswers() {
    using Kind = record::StrayCompletion::Kind;
    std::vector<std::string> faults = {NameSamples(run_, SampleStatus::kLost, "got no answer"),
                                       NameStrays(run_, Kind::kDuplicate, "came twice"),
                                       NameStrays(run_, Kind::kForeign, "named no sample of this run"),
                                       NameStrays(run_, Kind::kAfterEnd, "came after the end")};
    // A run that was stopped leaves samples open; the end state has said so.
    if (run_.end != record::EndState::kInterrupted && run_.end != record::EndState::kAborted) {
      faults.push_back(NameSamples(run_, SampleStatus::kPending, "were open at the end"));
    }
    if (run_.stray_count > run_.strays.size()) {
      faults.push_back(std::to_string(run_.stray_count) + " stray answers in all");
    }
    Constraint constraint;
    constraint.name = "answers";
    constraint.unit = Unit::kCount;
    constraint.limit = 0;
    constraint.n = run_.samples();
    constraint.measured = static_cast<double>(run_.stray_count) +
                          static_cast<double>(std::ranges::count(run_.status, SampleStatus::kLost) +
                                              std::ranges::count(run_.status, SampleStatus::kPending));
    constraint.outcome = *constraint.measured > 0 ? Outcome::kFail : Outcome::kPass;
    constraint.reason = *constraint.measured > 0 ? "some samples have no answer, or more than one"
                                                 : "each sample was answered once";
    for (std::string& fault : faults) Require(std::move(fault));
    verdict_.constraints.push_back(std::move(constraint));
  }

  const record::RunRecord& run_;
  const spec::Traffic& traffic_;
  const RunFacts& facts_;
  RunVerdict verdict_;
};

Constraint JudgeErrors(const PerformanceColumns& columns, double limit, double level) {
  Constraint constraint;
  constraint.name = "error_rate";
  constraint.unit = Unit::kShare;
  constraint.limit = limit;
  constraint.n = columns.samples_issued;
  const std::uint64_t failed = columns.samples_error + columns.samples_lost;
  const auto interval = stats::ClopperPearsonInterval(failed, columns.samples_issued, ClaimIntervalLevel(level));
  if (!interval) {
    constraint.reason = interval.error().what;
    return constraint;
  }
  constraint.measured = static_cast<double>(failed) / static_cast<double>(columns.samples_issued);
  constraint.interval = *interval;
  constraint.margin = Margin(spec::Op::kLessEqual, limit, *constraint.measured);
  constraint.outcome = CheckBound(spec::Op::kLessEqual, limit, *constraint.measured, constraint.interval);
  constraint.reason = std::to_string(failed) + " of " + std::to_string(columns.samples_issued) + " samples failed";
  if (constraint.outcome == Outcome::kUndecided && limit > 0 && limit < 1) {
    const auto needed = stats::DecidingSampleSize(columns.samples_issued - failed, columns.samples_issued, 1 - limit,
                                                  level, kDecidingPower);
    if (needed) constraint.n_needed = *needed;
    constraint.reason += ": too few samples to tell";
  }
  return constraint;
}

// What bounds of the traffic entry and the service level ask.
std::vector<Constraint> JudgeBounds(const record::RunRecord& run, const spec::Traffic& traffic, const RunFacts& facts) {
  std::vector<Constraint> constraints;
  const metric::RunColumns owner(run);
  const PerformanceColumns columns = owner.Get();
  if (traffic.latency && !facts.accuracy) {
    // MultiStream is judged by queries; a query is late, or failed, as a whole.
    const bool by_query = std::holds_alternative<spec::MultiStream>(traffic.scenario);
    const auto latencies = by_query ? columns.query_latency_ns : columns.latency_ns;
    const std::uint64_t asked = by_query ? columns.queries_issued : columns.samples_issued;
    auto tail = JudgeLatencyTail(latencies, asked - latencies.size(), traffic.latency->percentile,
                                 traffic.latency->at_most_ns, facts.level);
    if (!tail) {
      Constraint refused;
      refused.name = PercentileName(traffic.latency->percentile);
      refused.reason = tail.error().what;
      tail = std::move(refused);
    }
    constraints.push_back(*std::move(tail));
  }
  if (facts.max_errors) constraints.push_back(JudgeErrors(columns, *facts.max_errors, facts.level));
  return constraints;
}

void FillMlperf(const record::RunRecord& run, const spec::Traffic& traffic, const RunFacts& facts,
                RunVerdict& verdict) {
  if (facts.accuracy || std::holds_alternative<spec::OwnTraffic>(traffic.scenario)) return;
  if (run.end != record::EndState::kComplete) {
    verdict.mlperf_validity = "INVALID";
    verdict.mlperf_reason = "the run didn't complete";
    return;
  }
  MlperfSettings settings;
  settings.percentile = std::holds_alternative<spec::SingleStream>(traffic.scenario) ? 0.90 : 0.99;
  if (traffic.latency) {
    settings.percentile = traffic.latency->percentile;
    settings.target_latency_ns = traffic.latency->at_most_ns;
  }
  settings.min_duration_ns = facts.min_duration_ns;
  settings.min_query_count = facts.min_query_count;
  settings.min_sample_count = facts.min_sample_count;
  const auto result = SummarizeMlperf(run, traffic.scenario, settings);
  if (!result) {
    verdict.notes.push_back("no word as LoadGen's: " + result.error().what);
    return;
  }
  verdict.mlperf_validity = result->Valid() ? "VALID" : "INVALID";
  verdict.mlperf_reason = result->Reason();
}

}  // namespace

std::int64_t LatenessLimitNs(const spec::Traffic& traffic) {
  if (!traffic.latency) return kLatenessWithoutBoundNs;
  const double share = kLatenessShareOfBound * static_cast<double>(traffic.latency->at_most_ns);
  return std::max(kLatenessFloorNs, static_cast<std::int64_t>(share));
}

RunVerdict JudgeRun(const record::RunRecord& run, const spec::Traffic& traffic, const RunFacts& facts) {
  RunVerdict verdict = Validity(run, traffic, facts).Judge();
  verdict.notes.insert(verdict.notes.end(), run.notes.begin(), run.notes.end());
  if (run.skipped_intervals > 0) {
    verdict.notes.push_back(std::to_string(run.skipped_intervals) + " intervals were skipped by late queries");
  }
  for (Constraint& constraint : JudgeBounds(run, traffic, facts)) {
    if (!verdict.valid) {
      constraint.outcome = Outcome::kNotMeasured;
      constraint.n_needed.reset();
      constraint.reason = "the run is INVALID: " + verdict.invalid_reasons.front();
    }
    verdict.constraints.push_back(std::move(constraint));
  }
  FillMlperf(run, traffic, facts, verdict);
  return verdict;
}

}  // namespace assay::verdict
