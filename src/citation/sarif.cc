// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "citation/citation_json.h"
#include "citation/rule.h"

namespace assay::citation {
namespace {

using base::JsonWriter;

constexpr std::pair<Verdict, std::string_view> kVerdicts[] = {
    {Verdict::kEvidenceLimited, "Answered, with limits that belong into the sentence."},
    {Verdict::kNotYetAClaim, "Too little is stated to conclude anything."},
    {Verdict::kDecorative, "A number without its conditions, or no MLPerf Inference result."},
    {Verdict::kViolation, "A rule of MLCommons for the use of results is broken."},
    {Verdict::kOverclaim, "The text asserts what no benchmark row can show."},
    {Verdict::kContradicted, "A stated value differs from the published row that the rest names."}};
constexpr std::string_view kNotReadRule = "NOT-READ";

std::string_view LevelOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEvidence:
    case Verdict::kEvidenceLimited: return "note";
    case Verdict::kNotYetAClaim:
    case Verdict::kDecorative: return "warning";
    default: return "error";
  }
}

// A file's name as a relative reference: everything but letters, digits and a few signs in hexadecimal.
std::string UriOf(std::string_view file) {
  constexpr std::string_view kHex = "0123456789ABCDEF", kPlain = "-._~/";
  std::string uri;
  for (const char c : file) {
    const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || kPlain.find(c) != kPlain.npos) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return uri;
}

void WriteRule(JsonWriter& json, std::string_view id, std::string_view title, std::string_view condition) {
  json.BeginObject().Member("id", id);
  json.Key("shortDescription").BeginObject().Member("text", title).EndObject();
  json.Key("fullDescription").BeginObject().Member("text", condition).EndObject().EndObject();
}

void WriteResult(JsonWriter& json, std::string_view rule, std::string_view level, const std::string& text,
                 const Place& place) {
  json.BeginObject().Member("ruleId", rule).Member("level", level);
  json.Key("message").BeginObject().Member("text", text).EndObject();
  json.Key("locations").BeginArray();
  if (!place.file.empty()) {
    json.BeginObject().Key("physicalLocation").BeginObject();
    json.Key("artifactLocation").BeginObject().Member("uri", UriOf(place.file)).EndObject();
    if (place.line > 0) {
      json.Key("region").BeginObject().Member("startLine", place.line);
      if (place.column > 0) json.Member("startColumn", place.column);
      json.EndObject();
    }
    json.EndObject();
    if (!place.part.empty()) {
      json.Key("logicalLocations").BeginArray().BeginObject().Member("name", place.part).EndObject().EndArray();
    }
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

std::string CitationSarif(std::span<const Assessment> assessments, std::span<const NotRead> not_read,
                          std::string_view version) {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject().Member("$schema", "https://json.schemastore.org/sarif-2.1.0.json").Member("version", "2.1.0");
  json.Key("runs").BeginArray().BeginObject();
  json.Key("tool").BeginObject().Key("driver").BeginObject().Member("name", "assay").Member("version", version);
  json.Key("rules").BeginArray();
  for (const RuleInfo* rule : AllRules()) WriteRule(json, rule->id, rule->title, rule->condition);
  for (const auto& [verdict, words] : kVerdicts) WriteRule(json, NameOf(verdict), NameOf(verdict), words);
  WriteRule(json, kNotReadRule, kNotReadRule, "A part of a document that holds no readable text.");
  json.EndArray().EndObject().EndObject().Key("results").BeginArray();
  for (const Assessment& each : assessments) {
    const std::string quoted = each.quote.text.empty() ? "" : " \"" + each.quote.text + "\"";
    if (each.verdict != Verdict::kEvidence) {
      WriteResult(json, NameOf(each.verdict), LevelOf(each.verdict), each.because + quoted, each.quote.place);
    }
    for (const RuleReading& rule : each.rules) {
      if (rule.state == RuleState::kBroken) WriteResult(json, rule.id, "error", rule.words + quoted, each.quote.place);
    }
  }
  for (const NotRead& each : not_read) {
    WriteResult(json, kNotReadRule, "warning", "not read: " + each.reason, {each.file, each.part, 0, 0});
  }
  json.EndArray().EndObject().EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::citation
