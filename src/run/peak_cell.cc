// SPDX-License-Identifier: Apache-2.0
#include "run/peak_cell.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "run/affinity.h"
#include "verdict/run_verdict.h"

namespace assay::run {
namespace {

constexpr std::string_view kPeakSchema = "assay.find_peak/1";

bool CountsStreams(const spec::Traffic& traffic) { return std::holds_alternative<spec::MultiStream>(traffic.scenario); }

// The same traffic at another rate, as a plain performance run that is long enough to be decided: with fewer queries than
// early stopping asks for, no rate could be met.
spec::Traffic AtRate(spec::Traffic traffic, double rate) {
  traffic.mode = spec::Mode::kPerformance;
  const std::uint64_t stated = std::exchange(traffic.min_queries, 0);
  traffic.min_queries = std::max(stated, MinQueryCount(traffic));
  if (auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario)) {
    multi->samples_per_query = static_cast<std::uint64_t>(std::llround(rate));
  } else {
    std::get<spec::Server>(traffic.scenario).target_qps = rate;
  }
  return traffic;
}

load::PeakSearch SearchFor(const spec::Traffic& traffic) {
  load::PeakSearch search;
  if (const auto* multi = std::get_if<spec::MultiStream>(&traffic.scenario)) {
    search.start = static_cast<double>(multi->samples_per_query);
    search.whole = true;
    search.least = 1;
    search.most = 4096;
  } else {
    search.start = std::get<spec::Server>(traffic.scenario).target_qps;
  }
  return search;
}

// A trial is met when its run can be trusted and its latency bound passes, early stopping included.
load::TrialOutcome OutcomeOf(const verdict::RunVerdict& verdict) {
  if (!verdict.valid) {
    return {load::Trial::kInvalid, verdict.invalid_reasons.empty() ? "INVALID" : verdict.invalid_reasons.front()};
  }
  for (const verdict::Constraint& constraint : verdict.constraints) {
    if (constraint.outcome != verdict::Outcome::kPass) return {load::Trial::kNotMet, constraint.reason};
  }
  return {load::Trial::kMet, "all bounds hold"};
}

std::string PeakJson(const load::Peak& peak, bool streams) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", kPeakSchema).Member("unit", streams ? "streams" : "queries per second");
  json.Member("met", peak.met).Member("not_met", peak.not_met).Key("trials").BeginArray();
  for (const load::PeakTrial& trial : peak.trials) {
    const char* word = trial.outcome.result == load::Trial::kMet      ? "met"
                       : trial.outcome.result == load::Trial::kNotMet ? "not met"
                                                                      : "invalid";
    json.BeginObject().Member("rate", trial.rate).Member("result", word).Member("reason", trial.outcome.reason);
    json.EndObject();
  }
  json.EndArray().Key("notes").BeginArray();
  for (const std::string& note : peak.notes) json.Value(note);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace

Results<record::RunRecord> RunPeakCell(const spec::Spec& spec, const spec::System& system, const spec::Traffic& traffic,
                                       std::uint64_t repeat, const Dataset* data, const std::string& split,
                                       Clock& clock, const CellRunOptions& options) {
  const auto system_cores = ParseCores(system.cores);
  if (!system_cores) return std::unexpected(Errors{system_cores.error()});
  const auto own_cores = ParseCores(traffic.cores);
  if (!own_cores) return std::unexpected(Errors{own_cores.error()});
  Candidate candidate;
  {
    const Affinity pinned(*system_cores);
    auto made = MakeCandidate(spec, system, data, clock);
    if (!made) return std::unexpected(std::move(made).error());
    candidate = *std::move(made);
  }
  const auto trial = [&](double rate) -> Result<load::TrialOutcome> {
    const spec::Traffic at = AtRate(traffic, rate);
    auto plan = PlanCell(spec, at, SampleCount(data), std::nullopt);
    if (!plan) return std::unexpected(plan.error().front());
    load::LoadRunOptions run_options{.lost_after_ns = at.lost_after_ns, .keep_outputs = false,
                                     .interrupted = options.interrupted, .progress = options.progress};
    run_options.on_stuck = [&](const record::RunRecord& record) {
      if (options.on_stuck) options.on_stuck({system.id, traffic.name, repeat}, record);
    };
    const Affinity pinned(*own_cores);
    ASSAY_TRY(record, load::RunSeries(plan->series, *candidate.executor, clock, nullptr, "{}", run_options));
    if (record.end == record::EndState::kInterrupted) return Fail(ErrorCode::kInterrupted, "interrupted");
    verdict::RunFacts facts{.planned_queries = CountsStreams(at) ? 0 : plan->series.schedule.queries(),
                            .min_query_count = plan->min_query_count,
                            .min_sample_count = plan->min_query_count * plan->series.schedule.samples_per_query,
                            .min_duration_ns = plan->min_duration_ns, .cores_shared = true,
                            .level = spec.stats.level};
    if (spec.serving) facts.max_errors = spec.serving->sla.max_errors;
    return OutcomeOf(verdict::JudgeRun(record, at, facts));
  };
  auto peak = load::FindPeak(SearchFor(traffic), trial);
  if (!peak) return std::unexpected(Errors{peak.error()});
  candidate = {};  // the recorded run makes its own, like every cell
  auto record = RunCell(spec, system, AtRate(traffic, peak->met.value_or(SearchFor(traffic).start)), repeat, data, split,
                        clock, options);
  if (!record) return record;
  const std::string folder = CellPath{system.id, traffic.name, repeat}.In(options.run_directory);
  if (auto written = base::WriteFileAtomically(folder + "/find_peak.json", PeakJson(*peak, CountsStreams(traffic)));
      !written) {
    return std::unexpected(Errors{written.error()});
  }
  return record;
}

Result<std::optional<PeakFound>> ReadPeak(const std::string& cell_folder) {
  const std::string path = cell_folder + "/find_peak.json";
  if (!base::FileExists(path)) return std::nullopt;
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(root, base::ReadJson(text, path));
  const base::JsonValue* unit = root.Find("unit");
  const base::JsonValue* met = root.Find("met");
  const base::JsonValue* not_met = root.Find("not_met");
  if (unit == nullptr || met == nullptr || not_met == nullptr) {
    return FailAt({.file = path}, ErrorCode::kBadRecord, "expected schema " + std::string(kPeakSchema));
  }
  return PeakFound{met->AsDouble(), not_met->AsDouble(), unit->AsString() == "streams"};
}

}  // namespace assay::run
