// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "run/slices/slice_report.h"
#include "run/slices/slice_words.h"

namespace assay::run {
namespace {

std::string_view MeasureName(ErrorMeasure measure) {
  switch (measure) {
    case ErrorMeasure::kWrongAnswers: return "wrong answers";
    case ErrorMeasure::kSquaredError: return "squared error";
    case ErrorMeasure::kLossColumn: return "loss";
  }
  return "";
}

void WriteFinding(base::JsonWriter& json, const slice::SliceFinding& finding, const std::vector<std::string>& examples) {
  json.BeginObject().Member("slice", finding.text).Member("shown", finding.shown).Key("all");
  WriteErrorRate(json, finding.all);
  json.Key("tested");
  WriteErrorRate(json, finding.tested);
  json.Member("rest_rate", finding.rest_rate).Member("lift", finding.lift);
  json.Member("p", finding.p).Member("adjusted_p", finding.adjusted).Key("examples").BeginArray();
  for (const std::string& id : examples) json.Value(id);
  json.EndArray().EndObject();
}

void WriteSystem(base::JsonWriter& json, const SystemSlices& system) {
  const slice::ErrorSlices& slices = system.slices;
  json.BeginObject().Member("system", system.system).Member("decision", system.decision);
  json.Member("unscored", system.unscored).Key("all");
  WriteErrorRate(json, slices.all);
  json.Key("by_class").BeginArray();
  for (const ClassErrors& entry : system.by_class) {
    json.BeginObject().Member("class", entry.name).Key("errors");
    WriteErrorRate(json, entry.errors);
    json.EndObject();
  }
  json.EndArray().Key("declared").BeginArray();
  for (std::size_t i = 0; i < slices.declared.size(); ++i) WriteFinding(json, slices.declared[i], system.declared_examples[i]);
  json.EndArray().Key("search").BeginObject().Member("searched_cases", slices.searched_rows);
  json.Member("held_out_cases", slices.held_out_rows).Member("min_cases", slices.min_rows);
  json.Member("looked_at", slices.looked_at).Member("pruned", slices.pruned).Member("cut", slices.cut);
  json.EndObject().Key("found").BeginArray();
  for (std::size_t i = 0; i < slices.found.size(); ++i) WriteFinding(json, slices.found[i], system.found_examples[i]);
  json.EndArray().Key("slow_wrong").BeginArray();
  for (const SlowAndWrong& slow : system.slow) {
    const SlowWrong& counts = slow.counts;
    json.BeginObject().Member("traffic", slow.traffic).Member("limit_ns", counts.limit_ns);
    json.Member("fast_right", counts.fast_right).Member("fast_wrong", counts.fast_wrong);
    json.Member("slow_right", counts.slow_right).Member("slow_wrong", counts.slow_wrong);
    json.Member("unscored", counts.unscored).Member("p", slow.p).EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

std::string SlicesJson(const SliceReport& report) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.slices/1").Member("source", report.source).Member("split", report.split);
  json.Member("measure", MeasureName(report.measure)).Member("depth", report.depth).Member("level", report.level);
  json.Member("false_discovery_rate", report.fdr).Key("columns").BeginArray();
  for (const std::string& column : report.columns) json.Value(column);
  json.EndArray().Key("systems").BeginArray();
  for (const SystemSlices& system : report.systems) WriteSystem(json, system);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
