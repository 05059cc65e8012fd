// SPDX-License-Identifier: Apache-2.0
#include "run/evaluation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "decision/decision_json.h"
#include "record/record_writer.h"
#include "run/claims.h"
#include "run/error_list.h"
#include "run/judging/run_look.h"
#include "run/measurement_json.h"
#include "run/peak_cell.h"
#include "run/quality.h"
#include "run/row_amounts.h"
#include "run/unscored_cases.h"
#include "run/worst_required.h"
#include "spec/read_spec.h"
#include "stats/percentile.h"
#include "verdict/bound_check.h"
#include "verdict/run_verdict.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr std::size_t kCurveSteps = 200;

// A run directory's files are written by the program. When one reads like a wrong spec or usage, it is damaged, or of
// another release.
Errors Damaged(Errors errors) {
  for (Error& error : errors) {
    const int group = static_cast<int>(error.code) / 100;
    if (group == 1 || group == 3) error.code = ErrorCode::kCorrupt;
  }
  return errors;
}

// 201 points, ever denser towards 1, where the bounds lie: percentile 1 - 10^(-4 s) at share s of the way.
std::vector<CurvePoint> PercentileCurve(std::vector<std::int64_t> latencies) {
  std::vector<CurvePoint> curve;
  if (latencies.empty()) return curve;
  std::ranges::sort(latencies);
  for (std::size_t step = 0; step <= kCurveSteps; ++step) {
    const double at = static_cast<double>(step) / kCurveSteps;
    const double percentile = 1 - std::pow(10.0, -4 * at);  // 0 … 0.9999
    const auto index = static_cast<std::size_t>(static_cast<double>(latencies.size()) * percentile);
    const double latency = static_cast<double>(latencies[std::min(index, latencies.size() - 1)]);
    if (!curve.empty() && curve.back().percentile >= percentile) continue;
    curve.push_back({percentile, latency});
  }
  return curve;
}

std::vector<Measurement> LatenessOf(std::span<const std::int64_t> lateness) {
  std::vector<Measurement> list;
  if (lateness.empty()) return list;
  const auto add = [&](const char* name, double value) {
    list.push_back({.metric = name, .value = value, .unit = Unit::kNanoseconds, .better = Better::kLower,
                    .n = lateness.size()});
  };
  for (const auto& [name, share] : {std::pair{"issue_lateness_p50", 0.5}, {"issue_lateness_p99", 0.99},
                                    {"issue_lateness_p999", 0.999}}) {
    if (const auto value = stats::Percentile(lateness, share)) add(name, static_cast<double>(*value));
  }
  add("issue_lateness_max", static_cast<double>(*std::ranges::max_element(lateness)));
  return list;
}

std::optional<SlowWrong> SlowWrongOf(const spec::Traffic& traffic, std::span<const record::CaseLine> cases) {
  if (!traffic.latency || cases.empty()) return std::nullopt;
  SlowWrong table{.limit_ns = static_cast<double>(traffic.latency->at_most_ns)};
  for (const record::CaseLine& line : cases) {
    if (!line.slow || !line.correct) {
      ++table.unscored;
    } else {
      ++(*line.slow ? *line.correct ? table.slow_right : table.slow_wrong
                    : *line.correct ? table.fast_right : table.fast_wrong);
    }
  }
  return table;
}

verdict::RunFacts FactsOf(const spec::Spec& spec, const CellContext& context, const spec::Traffic& traffic) {
  const bool closed_loop = std::holds_alternative<spec::SingleStream>(traffic.scenario) ||
                           std::holds_alternative<spec::MultiStream>(traffic.scenario);
  verdict::RunFacts facts;
  facts.planned_queries = closed_loop ? 0 : context.planned_queries;
  facts.min_query_count = context.min_query_count;
  facts.min_sample_count = context.min_query_count * context.samples_per_query;
  facts.min_duration_ns = context.min_duration_ns;
  facts.cores_shared = context.cores_shared;
  facts.accuracy = context.accuracy;
  if (spec.serving) facts.max_errors = spec.serving->sla.max_errors;
  facts.level = spec.stats.level;
  return facts;
}

