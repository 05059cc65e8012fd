// SPDX-License-Identifier: Apache-2.0
#include "run/judging/leak_guard.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "base/sha256.h"
#include "data/format/format_of_file.h"
#include "run/error_list.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::string_view kIdColumn = "id";  // names cases also where nobody says so
using RowKey = std::function<std::string(std::size_t)>;

std::optional<std::size_t> ColumnAt(const Dataset& data, std::string_view name) {
  const auto found = std::ranges::find(data.columns(), name);
  if (found == data.columns().end()) return std::nullopt;
  return static_cast<std::size_t>(found - data.columns().begin());
}

// "12 of 300 cases share their id with tune.csv: a, b, …"; empty when none do.
std::string Shared(const Dataset& judging, const RowKey& key, const Dataset& tuning, const RowKey& tuning_key,
                   const std::string& word, const std::string& path) {
  std::unordered_set<std::string> seen;
  for (std::size_t row = 0; row < tuning.size(); ++row) seen.insert(tuning_key(row));
  std::string ids;
  std::size_t count = 0;
  for (std::size_t row = 0; row < judging.size(); ++row) {
    if (!seen.contains(key(row))) continue;
    if (++count <= kMostShown) ids += (count == 1 ? "" : ", ") + std::string(judging.Id(row));
    if (count == kMostShown + 1) ids += ", …";
  }
  if (count == 0) return {};
  return std::to_string(count) + " of " + std::to_string(judging.size()) + " cases share their " + word + " with " + path +
         ": " + ids;
}

std::vector<std::string> ContentColumns(const Dataset& data, const TuningFile& tuning) {
  std::vector<std::string> names;
  for (const std::string& name : data.columns()) {
    if (name == kIdColumn || name == tuning.id || name == tuning.group || std::ranges::find(tuning.not_content, name) != tuning.not_content.end()) continue;
    names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

RowKey ColumnsKey(const Dataset& data, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) columns.push_back(*ColumnAt(data, name));
  return [&data, columns](std::size_t row) {
    std::string key;
    for (const std::size_t column : columns) {
      const std::string_view cell = data.Cell(row, column);
      key += std::to_string(cell.size()) + ":" + std::string(cell);
    }
    return key;
  };
}

}  // namespace

Results<LeakCheck> CheckLeaks(const Dataset& judging, const std::string& judging_sha256, const TuningFile& tuning) {
  LeakCheck check;
  const auto sha256 = base::Sha256HexOfFile(tuning.path);
  if (!sha256) return FailOne(sha256.error());
  if (*sha256 == judging_sha256) {
    check.leak = tuning.path + " is this very file";
    return check;
  }
  const DatasetInfo* format = data::FormatOfFile(tuning.path);
  if (format == nullptr) return FailOne({ErrorCode::kUnknownName, "can't tell the format of " + tuning.path + " by its extension"});
  DatasetOptions options;
  options.path = tuning.path, options.id = tuning.id;
  auto opened = format->open(options);
  if (!opened) return std::unexpected(std::move(opened).error());
  const Dataset& tuned = **opened;

  std::string words;
  const auto look = [&](const std::string& word, const RowKey& key, const RowKey& tuned_key) {
    words += (words.empty() ? "" : ", ") + word;
    if (check.leak.empty()) check.leak = Shared(judging, key, tuned, tuned_key, word, tuning.path);
  };
  if (!tuning.id.empty()) {
    look("id", [&](std::size_t row) { return std::string(judging.Id(row)); },
         [&](std::size_t row) { return std::string(tuned.Id(row)); });
  }
  if (tuning.id.empty() && ColumnAt(judging, kIdColumn) && ColumnAt(tuned, kIdColumn)) {
    look("id", ColumnsKey(judging, {std::string(kIdColumn)}), ColumnsKey(tuned, {std::string(kIdColumn)}));
  }
  if (!tuning.group.empty()) {
    if (!ColumnAt(judging, tuning.group) || !ColumnAt(tuned, tuning.group)) {
      return FailOne({ErrorCode::kBadReference, "there is no column '" + tuning.group + "' in both files", {}});
    }
    look(tuning.group, ColumnsKey(judging, {tuning.group}), ColumnsKey(tuned, {tuning.group}));
  }
  const std::vector<std::string> content = ContentColumns(judging, tuning);
  if (!content.empty() && content == ContentColumns(tuned, tuning)) {
    look("content", ColumnsKey(judging, content), ColumnsKey(tuned, content));
  }
  check.phrase = words.empty() ? "nothing to compare with " + tuning.path + " by: name a column of ids"
                               : "disjoint from " + tuning.path + " by " + words;
  return check;
}

Result<ThresholdFile> ReadThresholdFile(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  const auto bad = [&](const std::string& what) {
    return FailAt({.file = path}, ErrorCode::kBadRecord, what, "`assay score … --save-threshold FILE` writes one");
  };
  const auto document = base::ReadJson(text, path);
  if (!document) return bad("this is no threshold file: " + document.error().what);
  const auto word = [&](const char* key) {
    const base::JsonValue* value = document->Find(key);
    return value != nullptr && value->AsString() ? std::string(*value->AsString()) : std::string();
  };
  const base::JsonValue* threshold = document->Find("threshold");
  if (word("schema") != "assay.threshold/1" || threshold == nullptr || !threshold->AsDouble()) {
    return bad("this is no threshold file");
  }
  ThresholdFile file{.threshold = *threshold->AsDouble(), .method = word("method"), .set = word("set"),
                     .sha256 = word("sha256"), .min_precision = {}, .base_rate = {}};
  return file;
}

std::string ThresholdJson(const ThresholdFile& file) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.threshold/1").Member("threshold", file.threshold);
  json.Member("method", file.method).Member("min_precision", file.min_precision).Member("base_rate", file.base_rate);
  json.Member("set", file.set).Member("sha256", file.sha256).EndObject();
  return text + "\n";
}

}  // namespace assay::run
