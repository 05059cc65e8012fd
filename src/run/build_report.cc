// SPDX-License-Identifier: Apache-2.0
#include "run/build_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/file.h"
#include "decision/decide.h"
#include "record/manifest.h"
#include "report/report_format.h"
#include "run/cost_curve.h"
#include "run/measurement_text.h"
#include "run/next_step.h"
#include "run/program_version.h"
#include "run/score_curves.h"
#include "spec/quantity.h"
#include "spec/resolved_yaml.h"
#include "verdict/latency_tail.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostCases = 12;

report::SystemRow SystemRowOf(const Evaluation& evaluation, const spec::System& system) {
  report::SystemRow row{.id = system.id, .executor = system.executor, .model = system.model};
  row.threads = system.threads;
  row.batch = system.batch.max <= 1 ? "1"
                                    : "up to " + std::to_string(system.batch.max) + ", wait " +
                                          spec::FormatDurationNs(static_cast<double>(system.batch.wait_ns));
  for (const CellResult& cell : evaluation.cells) {
    if (cell.context.cell.system != system.id) continue;
    const ExecutorDescription& found = cell.context.executor;
    row.runtime = found.runtime;
    row.precision = found.precision;
    row.device = found.device;
    row.model_sha256 = found.model_sha256;
    for (const auto& [name, value] : found.details) row.details.push_back({name, value});
    break;
  }
  return row;
}

report::SplitRow SplitRowOf(const SplitFacts& facts) {
  report::SplitRow row{.name = facts.name, .path = facts.path, .sha256 = facts.sha256};
  row.n = facts.n;
  row.positives = facts.positives;
  if (facts.positives && facts.n > 0) row.prevalence = static_cast<double>(*facts.positives) / static_cast<double>(facts.n);
  row.disjointness = facts.disjointness;
  return row;
}

std::optional<double> LatenessValue(const std::vector<Measurement>& measurements, std::string_view metric) {
  const auto found = std::ranges::find(measurements, metric, &Measurement::metric);
  return found == measurements.end() ? std::nullopt : found->value;
}

report::Lateness LatenessOf(const CellResult& cell) {
  report::Lateness lateness;
  lateness.p50_ns = LatenessValue(cell.lateness, "issue_lateness_p50");
  lateness.p99_ns = LatenessValue(cell.lateness, "issue_lateness_p99");
  lateness.p999_ns = LatenessValue(cell.lateness, "issue_lateness_p999");
  lateness.max_ns = LatenessValue(cell.lateness, "issue_lateness_max");
  lateness.limit_ns = cell.lateness_limit_ns;
  for (const verdict::Constraint& constraint : cell.verdict.constraints) {
    if (constraint.name == "generator") lateness.limit_ns = constraint.limit;  // what it was judged by
  }
  lateness.n = cell.lateness.empty() ? 0 : cell.lateness.front().n;
  if (lateness.p99_ns) {
    lateness.sentence = "p99 " + spec::FormatDurationNs(*lateness.p99_ns);
    if (lateness.limit_ns) lateness.sentence += ", limit " + spec::FormatDurationNs(*lateness.limit_ns);
  }
  return lateness;
}

report::Cell CellOf(const Evaluation& evaluation, const CellResult& result) {
  report::Cell cell{.system = result.context.cell.system, .traffic = result.context.cell.traffic,
                    .scenario = result.context.scenario};
  cell.is_mlperf = !result.verdict.mlperf_validity.empty();
  cell.rate_asked = result.context.rate_asked;
  cell.repeat = result.context.cell.repeat - 1;
  cell.verdict = result.verdict;
  cell.measurements = result.measurements;
  for (const CurvePoint& point : result.curve) cell.latency_curve.push_back({point.percentile, point.latency_ns});
  if (const spec::Traffic* traffic = evaluation.spec.FindTraffic(cell.traffic); traffic && traffic->latency) {
    cell.latency_limit_ns = static_cast<double>(traffic->latency->at_most_ns);
    cell.latency_limit_percentile = traffic->latency->percentile;
  }
  if (!result.lateness.empty()) cell.lateness = LatenessOf(result);
  if (result.slow_wrong) {
    const SlowWrong& table = *result.slow_wrong;
    cell.slow_wrong = report::SlowWrong{table.limit_ns,   table.fast_right, table.fast_wrong,
                                        table.slow_right, table.slow_wrong, table.unscored};
  }
  cell.qualification = result.qualification;
  cell.record = result.context.cell.Relative() + "/record.assay";
  cell.record_sha256 = result.record_sha256;
  return cell;
}

