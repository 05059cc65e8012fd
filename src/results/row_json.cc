// SPDX-License-Identifier: Apache-2.0
#include "results/row_json.h"

#include "results/category.h"

namespace assay::results {
namespace {

// Null for what a source doesn't state.
void Text(base::JsonWriter& json, std::string_view key, std::string_view text) {
  if (text.empty()) json.Key(key).Null();
  else json.Member(key, text);
}

void WriteSystem(base::JsonWriter& json, const System& system) {
  json.Key("system").BeginObject();
  Text(json, "id", system.id);
  Text(json, "name", system.name);
  Text(json, "accelerator", system.accelerator);
  json.Member("accelerators", system.accelerators.total);
  json.Member("accelerators_from", NameOf(system.accelerators.source));
  Text(json, "accelerators_note", system.accelerators.note);
  json.Member("nodes", system.nodes);
  Text(json, "host_processor", system.host_processor);
  Text(json, "framework", system.framework);
  Text(json, "operating_system", system.operating_system);
  json.EndObject();
}

void WriteAccuracy(base::JsonWriter& json, const Row& row) {
  Text(json, "accuracy", row.accuracy);
  const GateReading gate = ReadGates(row);
  json.Key("gate").BeginObject().Member("state", NameOf(gate.state)).Member("words", gate.words).EndObject();
}

void WritePower(base::JsonWriter& json, const Row& row) {
  json.Key("power");
  if (!row.has_power) {
    json.Null();
    return;
  }
  json.BeginObject().Member("value", row.power_value).Key("unit");
  if (row.power_unit) json.Value(round::TextOf(*row.power_unit));
  else json.Null();
  json.EndObject();
}

}  // namespace

void WriteRow(base::JsonWriter& json, const Row& row) {
  const System& system = *row.system;
  json.BeginObject();
  json.Member("row", RowName(row));
  Text(json, "result_id", row.result_id);
  json.Member("round", system.round).Member("submitter", system.submitter);
  json.Member("division", results::NameOf(system.division)).Member("category", CategoryText(system));
  json.Member("availability", results::NameOf(system.availability));
  Text(json, "benchmark", row.benchmark);
  Text(json, "model", row.model_stated);
  json.Member("other_model", row.other_model).Member("scenario", round::NameOf(row.scenario));
  json.Member("value", row.value).Member("unit", round::TextOf(row.unit));
  Text(json, "value_stated", row.value_stated);
  Text(json, "unit_stated", row.unit_stated);
  json.Member("unit_state", NameOf(row.unit_state));
  json.Member("valid", row.valid).Member("inferred", row.inferred).Member("withdrawn", row.withdrawn);
  WriteAccuracy(json, row);
  json.Member("precision", NameOf(row.weights));
  Text(json, "precision_stated", row.weights_stated);
  json.Member("target_latency_ns", row.target_latency_ns);
  json.Member("ttft_p99_measured_ns", row.ttft_p99_ns).Member("tpot_p99_measured_ns", row.tpot_p99_ns);
  WritePower(json, row);
  json.Key("twin");
  if (row.twin != nullptr) json.Value(RowName(*row.twin));
  else json.Null();
  WriteSystem(json, system);
  Text(json, "source", row.source);
  json.EndObject();
}

void WriteKey(base::JsonWriter& json, const ComparableKey& key) {
  json.BeginObject().Member("benchmark", key.benchmark);
  Text(json, "model", key.model);
  json.Member("scenario", round::NameOf(key.scenario)).Member("division", results::NameOf(key.division));
  json.Member("rounds", key.rounds).Member("category", key.category);
  Text(json, "metric", key.metric);
  json.Member("unit", round::TextOf(key.unit)).Member("power", key.power).Member("precision", key.precision);
  json.EndObject();
}

void WriteDifferences(base::JsonWriter& json, std::span<const Difference> differences) {
  json.BeginArray();
  for (const Difference& difference : differences) {
    json.BeginObject().Member("axis", difference.axis).Member("a", difference.a).Member("b", difference.b);
    json.Member("forbids", difference.forbids).Member("reason", difference.reason).EndObject();
  }
  json.EndArray();
}

}  // namespace assay::results
