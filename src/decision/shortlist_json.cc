// SPDX-License-Identifier: Apache-2.0
#include "decision/shortlist_json.h"

#include "base/json.h"
#include "results/row_json.h"

namespace assay::decision {
namespace {

void WriteTexts(base::JsonWriter& json, std::string_view key, std::span<const std::string> texts) {
  json.Key(key).BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

void WriteQuestion(base::JsonWriter& json, const ShortlistQuestion& question) {
  json.Key("needs").BeginObject();
  const std::string sla = results::TextOf(question.sla);
  json.Key("sla");
  if (sla.empty()) json.Null();
  else json.Value(sla);
  json.Member("rate_per_second", question.rate_per_second).Key("rate_unit");
  if (question.rate_unit) json.Value(round::TextOf(*question.rate_unit));
  else json.Null();
  json.Member("any_sla", question.any_sla).EndObject();
}

void WriteEntry(base::JsonWriter& json, const ShortlistEntry& entry) {
  json.BeginObject().Key("row");
  results::WriteRow(json, *entry.row);
  json.Key("sla").BeginObject().Member("state", results::NameOf(entry.sla.state)).Member("theirs", entry.sla.theirs);
  json.Member("by_rule", entry.sla.by_rule).Member("words", entry.sla.words).EndObject();
  WriteTexts(json, "by_rule", entry.by_rule);
  json.Key("derived").BeginObject().Member("replicas", entry.replicas);
  json.Member("per_accelerator", entry.per_accelerator).EndObject();
  WriteTexts(json, "notes", entry.notes);
  json.EndObject();
}

}  // namespace

std::string ShortlistJson(const Shortlist& list, const ShortlistQuestion& question,
                          std::span<const std::string> not_held, std::size_t limit) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.shortlist/1");
  WriteQuestion(json, question);
  json.Member("considered", list.considered).Member("filtered", list.filtered);
  WriteTexts(json, "not_held", not_held);
  json.Member("derived", "replicas and per_accelerator are derived; they are not MLPerf metrics");
  json.Key("rankings").BeginArray();
  for (const ShortlistGroup& group : list.groups) {
    json.BeginObject().Key("key");
    results::WriteKey(json, group.key);
    json.Member("count", group.entries.size()).Key("entries").BeginArray();
    for (std::size_t i = 0; i < group.entries.size() && (limit == 0 || i < limit); ++i) WriteEntry(json, group.entries[i]);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("dropped").BeginArray();
  for (const Dropped& dropped : list.dropped) {
    json.BeginObject().Member("row", results::RowName(*dropped.row)).Member("reason", dropped.reason).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::decision