bool Passed(const verdict::RunVerdict& verdict, std::string_view prefix) {
  return std::ranges::none_of(verdict.constraints, [&](const verdict::Constraint& constraint) {
    return constraint.name.starts_with(prefix) && constraint.outcome != verdict::Outcome::kPass;
  });
}

// The rate that met the SLA: what the run completed, if it is VALID and its latency bound and error budget hold.
CostInputs CostInputsOf(const spec::Spec& spec, bool accuracy, const verdict::RunVerdict& verdict,
                        const PerformanceColumns& columns) {
  CostInputs cost;
  if (accuracy) return cost;  // a pass over the cases has no rate that anybody asked for
  if (spec.serving && spec.serving->host_price) cost.price_per_hour = spec.serving->host_price->amount;
  if (spec.serving) cost.replicas = spec.serving->replicas;
  const bool met = verdict.valid && Passed(verdict, "latency") && Passed(verdict, "error_rate");
  if (!met || columns.last_done_ns <= columns.start_ns) return cost;
  cost.rate_at_sla = static_cast<double>(columns.samples_ok) * 1e9 /
                     static_cast<double>(columns.last_done_ns - columns.start_ns);
  return cost;
}

// All performance and cost metrics that are defined by a load run, in order of name.
Result<std::vector<Measurement>> MeasureRun(const MetricInput& input) {
  constexpr std::uint8_t kRun =
      (Needs::kPerformance | Needs::kCost) | static_cast<std::uint8_t>(Needs::kPeak);
  std::vector<Measurement> list;
  for (const MetricInfo* info : AllMetrics()) {
    if ((info->needs & kRun) == 0 || (info->needs & ~kRun) != 0) continue;
    const bool no_price = (info->needs & static_cast<std::uint8_t>(Needs::kCost)) != 0 &&
                          (input.cost == nullptr || !input.cost->price_per_hour);
    const bool no_search = (info->needs & static_cast<std::uint8_t>(Needs::kPeak)) != 0 &&
                           (input.peak == nullptr || input.peak->streams != (info->unit == Unit::kCores));
    if (no_search) continue;
    if (no_price) continue;  // nothing was said about money: there is nothing to report, not even as undefined
    ASSAY_TRY(measured, info->compute(input));
    list.insert(list.end(), measured.begin(), measured.end());
  }
  return list;
}

// The record with its context. A folder that was copied to another cell's place would stand as its evidence.
Results<record::RunRecord> ReadCellRecord(const spec::Spec& spec, const CellPath& path, const std::string& file,
                                          CellResult& cell) {
  auto record = record::ReadRecord(file);
  if (!record) return FailOne(record.error());
  auto context = ParseCellContext(record->header_json, file);
  if (!context) return FailOne(context.error());
  const auto other = [&](const std::string& what) {
    return FailOne({ErrorCode::kMismatch, what, {Where{.file = file}}, "it was moved, or isn't of this run"});
  };
  if (context->cell.Relative() != path.Relative()) {
    return other("the record is of cell " + context->cell.Relative() + ", found in " + path.Relative());
  }
  if (spec.FindSystem(path.system) == nullptr || (!context->accuracy && spec.FindTraffic(path.traffic) == nullptr)) {
    return other("the run's spec has no cell " + path.Relative());
  }
  cell.context = *std::move(context);
  cell.end = record->end;
  auto hash = base::Sha256HexOfFile(file);
  if (!hash) return FailOne(hash.error());
  cell.record_sha256 = *std::move(hash);
  return *std::move(record);
}

// An Offline run asks the same cases over and over, millions of lines; only a latency bound makes them worth reading.
Results<void> ReadCellCases(const std::string& path, bool have_cases, const spec::Traffic& entry, CellResult& cell) {
  if (!have_cases || !(cell.context.accuracy || entry.latency)) return {};
  auto cases = record::ReadCases(path);
  if (!cases) return std::unexpected(std::move(cases).error());
  cell.cases = *std::move(cases);
  return {};
}

// The traffic entry that a cell is judged as; the accuracy pass has none of its own in the spec.
spec::Traffic EntryOf(const spec::Spec& spec, const CellContext& context) {
  if (!context.accuracy) return *spec.FindTraffic(context.cell.traffic);
  spec::Traffic accuracy;
  accuracy.name = context.cell.traffic;
  accuracy.scenario = spec::Offline{};
  accuracy.mode = spec::Mode::kAccuracy;
  accuracy.shared_cores = spec::SharedCores::kDeclared;
  return accuracy;
}