report::Confusion ConfusionOf(const ScoredCases& cases, std::span<const std::int32_t> decisions) {
  report::Confusion confusion{.classes = cases.classes, .counts = {}};
  const std::size_t k = cases.classes.size();
  confusion.counts.assign(k * k, 0);
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    ++confusion.counts[static_cast<std::size_t>(cases.label[i]) * k + static_cast<std::size_t>(decisions[i])];
  }
  return confusion;
}

// Missed positives and false alarms, the most confident mistakes first.
std::vector<report::CaseRow> WorstCases(const QualityResult& quality, std::span<const std::int32_t> decisions,
                                        std::string& note) {
  struct Mistake {
    std::size_t at;
    double confidence;
  };
  const ScoredCases& cases = quality.cases;
  std::vector<Mistake> mistakes;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    if (decisions[i] == cases.label[i]) continue;
    const double score = cases.score.empty() ? 0 : cases.score[i];
    mistakes.push_back({i, cases.label[i] == 1 ? 1 - score : score});
  }
  std::ranges::stable_sort(mistakes, std::greater<>(), &Mistake::confidence);
  std::vector<report::CaseRow> rows;
  const bool binary = !cases.score.empty();
  for (const Mistake& mistake : mistakes) {
    if (rows.size() == kMostCases) break;
    const auto name = [&](std::int32_t number) { return cases.classes.at(static_cast<std::size_t>(number)); };
    report::CaseRow row{.id = cases.ids[mistake.at], .label = name(cases.label[mistake.at]),
                        .predicted = name(decisions[mistake.at])};
    if (binary) row.score = cases.score[mistake.at];
    row.note = !binary ? "wrong class" : cases.label[mistake.at] == 1 ? "missed positive" : "false alarm";
    rows.push_back(std::move(row));
  }
  note = std::to_string(rows.size()) + " of " + std::to_string(mistakes.size()) +
         " wrong answers, the most confident first; all are in cases.jsonl";
  return rows;
}

void AddUnscoredNote(const QualityResult& quality, report::ReportModel& model) {
  const ScoredCases& cases = quality.cases;
  const std::uint64_t unscored = cases.unscored + cases.taken_as_wrong;
  if (unscored == 0) return;
  const std::uint64_t all = cases.ids.size() + cases.unscored;
  std::string text = quality.system + ": " + std::to_string(unscored) + " of " + std::to_string(all) +
                     " cases have no answer that could be scored";
  if (cases.taken_as_wrong > 0) {
    text += "; " + std::to_string(cases.taken_as_wrong) + " count as wrong answers, as scoring.unscored says";
  } else if (!cases.missing.empty()) {
    text += "; figures are of the others, and a claim is decided only where it holds with all of them wrong and all right";
  }
  model.notes.push_back(std::move(text));
}

report::Quality QualityOf(const Evaluation& evaluation, const QualityResult& result) {
  report::Quality quality{.system = result.system, .split = result.split};
  quality.n = result.cases.ids.size();
  quality.unscored = result.cases.unscored;
  quality.measurements = result.measurements;
  const bool at_point = !result.decisions_at_point.empty();
  const std::span<const std::int32_t> decisions = at_point ? result.decisions_at_point : result.cases.predicted;
  if (!decisions.empty()) {
    quality.confusion = ConfusionOf(result.cases, decisions);
    quality.cases = WorstCases(result, decisions, quality.cases_note);
  }
  quality.measurements_at_point = result.measurements_at_point;
  if (evaluation.spec.task.kind != spec::TaskKind::kBinary || result.cases.score.empty()) return quality;
  quality.pr_curve = PrCurveOf(result.cases);
  quality.reliability = ReliabilityOf(result.cases);
  const auto positives = std::ranges::count(result.cases.label, 1);
  if (quality.n > 0) quality.prevalence = static_cast<double>(positives) / static_cast<double>(quality.n);
  if (result.operating_point) {
    const OperatingPointResult& point = *result.operating_point;
    if (point.threshold) {
      quality.operating_point = report::OperatingPoint{*point.threshold, point.recall, point.precision,
                                                       point.recall_interval, point.precision_interval, point.method,
                                                       point.statement};
    } else {
      quality.cases_note += (quality.cases_note.empty() ? "" : ". ") + point.statement;
    }
  }
  if (evaluation.spec.operating_point) {
    for (const spec::Condition& condition : evaluation.spec.operating_point->subject_to) {
      if (condition.name == "precision") quality.required_precision = condition.value.value;
    }
  }
  for (const verdict::ClaimVerdict& claim : evaluation.claims) {
    if (claim.metric == "recall" && claim.system == result.system && claim.required) quality.required_recall = claim.limit;
  }
  return quality;
}

