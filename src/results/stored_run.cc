// SPDX-License-Identifier: Apache-2.0
#include "results/stored_run.h"

#include <filesystem>

#include "base/file.h"
#include "base/json_reader.h"

namespace assay::results {
namespace {

using base::JsonValue;

std::string Text(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.Find(key);
  if (value == nullptr) return {};
  return std::string(value->AsString().value_or(""));
}

std::optional<double> Real(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.Find(key);
  return value == nullptr ? std::nullopt : value->AsDouble();
}

std::optional<std::int64_t> Whole(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.Find(key);
  return value == nullptr ? std::nullopt : value->AsInt64();
}

std::span<const JsonValue> Items(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.Find(key);
  return value == nullptr ? std::span<const JsonValue>() : value->items();
}

std::string Joined(std::span<const JsonValue> texts) {
  std::string joined;
  for (const JsonValue& text : texts) {
    if (const auto words = text.AsString()) joined += (joined.empty() ? "" : "; ") + std::string(*words);
  }
  return joined;
}

void AddMeasurements(const JsonValue& from, StoredMeasurement place, StoredRun& run) {
  for (const JsonValue& measurement : Items(from, "measurements")) {
    StoredMeasurement& stored = run.measurements.emplace_back(place);
    stored.metric = Text(measurement, "metric");
    stored.value = Real(measurement, "value");
    stored.unit = Text(measurement, "unit");
    stored.n = Whole(measurement, "n");
    if (const JsonValue* interval = measurement.Find("interval")) {
      stored.low = Real(*interval, "low");
      stored.high = Real(*interval, "high");
    }
    stored.note = Text(measurement, "note");
  }
}

void AddCell(const JsonValue& cell, const JsonValue& document, StoredRun& run) {
  StoredCell& stored = run.cells.emplace_back();
  stored.system = Text(cell, "system");
  stored.traffic = Text(cell, "traffic");
  stored.scenario = Text(cell, "scenario");
  stored.repeat = Whole(cell, "repeat").value_or(0);
  const JsonValue* valid = cell.Find("valid");
  stored.valid = valid != nullptr && valid->AsBool().value_or(false);
  stored.invalid_reasons = Joined(Items(cell, "invalid_reasons"));
  stored.mlperf_validity = Text(cell, "mlperf_validity");
  for (const JsonValue& system : Items(document, "systems")) {
    if (Text(system, "id") != stored.system) continue;
    stored.model = Text(system, "model");
    stored.precision = Text(system, "precision");
    stored.device = Text(system, "device");
  }
  StoredMeasurement place;
  place.system = stored.system;
  place.traffic = stored.traffic;
  place.repeat = stored.repeat;
  AddMeasurements(cell, std::move(place), run);
}

void AddClaim(const JsonValue& claim, StoredRun& run) {
  run.claims.push_back({Text(claim, "claim"), Text(claim, "metric"), Text(claim, "system"), Text(claim, "traffic"),
                        Text(claim, "split"), Text(claim, "outcome"), Real(claim, "measured"), Text(claim, "bound"),
                        Text(claim, "reason")});
}

void ReadReport(const JsonValue& document, StoredRun& run) {
  run.title = Text(document, "title");
  run.created_utc = Text(document, "created_utc");
  for (const JsonValue& cell : Items(document, "cells")) AddCell(cell, document, run);
  for (const JsonValue& quality : Items(document, "quality")) {
    StoredMeasurement place;
    place.system = Text(quality, "system");
    place.split = Text(quality, "split");
    AddMeasurements(quality, std::move(place), run);
  }
  for (const JsonValue& cost : Items(document, "costs")) {
    StoredMeasurement place;
    place.system = Text(cost, "system");
    place.traffic = Text(cost, "traffic");
    AddMeasurements(cost, std::move(place), run);
  }
}

// "SYSTEM/TRAFFIC/REPEAT", repeats from 1.
void ReadVerdict(const JsonValue& document, StoredRun& run) {
  run.title = Text(document, "task");
  for (const JsonValue& cell : Items(document, "runs")) {
    StoredCell& stored = run.cells.emplace_back();
    const std::string name = Text(cell, "cell");
    const std::size_t first = name.find('/'), last = name.rfind('/');
    stored.system = name.substr(0, first);
    if (first != name.npos && last > first) stored.traffic = name.substr(first + 1, last - first - 1);
    stored.scenario = Text(cell, "scenario");
    if (const JsonValue* verdict = cell.Find("verdict")) {
      stored.valid = Text(*verdict, "validity") == "VALID";
      stored.invalid_reasons = Joined(Items(*verdict, "invalid_reasons"));
      stored.mlperf_validity = Text(*verdict, "mlperf_validity");
    }
  }
}

}  // namespace

Result<StoredRun> ReadRunDocument(std::string_view text, const std::string& file) {
  ASSAY_TRY(document, base::ReadJson(text, file));
  StoredRun run;
  const std::string schema = Text(document, "schema");
  if (schema == "assay.report/1") {
    ReadReport(document, run);
  } else if (schema == "assay.verdict/1") {
    ReadVerdict(document, run);
  } else {
    return FailAt({file, 1, 1, "schema", {}}, ErrorCode::kBadRecord,
                  "expected assay.report/1 or assay.verdict/1, found '" + schema.substr(0, 60) + "'");
  }
  run.verdict = Text(document, "verdict");
  for (const JsonValue& claim : Items(document, "claims")) AddClaim(claim, run);
  return run;
}

Result<StoredRun> ReadRunFolder(const std::string& folder) {
  std::string path = base::JoinPath(folder, "report.json");
  if (!base::FileExists(path)) path = base::JoinPath(folder, "verdict.json");
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(run, ReadRunDocument(text, path));
  std::error_code error;
  const auto whole = std::filesystem::weakly_canonical(folder, error);
  run.directory = error ? folder : whole.string();
  while (run.directory.size() > 1 && run.directory.ends_with('/')) run.directory.pop_back();
  return run;
}

}  // namespace assay::results
