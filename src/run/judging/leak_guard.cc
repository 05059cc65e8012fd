// SPDX-License-Identifier: Apache-2.0
#include "run/judging/leak_guard.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "base/sha256.h"
#include "data/format/format_of_file.h"
#include "run/error_list.h"
#include "run/measurement_text.h"
#include "text/near_duplicates.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::string_view kIdColumn = "id";  // names cases also where nobody says so
constexpr char kBetweenCells = '\x1F';  // the unit separator: no cell of a table has it

std::optional<std::size_t> ColumnAt(const Dataset& data, std::string_view name) {
  const auto found = std::ranges::find(data.columns(), name);
  if (found == data.columns().end()) return std::nullopt;
  return static_cast<std::size_t>(found - data.columns().begin());
}

std::string ShownIds(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kMostShown); ++i) text += (i == 0 ? "" : ", ") + ids[i];
  return text + (ids.size() > kMostShown ? ", …" : "");
}

// "12 of 300 cases share their id with tune.csv: a, b, …"; empty when none do.
std::string Shared(const CaseMarks& judging, const std::vector<std::string>& keys, const std::vector<std::string>& tuned,
                   const std::string& word, const std::string& path) {
  const std::unordered_set<std::string_view> seen(tuned.begin(), tuned.end());
  std::vector<std::string> ids;
  for (std::size_t row = 0; row < keys.size(); ++row) {
    if (seen.contains(keys[row])) ids.push_back(judging.names[row]);
  }
  if (ids.empty()) return {};
  return std::to_string(ids.size()) + " of " + std::to_string(keys.size()) + " cases share their " + word + " with " + path +
         ": " + ShownIds(ids);
}

std::string NearWarning(const CaseMarks& judging, const CaseMarks& tuned, const std::string& path) {
  const auto near = text::NearDuplicates(judging.contents, tuned.contents);
  if (!near) return "near-duplicates of " + path + " weren't looked for: there is too much text";
  const std::unordered_set<std::string_view> exact(tuned.contents.begin(), tuned.contents.end());
  std::vector<std::string> pairs;
  for (const text::NearDuplicate& one : *near) {
    if (exact.contains(judging.contents[one.text])) continue;  // a leak already
    pairs.push_back(judging.names[one.text] + " (" + tuned.names[one.known] + ", " + Fixed(one.similarity, 2) + ")");
  }
  if (pairs.empty()) return {};
  return std::to_string(pairs.size()) + " of " + std::to_string(judging.contents.size()) +
         (pairs.size() == 1 ? " cases is" : " cases are") + " nearly one of " + path + ", by runs of three words: " +
         ShownIds(pairs);
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

// The cells of these columns, one behind the other, of each row.
std::vector<std::string> Joined(const Dataset& data, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) columns.push_back(*ColumnAt(data, name));
  std::vector<std::string> keys(data.size());
  for (std::size_t row = 0; row < data.size(); ++row) {
    for (const std::size_t column : columns) (keys[row] += data.Cell(row, column)) += kBetweenCells;
  }
  return keys;
}

std::vector<std::string> NamesOf(const Dataset& data) {
  std::vector<std::string> names;
  for (std::size_t row = 0; row < data.size(); ++row) names.emplace_back(data.Id(row));
  return names;
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

  CaseMarks marks{.names = NamesOf(judging)}, tuned_marks{.names = NamesOf(tuned)};
  if (!tuning.id.empty()) {
    marks.ids = marks.names, tuned_marks.ids = tuned_marks.names;
  } else if (ColumnAt(judging, kIdColumn) && ColumnAt(tuned, kIdColumn)) {
    marks.ids = Joined(judging, {std::string(kIdColumn)}), tuned_marks.ids = Joined(tuned, {std::string(kIdColumn)});
  }
  if (!tuning.group.empty()) {
    if (!ColumnAt(judging, tuning.group) || !ColumnAt(tuned, tuning.group)) {
      return FailOne({ErrorCode::kBadReference, "there is no column '" + tuning.group + "' in both files", {}});
    }
    marks.groups = Joined(judging, {tuning.group}), tuned_marks.groups = Joined(tuned, {tuning.group});
  }
  const std::vector<std::string> content = ContentColumns(judging, tuning);
  if (!content.empty() && content == ContentColumns(tuned, tuning)) {
    marks.contents = Joined(judging, content), tuned_marks.contents = Joined(tuned, content);
  }
  return CompareMarks(marks, tuned_marks, tuning.path, tuning.group);
}

LeakCheck CompareMarks(const CaseMarks& judging, const CaseMarks& tuned, const std::string& tuned_name,
                       const std::string& group_word) {
  LeakCheck check;
  std::string words;
  const auto look = [&](const std::string& word, const std::vector<std::string>& keys, const std::vector<std::string>& others) {
    if (keys.empty() || others.empty()) return;
    words += (words.empty() ? "" : ", ") + word;
    if (check.leak.empty()) check.leak = Shared(judging, keys, others, word, tuned_name);
  };
  look("id", judging.ids, tuned.ids);
  look(group_word, judging.groups, tuned.groups);
  look("content", judging.contents, tuned.contents);
  if (!judging.contents.empty() && !tuned.contents.empty()) check.warning = NearWarning(judging, tuned, tuned_name);
  check.phrase = words.empty() ? "nothing to compare with " + tuned_name + " by: name a column of ids"
                               : "disjoint from " + tuned_name + " by " + words;
  return check;
}

Result<ThresholdFile> ReadThresholdFile(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseThreshold(text, path);
}

Result<ThresholdFile> ParseThreshold(std::string_view text, const std::string& path) {
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