report::CandidatePoint PointOf(const Evaluation& evaluation, const QualityResult& quality, const std::string& traffic,
                               const std::string& latency) {
  report::CandidatePoint point{.system = quality.system, .label = traffic};
  for (const CellResult& cell : evaluation.cells) {
    const CellPath& path = cell.context.cell;
    if (path.system != quality.system || path.traffic != traffic || !cell.verdict.valid) continue;
    for (const Measurement& measurement : cell.measurements) {
      if (measurement.metric == latency) point.x = measurement.value, point.x_interval = measurement.interval;
    }
  }
  for (const Measurement& measurement : quality.measurements) {
    if (measurement.metric != evaluation.spec.scoring.primary) continue;
    point.y = measurement.value, point.y_interval = measurement.interval;
  }
  if (!evaluation.decision) return point;
  for (const decision::Candidate& candidate : evaluation.decision->candidates) {
    if (candidate.system != quality.system) continue;
    point.outcome = decision::Worst(std::array{candidate.servable.outcome, candidate.good_enough.outcome});
  }
  return point;
}

// Candidates by their latency under the first traffic entry that bounds one, against the primary quality metric. An
// INVALID load places nobody.
std::optional<report::CandidatesChart> CandidatesOf(const Evaluation& evaluation) {
  const auto judged = std::ranges::find_if(evaluation.spec.traffic, [](const spec::Traffic& traffic) {
    return traffic.latency.has_value();
  });
  const MetricInfo* quality_metric = FindMetric(evaluation.spec.scoring.primary);
  if (judged == evaluation.spec.traffic.end() || quality_metric == nullptr || evaluation.quality.empty()) {
    return std::nullopt;
  }
  std::string latency = verdict::PercentileName(judged->latency->percentile);  // "latency_p99.9"
  std::erase(latency, '.');
  const MetricInfo* latency_metric = FindMetric(latency);
  if (latency_metric == nullptr) return std::nullopt;
  report::CandidatesChart chart{.x_title = std::string(latency_metric->title) + " under " + judged->name,
                                .y_title = std::string(quality_metric->title)};
  chart.y_unit = quality_metric->unit;
  chart.x_limit = static_cast<double>(judged->latency->at_most_ns);
  for (const QualityResult& quality : evaluation.quality) {
    chart.points.push_back(PointOf(evaluation, quality, judged->name, latency));
  }
  return chart;
}

void AddDefinitions(report::ReportModel& model) {
  std::set<std::string> used;
  const auto use = [&](const std::vector<Measurement>& list) {
    for (const Measurement& measurement : list) used.insert(measurement.metric.substr(0, measurement.metric.find('.')));
  };
  for (const report::Cell& cell : model.cells) use(cell.measurements);
  for (const report::Quality& quality : model.quality) {
    use(quality.measurements);
    use(quality.measurements_at_point);
  }
  for (const report::CostRow& cost : model.costs) use(cost.measurements);
  for (const verdict::ClaimVerdict& claim : model.claims) used.insert(claim.metric);
  for (const std::string& name : used) {
    if (const MetricInfo* info = FindMetric(name)) {
      model.definitions.push_back({name, std::string(info->title), std::string(info->definition), std::string(info->source)});
    }
  }
}

bool IsCost(const Measurement& measurement) {
  const MetricInfo* info = FindMetric(measurement.metric.substr(0, measurement.metric.find('.')));
  return info != nullptr && (info->needs & static_cast<std::uint8_t>(Needs::kCost)) != 0;
}

