// SPDX-License-Identifier: Apache-2.0
#include "run/system_file.h"

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"

namespace assay::run {
namespace {

constexpr std::string_view kSystemSchema = "assay.system/1";

std::string TextOf(const base::JsonValue& object, std::string_view key) {
  const base::JsonValue* value = object.Find(key);
  return std::string(value == nullptr ? std::string_view() : value->AsString().value_or(std::string_view()));
}

std::vector<std::string> TextsOf(const base::JsonValue& object, std::string_view key) {
  std::vector<std::string> texts;
  const base::JsonValue* list = object.Find(key);
  if (list == nullptr) return texts;
  for (const base::JsonValue& item : list->items()) texts.emplace_back(item.AsString().value_or(std::string_view()));
  return texts;
}

void WriteTexts(base::JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.Key(key).BeginArray();
  for (const std::string& text : texts) json.Value(text);
  json.EndArray();
}

SplitFacts ReadSplit(const base::JsonValue& split) {
  SplitFacts facts{.name = TextOf(split, "name"), .path = TextOf(split, "path"), .sha256 = TextOf(split, "sha256"),
                   .classes = TextsOf(split, "classes"), .disjointness = TextOf(split, "disjointness")};
  if (const base::JsonValue* n = split.Find("n")) facts.n = n->AsUint64().value_or(0);
  if (const base::JsonValue* positives = split.Find("positives")) facts.positives = positives->AsUint64();
  return facts;
}

}  // namespace

Result<void> WriteSystemFile(const SystemFile& system, const std::string& run_directory) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", kSystemSchema).Member("created_utc", system.created_utc);
  json.Member("program_version", system.program_version).Member("command", system.command);
  json.Key("host").BeginObject();
  for (const auto& [name, value] : system.host) json.Member(name, value);
  json.EndObject().Member("judged_split", system.judged_split).Key("splits").BeginArray();
  for (const SplitFacts& split : system.splits) {
    json.BeginObject().Member("name", split.name).Member("path", split.path).Member("sha256", split.sha256);
    json.Member("n", split.n).Member("positives", split.positives);
    WriteTexts(json, "classes", split.classes);
    json.Member("disjointness", split.disjointness).EndObject();
  }
  json.EndArray();
  WriteTexts(json, "planned_cells", system.planned_cells);
  json.Key("inputs").BeginObject();
  for (const auto& [path, sha256] : system.inputs) json.Member(path, sha256);
  json.EndObject();
  WriteTexts(json, "warnings", system.warnings);
  json.EndObject();
  return base::WriteFileAtomically(run_directory + "/system.json", text + "\n");
}

Result<SystemFile> ReadSystemFile(const std::string& run_directory) {
  const std::string path = run_directory + "/system.json";
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(root, base::ReadJson(text, path));
  if (TextOf(root, "schema") != kSystemSchema) {
    return FailAt({.file = path}, ErrorCode::kBadRecord, "expected schema " + std::string(kSystemSchema));
  }
  SystemFile system{.created_utc = TextOf(root, "created_utc"), .program_version = TextOf(root, "program_version"),
                    .command = TextOf(root, "command"), .judged_split = TextOf(root, "judged_split"),
                    .planned_cells = TextsOf(root, "planned_cells"), .warnings = TextsOf(root, "warnings")};
  if (const base::JsonValue* inputs = root.Find("inputs")) {
    for (const base::JsonMember& member : inputs->members()) {
      system.inputs.emplace_back(member.key, member.value.AsString().value_or(std::string_view()));
    }
  }
  if (const base::JsonValue* host = root.Find("host")) {
    for (const base::JsonMember& member : host->members()) {
      system.host.emplace_back(member.key, member.value.AsString().value_or(std::string_view()));
    }
  }
  if (const base::JsonValue* splits = root.Find("splits")) {
    for (const base::JsonValue& split : splits->items()) system.splits.push_back(ReadSplit(split));
  }
  return system;
}

}  // namespace assay::run