verdict::RunVerdict JudgeCell(const spec::Spec& spec, const spec::Traffic& entry, const record::RunRecord& record,
                              bool have_cases, const CellResult& cell) {
  verdict::RunVerdict verdict = verdict::JudgeRun(record, entry, FactsOf(spec, cell.context, entry));
  if (record.end == record::EndState::kComplete && !cell.context.split.empty() && !have_cases) {
    verdict.valid = false;
    verdict.invalid_reasons.push_back("cases.jsonl isn't there: the answers couldn't be read, or it was removed");
  }
  const PerformanceColumns columns = cell.run->Get();
  if (columns.samples_error > 0) {
    verdict.notes.push_back(std::to_string(columns.samples_error) + " of " + std::to_string(columns.samples_issued) +
                            " samples ended in an error of the system");
  }
  return verdict;
}

// Every figure twice: with the intervals that are shown, and with those that claims are judged by.
Results<void> MeasureCell(const spec::Spec& spec, const std::string& folder, CellResult& cell) {
  const PerformanceColumns columns = cell.run->Get();
  const CostInputs cost = CostInputsOf(spec, cell.context.accuracy, cell.verdict, columns);
  const auto peak = ReadPeak(folder);
  if (!peak) return FailOne(peak.error());
  const PeakBracket bracket = *peak ? PeakBracket{(*peak)->met, (*peak)->not_met, (*peak)->streams} : PeakBracket{};
  MetricInput input{.performance = &columns, .cost = &cost, .peak = *peak ? &bracket : nullptr,
                    .level = spec.stats.level};
  auto measured = MeasureRun(input);
  if (!measured) return FailOne(measured.error());
  cell.measurements = *std::move(measured);
  input.level = verdict::ClaimIntervalLevel(spec.stats.level);
  auto for_claims = MeasureRun(input);
  if (!for_claims) return FailOne(for_claims.error());
  cell.for_claims = *std::move(for_claims);
  return {};
}

Results<CellResult> EvaluateCell(const spec::Spec& spec, const CellPath& path, const std::string& directory) {
  const std::string folder = path.In(directory), cases_path = folder + "/cases.jsonl";
  CellResult cell;
  const auto record = ReadCellRecord(spec, path, folder + "/record.assay", cell);
  if (!record) return std::unexpected(record.error());
  const spec::Traffic entry = EntryOf(spec, cell.context);
  const bool have_cases = base::FileExists(cases_path);
  if (auto read = ReadCellCases(cases_path, have_cases, entry, cell); !read) return std::unexpected(read.error());
  cell.run = std::make_shared<const metric::RunColumns>(*record);
  cell.verdict = JudgeCell(spec, entry, *record, have_cases, cell);
  if (auto measured = MeasureCell(spec, folder, cell); !measured) return std::unexpected(measured.error());
  if (cell.context.accuracy) return cell;
  const PerformanceColumns columns = cell.run->Get();
  cell.curve = PercentileCurve({columns.latency_ns.begin(), columns.latency_ns.end()});
  cell.lateness = LatenessOf(columns.lateness_ns);
  cell.lateness_limit_ns = static_cast<double>(verdict::LatenessLimitNs(entry));
  cell.slow_wrong = SlowWrongOf(entry, cell.cases);
  return cell;
}

