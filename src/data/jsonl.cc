// SPDX-License-Identifier: Apache-2.0
// One JSON object per line: the keys are the columns, the values texts, numbers, true, false or null.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "assay/dataset.h"
#include "base/file.h"
#include "base/json_reader.h"
#include "data/table/table.h"

namespace assay {
namespace {

using base::JsonValue;
using data::ErrorList;
using data::Table;

// The text that the cell holds; empty for what a cell can't hold.
std::optional<std::string> CellText(const JsonValue& value) {
  switch (value.kind()) {
    case JsonValue::Kind::kNull: return "";
    case JsonValue::Kind::kString: return std::string(*value.AsString());
    case JsonValue::Kind::kArray:
    case JsonValue::Kind::kObject: return std::nullopt;
    default: break;
  }
  std::string text;
  base::JsonWriter writer(text);
  value.WriteTo(writer);
  return text;
}

class JsonlReader {
 public:
  JsonlReader(Table& table, ErrorList& errors) : table_(table), errors_(errors) {}

  void Read() {
    const std::string_view text = table_.raw();
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    if (text.find_first_not_of(" \t\r\n", at) == text.npos) {
      return errors_.Add(ErrorCode::kEmpty, "expected a JSON object per line, found no text", table_.At(0));
    }
    while (text.find_first_not_of(" \t\r\n", at) != text.npos) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      ReadLine(text.substr(at, end - at), at);
      at = std::min(end + 1, text.size());
    }
  }

 private:
  void ReadLine(std::string_view line, std::size_t start) {
    auto value = base::ReadJson(line, table_.file());
    if (!value) {
      const Error& error = value.error();
      const std::size_t offset = start + static_cast<std::size_t>(std::max(error.where[0].column - 1, 0));
      const bool empty = error.code == ErrorCode::kEmpty;
      return errors_.Add(ErrorCode::kBadRow, empty ? "expected a JSON object, found an empty line" : error.what,
                         table_.At(empty ? start : offset));
    }
    if (value->kind() != JsonValue::Kind::kObject || value->members().empty()) {
      return errors_.Add(ErrorCode::kBadRow, "expected a JSON object with keys, found " + std::string(value->KindName()),
                         table_.At(start));
    }
    if (table_.columns().empty()) {
      for (const base::JsonMember& member : value->members()) table_.columns().push_back(member.key);
    }
    const std::size_t before = table_.cells();
    if (!AddCells(*value, line, start)) table_.KeepCells(before);
  }

  bool AddCells(const JsonValue& value, std::string_view line, std::size_t start) {
    const auto refuse = [&](ErrorCode code, std::string what, const std::string& key) {
      Where where = table_.At(start + OffsetOf(line, key));
      where.path = key;
      errors_.Add(code, std::move(what), where);
      return false;
    };
    for (const base::JsonMember& member : value.members()) {
      const auto& columns = table_.columns();
      if (std::find(columns.begin(), columns.end(), member.key) == columns.end()) {
        return refuse(ErrorCode::kBadRow, "key '" + member.key + "' isn't in the first line", member.key);
      }
    }
    for (const std::string& key : table_.columns()) {
      const JsonValue* cell = value.Find(key);
      if (cell == nullptr) return refuse(ErrorCode::kBadRow, "expected the key '" + key + "' as in the first line", key);
      const std::optional<std::string> text = CellText(*cell);
      if (!text) {
        return refuse(ErrorCode::kBadRow,
                      "expected a text, a number, true, false or null for '" + key + "', found " + std::string(cell->KindName()),
                      key);
      }
      table_.AddCell(*text, start + OffsetOf(line, key));
    }
    return true;
  }

  // Where the key's value starts, or 0: for messages only.
  static std::size_t OffsetOf(std::string_view line, const std::string& key) {
    const std::string quoted = '"' + key + '"';
    for (std::size_t at = line.find(quoted); at != line.npos; at = line.find(quoted, at + 1)) {
      const std::size_t colon = line.find_first_not_of(" \t", at + quoted.size());
      if (colon == line.npos || line[colon] != ':') continue;
      return std::min(line.find_first_not_of(" \t", colon + 1), line.size());
    }
    return 0;
  }

  Table& table_;
  ErrorList& errors_;
};

Results<std::unique_ptr<Dataset>> OpenJsonl(const DatasetOptions& options) {
  auto text = base::ReadFile(options.path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  Table table(options.path, *std::move(text));
  ErrorList errors;
  JsonlReader(table, errors).Read();
  if (table.rows() == 0) return std::unexpected(std::move(errors).Take());
  return data::MakeTableDataset(std::move(table), options, std::move(errors));
}

}  // namespace

extern const DatasetInfo kDataset_jsonl{
    .name = "jsonl",
    .title = "JSON lines",
    .extensions = ".jsonl .ndjson",
    .definition = "One JSON object per line and case; all have the keys of the first. null is an empty cell.",
    .source = "RFC 8259; jsonlines.org",
    .open = &OpenJsonl,
};

}  // namespace assay
