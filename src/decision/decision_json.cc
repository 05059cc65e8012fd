// SPDX-License-Identifier: Apache-2.0
#include "decision/decision_json.h"

#include <string_view>
#include <vector>

namespace assay::decision {
namespace {

void WriteTexts(base::JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.Key(key).BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

void WriteItem(base::JsonWriter& json, std::string_view key, const LineItem& item) {
  json.Key(key).BeginObject().Member("outcome", verdict::OutcomeWord(item.outcome));
  WriteTexts(json, "claims", item.claims);
  json.Member("reason", item.reason).EndObject();
}

void WriteMembers(base::JsonWriter& json, const DecisionResult& result) {
  json.Member("outcome", verdict::OutcomeWord(result.outcome)).Member("sentence", result.sentence);
  json.Key("candidates").BeginArray();
  for (const Candidate& candidate : result.candidates) {
    json.BeginObject().Member("system", candidate.system);
    WriteItem(json, "servable", candidate.servable);
    WriteItem(json, "good_enough", candidate.good_enough);
    json.Member("preference", candidate.preference).Member("preferred", candidate.preferred).EndObject();
  }
  json.EndArray();
  WriteTexts(json, "n_needed", result.n_needed);
}

}  // namespace

void WriteDecision(base::JsonWriter& json, const DecisionResult& result) {
  json.BeginObject();
  WriteMembers(json, result);
  json.EndObject();
}

std::string ToJson(const DecisionResult& result) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("schema", "assay.decision/1");
  WriteMembers(json, result);
  json.EndObject();
  return text + "\n";
}

}  // namespace assay::decision