// The quality of each system that has an accuracy pass. All decisions first: a system is compared with its baseline's.
Results<std::vector<QualityResult>> EvaluateQuality(const spec::Spec& spec, const SystemFile& system,
                                                    std::span<const CellResult> cells,
                                                    const RowAmounts& amounts) {
  std::vector<QualityResult> list;
  const auto facts = std::ranges::find(system.splits, system.judged_split, &SplitFacts::name);
  for (const spec::System& entry : spec.systems) {
    for (const CellResult& cell : cells) {
      if (!cell.context.accuracy || cell.context.cell.system != entry.id || cell.cases.empty()) continue;
      const std::vector<std::string> classes = facts == system.splits.end() ? std::vector<std::string>() : facts->classes;
      auto cases = ScoreCases(cell.cases, classes);
      if (!cases) return FailOne(cases.error());
      if (cases->score.empty() && cases->predicted.empty()) continue;  // the spec reads no answers from its outputs
      if (auto added = AddAmounts(amounts, cell.cases, *cases); !added) return FailOne(added.error());
      const bool all_answered = cases->unscored == 0;
      if (spec.scoring.unscored == "wrong") {
        const std::uint64_t taken = cases->missing.size();
        *cases = WithUnscored(*cases, TakenAs::kWrong);
        cases->taken_as_wrong = taken;
      }
      QualityResult quality{.system = entry.id, .split = cell.context.split, .cases = *std::move(cases)};
      quality.complete = cell.verdict.valid && all_answered;
      quality.invalid = cell.verdict.valid ? "" : cell.verdict.invalid_reasons.empty()
                                                      ? "the accuracy pass is INVALID"
                                                      : cell.verdict.invalid_reasons.front();
      if (auto decided = DecideQuality(spec, quality); !decided) return FailOne(decided.error());
      list.push_back(std::move(quality));
      break;
    }
  }
  for (QualityResult& quality : list) {
    const auto baseline = std::ranges::find(list, spec.FindSystem(quality.system)->baseline, &QualityResult::system);
    const CostInputs cost = ErrorCosts(spec, quality.system, cells);
    if (auto measured = MeasureQuality(spec, quality, baseline == list.end() ? nullptr : &*baseline, cost); !measured) {
      return FailOne(measured.error());
    }
  }
  return list;
}

void Conclude(Evaluation& evaluation) {
  evaluation.exit_code = ExitCodeOf(evaluation);
  const auto required = std::ranges::count_if(evaluation.claims, &verdict::ClaimVerdict::required);
  const bool valid = std::ranges::all_of(evaluation.cells, [](const CellResult& cell) { return cell.verdict.valid; });
  if (evaluation.decision) {
    evaluation.word = verdict::OutcomeWord(evaluation.decision->outcome);
    evaluation.sentence = evaluation.decision->sentence;
  } else if (required > 0) {
    const verdict::Outcome worst = WorstRequired(evaluation.claims);
    evaluation.word = verdict::OutcomeWord(worst);
    const auto passed = std::ranges::count_if(evaluation.claims, [](const verdict::ClaimVerdict& claim) {
      return claim.required && claim.outcome == verdict::Outcome::kPass;
    });
    evaluation.sentence = std::to_string(passed) + " of " + std::to_string(required) + " claims pass";
  } else {
    evaluation.word = valid ? "VALID" : "INVALID";
    evaluation.sentence = valid ? "every load run can be trusted; no claim was asked for"
                                : "a load run can't be trusted, so its figures aren't evidence";
  }
  const bool cut = std::ranges::any_of(evaluation.cells, [](const CellResult& cell) {
    return cell.end == record::EndState::kInterrupted;
  });
  if (!cut && evaluation.missing_cells.empty()) return;
  // Half of a run decides nothing, whatever the half says.
  evaluation.word = "INVALID";
  const std::size_t missing = evaluation.missing_cells.size();
  std::string what = cut ? "a load run was cut short" : "";
  if (missing > 0) {
    what += (cut ? ", " : "") + std::to_string(missing) + " of " +
            std::to_string(evaluation.system.planned_cells.size()) + " have no record";
  }
  evaluation.sentence = "interrupted: " + what + "; --resume runs what is missing";
  if (evaluation.exit_code != 5) evaluation.exit_code = 1;  // 5: the system's own failure is what stopped it
}