// Costs stand on their own page: moves them out of the cell's performance figures.
void SplitCosts(report::ReportModel& model) {
  for (report::Cell& cell : model.cells) {
    report::CostRow costs{cell.system, cell.traffic, {}};
    for (const Measurement& measurement : cell.measurements) {
      if (IsCost(measurement)) costs.measurements.push_back(measurement);
    }
    std::erase_if(cell.measurements, IsCost);
    if (!costs.measurements.empty()) model.costs.push_back(std::move(costs));
  }
}

// Every setting with its origin: resolved.yaml, which the spec was read from, has it behind each value.
std::vector<report::Setting> SettingsOf(const spec::Spec& spec) {
  std::vector<std::string_view> lines;
  for (std::string_view rest = spec.text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  std::vector<report::Setting> settings;
  for (const spec::ResolvedLine& line : spec::ResolvedLines(spec)) {
    if (line.value.empty()) continue;  // a block, not a value
    report::Setting setting{line.path, line.value, ""};
    const auto place = spec.places.find(line.path);
    if (place != spec.places.end() && place->second.line >= 1 &&
        static_cast<std::size_t>(place->second.line) <= lines.size()) {
      const std::string_view text = lines[static_cast<std::size_t>(place->second.line) - 1];
      const std::size_t mark = text.rfind("  # ");
      if (mark != std::string_view::npos) setting.origin = text.substr(mark + 4);
      if (setting.origin.starts_with("from ")) setting.origin.erase(0, 5);
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::vector<report::FileHash> FilesOf(const Evaluation& evaluation) {
  std::vector<report::FileHash> files;
  for (const auto& [path, sha256] : evaluation.system.inputs) files.push_back({path, sha256, "input"});
  for (const CellResult& cell : evaluation.cells) {
    files.push_back({cell.context.cell.Relative() + "/record.assay", cell.record_sha256, "record"});
  }
  return files;
}

// The largest reasons, each said once: claims that a system misses for one reason stand together, and a load run that
// a claim already names isn't named again.
std::vector<std::string> WhyOf(const Evaluation& evaluation) {
  struct Reason {
    std::string claims, system, text;
  };
  std::vector<Reason> reasons;
  for (const verdict::ClaimVerdict& claim : evaluation.claims) {
    if (!claim.required || claim.outcome == verdict::Outcome::kPass) continue;
    const std::string text = (claim.slice.empty() ? "" : "slice " + claim.slice + ": ") + claim.reason;
    const auto same = std::ranges::find_if(reasons, [&](const Reason& reason) {
      return reason.system == claim.system && reason.text == text;
    });
    if (same == reasons.end()) {
      reasons.push_back({claim.claim, claim.system, text});
    } else {
      same->claims += ", " + claim.claim;
    }
  }
  std::vector<std::string> why;
  for (const std::string& missing : evaluation.missing_cells) why.push_back("not run: " + missing);
  for (const Reason& reason : reasons) why.push_back(reason.claims + " of " + reason.system + ": " + reason.text);
  for (const CellResult& cell : evaluation.cells) {
    for (const std::string& text : cell.verdict.invalid_reasons) {
      const bool told = std::ranges::any_of(reasons, [&](const Reason& reason) {
        return reason.system == cell.context.cell.system && reason.text.find(text) != std::string::npos;
      });
      if (!told) why.push_back("run " + cell.context.cell.Relative() + " is INVALID: " + text);
    }
  }
  return why;
}

// The demo's loads are short: what a run lacks to be of MLPerf length (600 s) is said wherever its figures are.
std::string LengthLabel(const Evaluation& evaluation) {
  const bool any = std::ranges::any_of(evaluation.cells, [](const CellResult& cell) {
    return !cell.verdict.mlperf_validity.empty() && cell.context.min_duration_ns < 600'000'000'000;
  });
  return any ? "not MLPerf length: MLPerf asks for at least 600 s a scenario" : "";
}

}  // namespace

report::ReportModel BuildReport(const Evaluation& evaluation) {
  report::ReportModel model;
  const spec::Spec& spec = evaluation.spec;
  model.title = spec.task.name;
  model.assay_version = evaluation.system.program_version;
  model.created_utc = evaluation.system.created_utc;
  model.spec_file = "spec.yaml";
  model.run_directory = evaluation.run_directory;
  model.demo_label = LengthLabel(evaluation);
  model.verdict_word = evaluation.word;
  model.exit_code = evaluation.exit_code;
  model.sentence = evaluation.sentence;
  model.why = WhyOf(evaluation);
  for (const std::string& warning : evaluation.system.warnings) model.notes.push_back(warning);
  for (const QualityResult& quality : evaluation.quality) AddUnscoredNote(quality, model);
  if (evaluation.looks.count != 1 && !LooksText(evaluation.looks).empty()) model.notes.push_back(LooksText(evaluation.looks));
  const NextStep next = NextStepOf(evaluation);
  model.next_command = next.command;
  model.next_reason = next.reason;
  for (const spec::System& system : spec.systems) model.systems.push_back(SystemRowOf(evaluation, system));
  for (const auto& [name, value] : evaluation.system.host) model.host.push_back({name, value});
  if (spec.standard_stack) {
    const spec::StandardStack& stack = *spec.standard_stack;
    for (const auto& [name, value] : {std::pair{"runtime", stack.runtime}, {"version", stack.version},
                                      {"precision", stack.precision}, {"hardware", stack.hardware}, {"batch", stack.batch}}) {
      if (!value.empty()) model.standard_stack.push_back({name, value});
    }
  }
  for (const SplitFacts& facts : evaluation.system.splits) model.splits.push_back(SplitRowOf(facts));
  if (spec.data.base_rate) {
    model.base_rate = spec.data.base_rate->value;
    model.base_rate_source = spec.data.base_rate->source;
  }
  for (const CellResult& cell : evaluation.cells) model.cells.push_back(CellOf(evaluation, cell));
  for (const QualityResult& quality : evaluation.quality) model.quality.push_back(QualityOf(evaluation, quality));
  SplitCosts(model);
  if (spec.serving && spec.serving->host_price) {
    model.currency = spec.serving->host_price->currency;
    model.cost_note = "price per hour " + Fixed(spec.serving->host_price->amount, 2) + " " + model.currency +
                      (spec.serving->price_source.empty() ? "" : ", source: " + spec.serving->price_source);
  } else if (spec.costs) {
    for (const auto* cost : {&spec.costs->fn, &spec.costs->fp, &spec.costs->review}) {
      if (model.currency.empty() && *cost && (*cost)->money) model.currency = (*cost)->money->currency;
    }
  }
  // Scores that no curve can be made of have stopped the evaluation already.
  if (auto curves = CostCurvesOf(evaluation)) model.cost_curves = *std::move(curves);
  model.claims = evaluation.claims;
  model.decision = evaluation.decision;
  if (spec.decision && !spec.decision->prefer_metric.empty()) {
    model.preference = std::string(spec.decision->prefer_minimize ? "lowest " : "highest ") + spec.decision->prefer_metric;
    if (const MetricInfo* info = FindMetric(spec.decision->prefer_metric)) model.preference_unit = info->unit;
  }
  model.candidates = CandidatesOf(evaluation);
  AddDefinitions(model);
  model.reproduce_command = evaluation.system.command;
  model.files = FilesOf(evaluation);
  model.settings = SettingsOf(spec);
  return model;
}

Result<void> WriteReports(const Evaluation& evaluation, const report::ReportModel& model,
                          const std::vector<std::string>& inputs, const std::string& program_path) {
  std::vector<std::string> formats = evaluation.spec.report_formats;
  if (formats.empty()) formats = {"text", "json", "html"};
  for (const std::string& name : formats) {
    const ReportFormatInfo* format = FindReportFormat(name);
    if (format == nullptr) {
      return Fail(ErrorCode::kUnknownName, "no report format is called '" + name + "'", "`assay list formats` shows them");
    }
    const std::string file = evaluation.run_directory + "/report" + std::string(format->extension);
    ASSAY_CHECK_OK(base::WriteFileAtomically(file, format->render(model, {.width = 100})));
  }
  ASSAY_TRY(manifest, record::BuildManifest(evaluation.run_directory, inputs, program_path, ProgramVersion()));
  return record::WriteManifest(evaluation.run_directory, manifest);
}

}  // namespace assay::run
