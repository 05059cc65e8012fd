// SPDX-License-Identifier: Apache-2.0
#include "spec/document_schema.h"

#include <algorithm>

#include "base/json.h"

namespace assay::spec {
namespace {

using base::JsonWriter;

bool IsPlain(std::string_view type) {
  return type == "string" || type == "number" || type == "integer" || type == "boolean";
}

void Type(JsonWriter& json, std::string_view type) {
  const std::string_view inner = type.size() > 1 ? type.substr(1, type.size() - 2) : type;
  if (type.ends_with('?')) {
    const std::string_view known = type.substr(0, type.size() - 1);
    if (IsPlain(known)) {
      json.BeginObject().Key("type").BeginArray().Value(known).Value("null").EndArray().EndObject();
      return;
    }
    json.BeginObject().Key("anyOf").BeginArray();
    Type(json, known);
    Type(json, "null");
    json.EndArray().EndObject();
  } else if (type.starts_with('(')) {
    json.BeginObject().Key("enum").BeginArray();
    for (std::size_t from = 0; from <= inner.size();) {
      const std::size_t bar = std::min(inner.find('|', from), inner.size());
      json.Value(inner.substr(from, bar - from));
      from = bar + 1;
    }
    json.EndArray().EndObject();
  } else if (type.starts_with('[')) {
    json.BeginObject().Member("type", "array").Key("items");
    Type(json, inner);
    json.EndObject();
  } else if (type.starts_with('{')) {
    json.BeginObject().Member("type", "object").Key("additionalProperties");
    Type(json, inner);
    json.EndObject();
  } else if (type.starts_with('@')) {
    json.BeginObject().Member("$ref", "#/$defs/" + std::string(type.substr(1))).EndObject();
  } else {
    json.BeginObject().Member("type", type).EndObject();
  }
}

// The members of an object's schema, without its brackets. The document itself begins with its schema's name.
void Members(JsonWriter& json, std::span<const DocumentField> fields, std::string_view schema) {
  json.Member("type", "object").Member("additionalProperties", false).Key("required").BeginArray();
  if (!schema.empty()) json.Value("schema");
  for (const DocumentField& field : fields) json.Value(field.name);
  json.EndArray().Key("properties").BeginObject();
  if (!schema.empty()) json.Key("schema").BeginObject().Member("const", schema).EndObject();
  for (const DocumentField& field : fields) {
    json.Key(field.name);
    Type(json, field.type);
  }
  json.EndObject();
}

}  // namespace

std::string DocumentSchema(std::string_view name, std::string_view title, std::span<const DocumentField> fields,
                           std::span<const DocumentObject> objects) {
  std::string out;
  JsonWriter json(out, 1);
  json.BeginObject().Member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.Member("title", std::string(name) + ": " + std::string(title));
  Members(json, fields, name);
  json.Key("$defs").BeginObject();
  for (const DocumentObject& object : objects) {
    json.Key(object.name).BeginObject();
    Members(json, object.fields, "");
    json.EndObject();
  }
  json.EndObject().EndObject();
  return out + "\n";
}

std::string DocumentSchemaOfForms(std::string_view name, std::string_view title, std::span<const std::string_view> forms,
                                  std::span<const DocumentObject> objects) {
  std::string out;
  JsonWriter json(out, 1);
  json.BeginObject().Member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.Member("title", std::string(name) + ": " + std::string(title)).Key("anyOf").BeginArray();
  for (const std::string_view form : forms) Type(json, "@" + std::string(form));
  json.EndArray().Key("$defs").BeginObject();
  for (const DocumentObject& object : objects) {
    const bool is_form = std::ranges::find(forms, object.name) != forms.end();
    json.Key(object.name).BeginObject();
    Members(json, object.fields, is_form ? name : "");
    json.EndObject();
  }
  json.EndObject().EndObject();
  return out + "\n";
}

}  // namespace assay::spec
