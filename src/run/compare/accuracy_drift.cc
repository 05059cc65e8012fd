// SPDX-License-Identifier: Apache-2.0
#include "run/compare/accuracy_drift.h"

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "round/compliance_tolerance.h"
#include "round/round.h"
#include "run/accuracy_log/accuracy_subject.h"
#include "run/accuracy_log/accuracy_txt.h"
#include "run/measurement_text.h"
#include "run/worst_required.h"
#include "spec/near_name.h"

namespace assay::run {
namespace {

// One gate for each metric that any round knows.
std::vector<round::Gate> KnownMetrics() {
  std::vector<round::Gate> known;
  for (const round::Round& one : round::AllRounds()) {
    for (const round::Benchmark& benchmark : one.benchmarks) {
      for (const round::Gate& gate : benchmark.gates) {
        if (std::ranges::find(known, gate.metric, &round::Gate::metric) == known.end()) known.push_back(gate);
      }
    }
  }
  return known;
}

struct Asked {
  std::vector<round::Gate> gates;
  const round::Benchmark* benchmark = nullptr;  // null: no round's tolerances hold
};

Result<Asked> AskedOf(const DriftRequest& request) {
  if (request.round.empty() != request.benchmark.empty()) {
    return Fail(ErrorCode::kUsage, "--round and --benchmark go together: a tolerance is of a benchmark in a round");
  }
  if (request.round.empty()) return Asked{KnownMetrics(), nullptr};
  ASSAY_TRY(subject, FindAccuracySubject(request.round, request.benchmark, ""));
  return Asked{{subject.benchmark->gates.begin(), subject.benchmark->gates.end()}, subject.benchmark};
}

Result<void> CheckNamed(const DriftRequest& request, std::span<const round::Gate> gates) {
  for (const auto& [metric, share] : request.within) {
    if (std::ranges::find(gates, metric, &round::Gate::metric) != gates.end()) continue;
    std::vector<std::string> names;
    for (const round::Gate& gate : gates) names.emplace_back(gate.metric);
    return Fail(ErrorCode::kUnknownName, "no accuracy metric here is called '" + metric + "'", spec::NameHint(metric, names));
  }
  return {};
}

const AccuracyFigure* FigureOf(const AccuracyTxt& file, std::string_view metric) {
  const auto found = std::ranges::find(file.figures, metric, &AccuracyFigure::metric);
  return found == file.figures.end() ? nullptr : &*found;
}

Result<MetricDrift> DriftOf(const round::Gate& gate, const AccuracyFigure* run, const AccuracyFigure* audit,
                            const DriftRequest& request, const round::Benchmark* benchmark) {
  MetricDrift drift{.metric = std::string(gate.metric), .run = run == nullptr ? "" : run->printed,
                    .audit = audit == nullptr ? "" : audit->printed, .change = {}, .source = {}};
  const auto named = std::ranges::find(request.within, drift.metric, &std::pair<std::string, double>::first);
  if (named != request.within.end()) {
    drift.tolerance = named->second, drift.source = "--within";
  } else if (benchmark != nullptr) {
    ASSAY_TRY(tolerance, round::ComplianceTolerance(*benchmark, gate.metric));
    drift.tolerance = tolerance, drift.source = request.round;
  } else {
    return Fail(ErrorCode::kMissingKey, "how far " + drift.metric + " may lie apart isn't known",
                "name it: --within " + drift.metric + "=1%; it is never taken from another metric");
  }
  if (run == nullptr || audit == nullptr) return drift;
  const double value = *run->value, other = *audit->value;
  if (other != 0) drift.change = std::abs(1 - value / other);
  else if (value == 0) drift.change = 0;
  drift.outcome = std::abs(other - value) <= drift.tolerance * std::abs(other) ? verdict::Outcome::kPass : verdict::Outcome::kFail;
  return drift;
}

}  // namespace

Result<AccuracyDrift> CompareAccuracyTxt(const DriftRequest& request) {
  ASSAY_TRY(asked, AskedOf(request));
  const std::vector<round::Gate>& gates = asked.gates;
  ASSAY_CHECK_OK(CheckNamed(request, gates));
  ASSAY_TRY(run, ReadAccuracyTxt(request.run, gates));
  ASSAY_TRY(audit, ReadAccuracyTxt(request.audit, gates));
  AccuracyDrift result{.run = request.run, .audit = request.audit, .metrics = {}};
  for (const round::Gate& gate : gates) {
    const bool done = std::ranges::find(result.metrics, gate.metric, &MetricDrift::metric) != result.metrics.end();
    const AccuracyFigure* in_run = FigureOf(run, gate.metric);
    const AccuracyFigure* in_audit = FigureOf(audit, gate.metric);
    const bool named = std::ranges::find(request.within, gate.metric, &std::pair<std::string, double>::first) != request.within.end();
    if (done || (in_run == nullptr && in_audit == nullptr && !named && asked.benchmark == nullptr)) continue;
    ASSAY_TRY(drift, DriftOf(gate, in_run, in_audit, request, asked.benchmark));
    result.metrics.push_back(drift);
  }
  if (result.metrics.empty()) {
    return FailAt({.file = request.run}, ErrorCode::kEmpty, "neither file has a number in the forms of accuracy.txt");
  }
  std::vector<verdict::ClaimVerdict> verdicts(result.metrics.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i].required = true;
    verdicts[i].outcome = result.metrics[i].outcome;
  }
  result.outcome = WorstRequired(verdicts);
  return result;
}

std::string DriftText(const AccuracyDrift& drift) {
  std::string text = std::string(verdict::OutcomeWord(drift.outcome)) + ": " + drift.run + " against its audit run " + drift.audit + "\n\n";
  std::size_t width = 0;
  for (const MetricDrift& one : drift.metrics) width = std::max(width, one.metric.size());
  for (const MetricDrift& one : drift.metrics) {
    std::string name = one.metric, word(verdict::OutcomeWord(one.outcome));
    name.resize(width, ' ');
    word.resize(12, ' ');
    text += word + "  " + name + "  ";
    if (one.run.empty() || one.audit.empty()) {
      text += (one.run.empty() ? drift.run : drift.audit) + " has no such number\n";
      continue;
    }
    text += one.run + " against " + one.audit + ": " + (one.change ? Fixed(*one.change * 100, 3) + " % apart" : "apart without end") +
            ", within " + Fixed(one.tolerance * 100, 3) + " % asked (" + one.source + ")\n";
  }
  return text;
}

std::string DriftJson(const AccuracyDrift& drift) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.mlperf_compliance/1").Member("run", drift.run).Member("audit", drift.audit);
  json.Member("outcome", verdict::OutcomeWord(drift.outcome)).Key("metrics").BeginArray();
  for (const MetricDrift& one : drift.metrics) {
    json.BeginObject().Member("metric", one.metric).Member("run", one.run).Member("audit", one.audit);
    json.Member("change", one.change).Member("tolerance", one.tolerance).Member("source", one.source);
    json.Member("outcome", verdict::OutcomeWord(one.outcome)).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
