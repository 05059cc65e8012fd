// SPDX-License-Identifier: Apache-2.0
#include "verdict/verdict_json.h"

namespace assay::verdict {
namespace {

void WriteTexts(base::JsonWriter& json, std::string_view key, std::span<const std::string> texts) {
  json.Key(key).BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

}  // namespace

std::string_view UnitWord(Unit unit) {
  switch (unit) {
    case Unit::kShare:
      return "share";
    case Unit::kNumber:
      return "number";
    case Unit::kCount:
      return "count";
    case Unit::kNanoseconds:
      return "ns";
    case Unit::kPerSecond:
      return "1/s";
    case Unit::kMoney:
      return "money";
    case Unit::kMoneyPer1000:
      return "money/1000";
    case Unit::kCores:
      return "cores";
  }
  return "number";
}

void WriteInterval(base::JsonWriter& json, const std::optional<Interval>& interval) {
  if (!interval) {
    json.Null();
    return;
  }
  json.BeginObject().Member("low", interval->low).Member("high", interval->high);
  json.Member("level", interval->level).Member("method", interval->method).EndObject();
}

void WriteConstraint(base::JsonWriter& json, const Constraint& constraint) {
  json.BeginObject().Member("name", constraint.name).Member("outcome", OutcomeWord(constraint.outcome));
  json.Member("measured", constraint.measured).Member("limit", constraint.limit);
  json.Member("unit", UnitWord(constraint.unit)).Key("interval");
  WriteInterval(json, constraint.interval);
  json.Member("margin", constraint.margin).Member("n", constraint.n).Member("n_needed", constraint.n_needed);
  json.Member("reason", constraint.reason).EndObject();
}

void WriteRunVerdict(base::JsonWriter& json, const RunVerdict& verdict) {
  json.BeginObject().Member("validity", verdict.valid ? "VALID" : "INVALID");
  WriteTexts(json, "invalid_reasons", verdict.invalid_reasons);
  json.Key("constraints").BeginArray();
  for (const Constraint& constraint : verdict.constraints) WriteConstraint(json, constraint);
  json.EndArray().Key("mlperf_validity");
  if (verdict.mlperf_validity.empty()) {
    json.Null();
  } else {
    json.Value(verdict.mlperf_validity);
  }
  json.Member("mlperf_reason", verdict.mlperf_reason);
  WriteTexts(json, "notes", verdict.notes);
  json.EndObject();
}

void WriteClaimVerdict(base::JsonWriter& json, const ClaimVerdict& verdict) {
  json.BeginObject().Member("claim", verdict.claim).Member("metric", verdict.metric);
  json.Member("system", verdict.system).Member("traffic", verdict.traffic).Member("split", verdict.split);
  json.Member("slice", verdict.slice);
  json.Member("slot", verdict.slot).Member("primary", verdict.primary).Member("required", verdict.required);
  json.Member("outcome", OutcomeWord(verdict.outcome)).Member("measured", verdict.measured).Key("interval");
  WriteInterval(json, verdict.interval);
  json.Member("bound", verdict.bound_text).Member("limit", verdict.limit).Member("unit", UnitWord(verdict.unit));
  json.Member("margin", verdict.margin).Member("n", verdict.n).Member("n_needed", verdict.n_needed);
  json.Member("n_unit", verdict.n_unit).Member("reason", verdict.reason);
  json.Member("qualification", verdict.qualification).Member("correction", verdict.correction).EndObject();
}

std::string ToJson(const RunVerdict& verdict) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("schema", "assay.run_verdict/1").Key("run");
  WriteRunVerdict(json, verdict);
  json.EndObject();
  return text + "\n";
}

std::string ToJson(std::span<const ClaimVerdict> claims) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("schema", "assay.claims/1").Key("claims").BeginArray();
  for (const ClaimVerdict& claim : claims) WriteClaimVerdict(json, claim);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::verdict
