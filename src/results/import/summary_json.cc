// SPDX-License-Identifier: Apache-2.0
// The JSON that a round publishes beside its logs: an array of flat records, one a result.
#include <algorithm>

#include "base/json_reader.h"
#include "results/import/import.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

using enum StatedField;

std::string TextOf(const base::JsonValue& value) {
  using Kind = base::JsonValue::Kind;
  switch (value.kind()) {
    case Kind::kString: return std::string(*value.AsString());
    case Kind::kBool: return *value.AsBool() ? "true" : "false";
    case Kind::kInt64: return std::to_string(*value.AsInt64());
    case Kind::kUint64: return std::to_string(*value.AsUint64());
    case Kind::kDouble: return ShortestText(*value.AsDouble());
    case Kind::kNull: return {};
    default: break;
  }
  std::string text;  // precision per sub-network comes as an object
  base::JsonWriter writer(text);
  value.WriteTo(writer);
  return text;
}

// The line of each record of the outermost array. The text has been read as JSON already.
std::vector<int> LinesOfRecords(std::string_view text) {
  std::vector<int> lines;
  int line = 1, depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\n') ++line;
    if (quoted) {
      if (letter == '\\') ++i;
      else if (letter == '"') quoted = false;
      continue;
    }
    if (letter == '"') quoted = true;
    if (letter == '{' || letter == '[') {
      if (depth == 1) lines.push_back(line);
      ++depth;
    }
    if (letter == '}' || letter == ']') --depth;
  }
  return lines;
}

// "Category" is the division here, and "Suite" the category.
StatedField FieldOfKey(std::string_view key, const base::JsonValue& record) {
  if (key == "Category" && record.Find("Suite") != nullptr) return kDivision;
  return FieldNamed(key);
}

void NoteKeys(const base::JsonValue& record, ImportReport& report) {
  for (const auto& [key, value] : record.members()) {
    const StatedField field = FieldOfKey(key, record);
    if (field == kCount) report.columns_left.push_back(key);
    else report.columns_read.push_back(key + " = " + std::string(NameOf(field)));
  }
}

}  // namespace

Results<Imported> ImportSummaryJson(std::string_view text, const std::string& name) {
  const auto document = base::ReadJson(text, name);
  if (!document) return std::unexpected(Errors{document.error()});
  if (document->kind() != base::JsonValue::Kind::kArray) {
    return std::unexpected(Errors{{ErrorCode::kWrongType, "expected a list of results, found " +
                                                              std::string(document->KindName()), {{name, 1, 1}}}});
  }
  Collector collector("a round's summary (JSON)", name);
  const std::vector<int> lines = LinesOfRecords(text);
  const auto records = document->items();
  // A value that isn't a record has no bracket of its own, so lines hold only while all are records.
  const bool all_records = lines.size() == records.size();
  for (std::size_t i = 0; i < records.size(); ++i) {
    Where where{name, all_records ? lines[i] : 0, 0, {}, {}};
    if (records[i].kind() != base::JsonValue::Kind::kObject) {
      where.path = "record " + std::to_string(i + 1);
      collector.AddBad({ErrorCode::kBadRow, "expected a result, found " + std::string(records[i].KindName()), {where}});
      continue;
    }
    if (collector.report().columns_read.empty()) NoteKeys(records[i], collector.report());
    Stated stated;
    for (const auto& [key, value] : records[i].members()) {
      const StatedField field = FieldOfKey(key, records[i]);
      if (field != kCount) stated[field] = TextOf(value);
    }
    collector.Add(stated, where);
  }
  return collector.Finish();
}

}  // namespace assay::results
