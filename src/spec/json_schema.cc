// SPDX-License-Identifier: Apache-2.0
#include "spec/json_schema.h"

#include "base/json.h"
#include "spec/spec_table.h"

namespace assay::spec {

std::string JsonSchema(const Names& names) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject()
      .Member("$schema", "https://json-schema.org/draft/2020-12/schema")
      .Member("title", "assay spec/1")
      .Member("description", SpecTable().doc);
  TableSchema(SpecTable(), {}, names, json);
  json.EndObject();
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace assay::spec
