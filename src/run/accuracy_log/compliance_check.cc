// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/compliance_check.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json.h"
#include "round/compliance_tolerance.h"
#include "run/accuracy_log/accuracy_txt.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

using verdict::Outcome;

Outcome WorstMetric(const std::vector<ComplianceMetric>& metrics) {
  for (const Outcome outcome : {Outcome::kFail, Outcome::kNotMeasured}) {
    if (std::ranges::find(metrics, outcome, &ComplianceMetric::outcome) != metrics.end()) return outcome;
  }
  return metrics.empty() ? Outcome::kNotMeasured : Outcome::kPass;
}

const AccuracyFigure* FigureOf(const AccuracyTxt& text, std::string_view metric) {
  const auto found = std::ranges::find(text.figures, metric, &AccuracyFigure::metric);
  return found == text.figures.end() ? nullptr : &*found;
}

std::string PercentText(double share) {
  std::string text = FixedNumber(100 * share, 3);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text + " %";
}

}  // namespace

Result<ComplianceCheck> CheckCompliance(const std::string& path, const std::string& base_path, const AccuracySubject& subject) {
  const auto& gates = subject.benchmark->gates;
  ASSAY_TRY(found, ReadAccuracyTxt(path, gates));
  ASSAY_TRY(base, ReadAccuracyTxt(base_path, gates));
  ComplianceCheck check{path, base_path, subject, {}, Outcome::kNotMeasured};
  for (const round::Gate& gate : gates) {
    if (gate.scenario && gate.scenario != subject.scenario) continue;
    if (std::ranges::find(check.metrics, gate.metric, &ComplianceMetric::metric) != check.metrics.end()) continue;
    ComplianceMetric one{.metric = std::string(gate.metric), .base = {}, .found = {}, .apart = {}};
    ASSAY_TRY(tolerance, round::ComplianceTolerance(*subject.benchmark, gate.metric));
    one.tolerance = tolerance;
    const AccuracyFigure* ours = FigureOf(found, gate.metric);
    const AccuracyFigure* theirs = FigureOf(base, gate.metric);
    if (ours != nullptr) one.found = ours->printed;
    if (theirs != nullptr) one.base = theirs->printed;
    if (ours != nullptr && theirs != nullptr && *ours->value != 0) {
      one.apart = std::abs(1 - *theirs->value / *ours->value);
      one.outcome = *one.apart <= one.tolerance ? Outcome::kPass : Outcome::kFail;
    }
    check.metrics.push_back(std::move(one));
  }
  check.outcome = WorstMetric(check.metrics);
  return check;
}

std::string ComplianceText(const ComplianceCheck& check) {
  std::string text = std::string(check.subject.benchmark->name) + " of " + std::string(check.subject.round->name) + ": " +
                     check.path + " against " + check.base_path + "\n\n";
  for (const ComplianceMetric& one : check.metrics) {
    const auto number = [](const std::string& printed) { return printed.empty() ? std::string("not there") : printed; };
    text += one.metric + " " + number(one.found) + " against " + number(one.base) + ": " +
            std::string(verdict::OutcomeWord(one.outcome)) + "\n  apart    ";
    text += one.apart ? PercentText(*one.apart) : "not known";
    text += ", at most " + PercentText(one.tolerance) + " (|1 - base / found|)\n";
  }
  return text + "\n" + std::string(verdict::OutcomeWord(check.outcome)) + "\n";
}

std::string ComplianceJson(const ComplianceCheck& check) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.mlperf_compliance/1").Member("file", check.path);
  json.Member("baseline", check.base_path).Member("round", check.subject.round->name);
  json.Member("benchmark", check.subject.benchmark->name).Member("verdict", verdict::OutcomeWord(check.outcome));
  json.Key("metrics").BeginArray();
  for (const ComplianceMetric& one : check.metrics) {
    json.BeginObject().Member("metric", one.metric).Member("verdict", verdict::OutcomeWord(one.outcome));
    json.Member("found", one.found).Member("base", one.base).Member("apart", one.apart);
    json.Member("at_most", one.tolerance).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
