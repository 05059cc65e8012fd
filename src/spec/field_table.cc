// SPDX-License-Identifier: Apache-2.0
#include "spec/field_table.h"

#include <algorithm>

#include "spec/near_name.h"
#include "spec/quantity.h"

namespace assay::spec {
namespace {

// Whether a YAML scalar means the same as JSON: a number, true, false, or a text in double quotes.
bool IsJson(std::string_view yaml) {
  return yaml == "true" || yaml == "false" || yaml.starts_with('"') ||
         ParseNumber(yaml).has_value();
}

}  // namespace

const Field* Table::Find(std::string_view key) const {
  for (const Field& field : fields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

std::string JoinKeys(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

void ValueType::Lines(const void* value, const std::string& key, const std::string& path,
                      int indent, std::vector<ResolvedLine>& lines) const {
  if (auto text = Text(value)) lines.push_back({indent, false, key, *std::move(text), path});
}

void ReadTable(const Table& table, const Node& node, const std::string& path, SpecReading& reading,
               void* owner) {
  if (node.kind != NodeKind::kMap) {
    reading.Fail(node, path, ErrorCode::kWrongType,
                 "expected a mapping of keys to values, found " + Shown(node));
    return;
  }
  for (const Node& entry : node.children) {
    if (entry.key.starts_with("x-")) continue;
    const std::string entry_path = JoinKeys(path, entry.key);
    const Field* field = table.Find(entry.key);
    if (field == nullptr) {
      std::vector<std::string_view> known;
      for (const Field& candidate : table.fields) known.push_back(candidate.key);
      const std::string where = path.empty() ? "in a spec" : "in " + std::string(table.name);
      reading.FailAtKey(entry, entry_path, ErrorCode::kUnknownKey,
                        "unknown key " + Shown(std::string_view(entry.key)) + " " + where,
                        NameHint(entry.key, std::span<const std::string_view>(known)));
      continue;
    }
    if (!field->type->built()) {
      reading.FailAtKey(entry, entry_path, ErrorCode::kUnsupported,
                        "key " + Shown(std::string_view(entry.key)) +
                            " is known, but its engine isn't built in this release",
                        "take it out, or write it as x-" + entry.key + " to keep it");
      continue;
    }
    reading.Note(entry, entry_path);
    field->type->Read(entry, entry_path, reading, field->member(owner));
  }
  for (const Field& field : table.fields) {
    if (!field.type->built() || node.Find(field.key) != nullptr) continue;
    if (field.required) {
      reading.FailAtKey(node, JoinKeys(path, field.key), ErrorCode::kMissingKey,
                        "expected the key '" + std::string(field.key) + "', found none",
                        field.example.empty() ? ""
                                              : "for example " + std::string(field.key) + ": " +
                                                    std::string(field.example));
    }
    reading.NoteDefault(JoinKeys(path, field.key));
  }
}

void TableLines(const Table& table, const void* owner, const std::string& path, int indent,
                std::vector<ResolvedLine>& lines) {
  for (const Field& field : table.fields) {
    if (!field.type->built()) continue;
    // Getting the member's address doesn't write to it.
    const void* member = field.member(const_cast<void*>(owner));
    field.type->Lines(member, std::string(field.key), JoinKeys(path, field.key), indent, lines);
  }
}

std::string DefaultOf(std::string_view key, const std::vector<ResolvedLine>& defaults) {
  for (const ResolvedLine& line : defaults) {
    if (line.path == key) return line.value;
  }
  return {};
}

void TableSchema(const Table& table, const std::vector<ResolvedLine>& defaults, const Names& names,
                 base::JsonWriter& json) {
  json.Member("type", "object").Key("properties").BeginObject();
  for (const Field& field : table.fields) {
    json.Key(field.key).BeginObject();
    std::string text(field.doc);
    if (!field.type->built()) text += " (Known, not built in this release.)";
    json.Member("description", text);
    if (!field.example.empty()) json.Key("examples").BeginArray().Value(field.example).EndArray();
    if (const std::string text_of_default = DefaultOf(field.key, defaults);
        !field.required && !text_of_default.empty()) {
      json.Key("default");
      IsJson(text_of_default) ? json.Raw(text_of_default) : json.Value(text_of_default);
    }
    field.type->Schema(names, json);
    json.EndObject();
  }
  json.EndObject();
  json.Key("patternProperties").BeginObject().Key("^x-").BeginObject().EndObject().EndObject();
  json.Member("additionalProperties", false).Key("required").BeginArray();
  for (const Field& field : table.fields) {
    if (field.required) json.Value(field.key);
  }
  json.EndArray();
}

}  // namespace assay::spec
