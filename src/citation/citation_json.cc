// SPDX-License-Identifier: Apache-2.0
#include "citation/citation_json.h"

#include "base/json.h"

namespace assay::citation {
namespace {

using base::JsonWriter;

void WriteFacts(JsonWriter& json, std::string_view key, const Facts& facts) {
  json.Key(key).BeginObject();
  for (const auto& [field, value] : facts) json.Member(field, value);
  json.EndObject();
}

void WriteList(JsonWriter& json, std::string_view key, const std::vector<std::string>& list) {
  json.Key(key).BeginArray();
  for (const std::string& each : list) json.Value(each);
  json.EndArray();
}

void WriteText(JsonWriter& json, std::string_view key, const std::string& text) {
  json.Key(key);
  if (text.empty()) json.Null();
  else json.Value(text);
}

void WritePlace(JsonWriter& json, const Place& place) {
  json.Key("place").BeginObject();
  WriteText(json, "file", place.file);
  WriteText(json, "part", place.part);
  json.Key("line");
  place.line > 0 ? json.Value(place.line) : json.Null();
  json.Key("column");
  place.column > 0 ? json.Value(place.column) : json.Null();
  json.EndObject();
}

void WriteAnswers(JsonWriter& json, const Assessment& assessment) {
  json.Key("questions").BeginArray();
  for (const Answer& answer : assessment.answers) {
    json.BeginObject().Member("id", answer.id).Member("question", answer.question).Member("state", answer.state);
    json.Member("words", answer.words);
    WriteList(json, "licensed", answer.licensed);
    WriteList(json, "not_licensed", answer.not_licensed);
    json.EndObject();
  }
  json.EndArray();
}

void WriteAssessment(JsonWriter& json, const Assessment& assessment) {
  json.BeginObject().Member("verdict", NameOf(assessment.verdict)).Member("because", assessment.because);
  WritePlace(json, assessment.quote.place);
  json.Member("text", assessment.quote.text).Member("suite", NameOf(assessment.quote.suite));
  json.Member("match", NameOf(assessment.match));
  WriteFacts(json, "stated", assessment.quote.stated);
  WriteFacts(json, "filled", assessment.filled);
  json.Key("contradictions").BeginArray();
  for (const Contradiction& each : assessment.contradictions) {
    json.BeginObject().Member("field", each.field).Member("stated", each.stated).Member("held", each.held).EndObject();
  }
  json.EndArray();
  WriteAnswers(json, assessment);
  WriteList(json, "licensed", assessment.licensed);
  WriteList(json, "not_licensed", assessment.not_licensed);
  json.Key("rules").BeginArray();
  for (const RuleReading& rule : assessment.rules) {
    json.BeginObject().Member("id", rule.id).Member("state", NameOf(rule.state)).Member("source", rule.source);
    json.Member("words", rule.words).EndObject();
  }
  json.EndArray();
  WriteText(json, "sentence", assessment.sentence);
  WriteText(json, "footnote", assessment.footnote);
  json.Key("ask").BeginArray();
  for (const auto& [field, question] : assessment.ask) {
    json.BeginObject().Member("field", field).Member("question", question).EndObject();
  }
  json.EndArray().Member("slot", assessment.slot).EndObject();
}

}  // namespace

std::string CitationJson(std::span<const Assessment> assessments, std::span<const NotRead> not_read) {
  std::string text;
  JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.citation/1").Key("citations").BeginArray();
  for (const Assessment& assessment : assessments) WriteAssessment(json, assessment);
  json.EndArray().Key("not_read").BeginArray();
  for (const NotRead& each : not_read) {
    json.BeginObject();
    WriteText(json, "file", each.file);
    WriteText(json, "part", each.part);
    json.Member("reason", each.reason).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::citation