Results<Evaluation> EvaluateFiles(const std::string& run_directory) {
  Evaluation evaluation{.run_directory = run_directory};
  auto spec = spec::ReadSpec(run_directory + "/resolved.yaml", {});
  if (!spec) return std::unexpected(std::move(spec).error());
  evaluation.spec = *std::move(spec);
  auto system = ReadSystemFile(run_directory);
  if (!system) return FailOne(system.error());
  evaluation.system = *std::move(system);
  const auto cells = ListCells(run_directory);
  if (!cells) return FailOne(cells.error());
  for (const CellPath& path : *cells) {
    auto cell = EvaluateCell(evaluation.spec, path, run_directory);
    if (!cell) return std::unexpected(std::move(cell).error());
    evaluation.cells.push_back(*std::move(cell));
  }
  for (const std::string& planned : evaluation.system.planned_cells) {
    const auto found = std::ranges::find(*cells, planned, &CellPath::Relative);
    if (found == cells->end()) evaluation.missing_cells.push_back(planned);
  }
  auto amounts = ReadRowAmounts(evaluation.spec, run_directory);
  if (!amounts) return FailOne(amounts.error());
  auto quality = EvaluateQuality(evaluation.spec, evaluation.system, evaluation.cells, *amounts);
  if (!quality) return std::unexpected(std::move(quality).error());
  evaluation.quality = *std::move(quality);
  auto looks = ReadRunLook(run_directory);
  if (!looks) return FailOne(looks.error());
  evaluation.looks = *std::move(looks);
  JudgeClaims(evaluation);
  QualifyByLooks(evaluation);
  Conclude(evaluation);
  return evaluation;
}

}  // namespace

Results<Evaluation> EvaluateRun(const std::string& run_directory) {
  auto evaluation = EvaluateFiles(run_directory);
  if (!evaluation) return std::unexpected(Damaged(std::move(evaluation).error()));
  return evaluation;
}

std::string VerdictJson(const Evaluation& evaluation) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.verdict/1").Member("task", evaluation.spec.task.name);
  json.Member("verdict", evaluation.word).Member("exit_code", evaluation.exit_code);
  json.Member("sentence", evaluation.sentence).Key("runs").BeginArray();
  for (const CellResult& cell : evaluation.cells) {
    json.BeginObject().Member("cell", cell.context.cell.Relative()).Member("scenario", cell.context.scenario);
    json.Member("qualification", cell.qualification).Key("verdict");
    verdict::WriteRunVerdict(json, cell.verdict);
    json.EndObject();
  }
  json.EndArray().Key("missing_runs").BeginArray();
  for (const std::string& missing : evaluation.missing_cells) json.Value(missing);
  json.EndArray().Key("claims").BeginArray();
  for (const verdict::ClaimVerdict& claim : evaluation.claims) verdict::WriteClaimVerdict(json, claim);
  json.EndArray().EndObject();
  return text + "\n";
}

Result<void> WriteEvaluation(const Evaluation& evaluation) {
  const std::string& directory = evaluation.run_directory;
  for (const CellResult& cell : evaluation.cells) {
    std::string text;
    base::JsonWriter json(text, 1);
    json.BeginObject().Member("schema", "assay.scores/1").Member("cell", cell.context.cell.Relative());
    json.Member("qualification", cell.qualification).Key("measurements");
    WriteMeasurements(cell.measurements, json);
    if (const auto& table = cell.slow_wrong) {
      json.Key("slow_wrong").BeginObject().Member("limit_ns", table->limit_ns);
      json.Member("fast_right", table->fast_right).Member("fast_wrong", table->fast_wrong);
      json.Member("slow_right", table->slow_right).Member("slow_wrong", table->slow_wrong);
      json.Member("unscored", table->unscored).EndObject();
    }
    for (const QualityResult& quality : evaluation.quality) {
      if (!cell.context.accuracy || quality.system != cell.context.cell.system) continue;
      json.Member("split", quality.split).Member("unscored", quality.cases.unscored).Key("quality");
      WriteMeasurements(quality.measurements, json);
      json.Key("at_operating_point");
      WriteMeasurements(quality.measurements_at_point, json);
    }
    json.EndObject();
    ASSAY_CHECK_OK(base::WriteFileAtomically(cell.context.cell.In(directory) + "/scores.json", text + "\n"));
  }
  ASSAY_CHECK_OK(base::WriteFileAtomically(directory + "/claims.json", verdict::ToJson(evaluation.claims)));
  ASSAY_CHECK_OK(base::WriteFileAtomically(directory + "/verdict.json", VerdictJson(evaluation)));
  if (!evaluation.decision) return {};
  return base::WriteFileAtomically(directory + "/decision.json", decision::ToJson(*evaluation.decision));
}

}  // namespace assay::run
