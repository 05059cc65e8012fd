// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "record/cases.h"

namespace assay::record {
namespace {

constexpr std::size_t kMostErrors = 20;

// Takes the members of one line and remembers the first that doesn't fit.
class LineReader {
 public:
  LineReader(const base::JsonValue& line, Where where) : line_(line), where_(std::move(where)) {}

  template <class T>
  T Required(std::string_view key, std::optional<T> (base::JsonValue::*as)() const, std::string_view expected) {
    const base::JsonValue* value = Find(key);
    if (value == nullptr) return T();
    if (const std::optional<T> found = (value->*as)()) return *found;
    Wrong(key, *value, expected);
    return T();
  }
  template <class T>
  std::optional<T> Optional(std::string_view key, std::optional<T> (base::JsonValue::*as)() const,
                            std::string_view expected) {
    const base::JsonValue* value = Find(key);
    if (value == nullptr || value->IsNull()) return std::nullopt;
    const std::optional<T> found = (value->*as)();
    if (!found) Wrong(key, *value, expected);
    return found;
  }
  SampleStatus Status(std::string_view key) {
    const std::string_view name = Required(key, &base::JsonValue::AsString, "a text");
    for (int i = 0; i <= static_cast<int>(SampleStatus::kLost); ++i) {
      if (StatusName(static_cast<SampleStatus>(i)) == name) return static_cast<SampleStatus>(i);
    }
    Note(key, ErrorCode::kUnknownName, "expected ok, error, cancelled, lost or pending, found '" + std::string(name) + "'");
    return SampleStatus::kPending;
  }
  std::optional<Error>& error() { return error_; }

 private:
  const base::JsonValue* Find(std::string_view key) {
    const base::JsonValue* value = line_.Find(key);
    if (value == nullptr) Note(key, ErrorCode::kMissingKey, "expected the key '" + std::string(key) + "'");
    return value;
  }
  void Wrong(std::string_view key, const base::JsonValue& value, std::string_view expected) {
    Note(key, ErrorCode::kWrongType, "expected " + std::string(expected) + ", found " + std::string(value.KindName()));
  }
  void Note(std::string_view key, ErrorCode code, std::string what) {
    if (error_) return;
    Where where = where_;
    where.path = key;
    error_ = Error{code, std::move(what), {where}};
  }

  const base::JsonValue& line_;
  Where where_;
  std::optional<Error> error_;
};

Result<CaseLine> ReadLine(std::string_view text, const std::string& path, int number) {
  auto value = base::ReadJson(text, path);
  if (!value) {
    value.error().where[0].line = number;
    return std::unexpected(std::move(value).error());
  }
  using base::JsonValue;
  LineReader reader(*value, {.file = path, .line = number, .column = 1, .source = std::string(text)});
  CaseLine line;
  line.sample = reader.Required("sample", &JsonValue::AsUint64, "a count");
  line.id = reader.Required("id", &JsonValue::AsString, "a text");
  line.index = reader.Required("index", &JsonValue::AsUint64, "a count");
  line.label = reader.Optional("label", &JsonValue::AsString, "a text");
  line.predicted = reader.Optional("predicted", &JsonValue::AsString, "a text");
  line.score = reader.Optional("score", &JsonValue::AsDouble, "a number");
  line.correct = reader.Optional("correct", &JsonValue::AsBool, "true or false");
  line.status = reader.Status("status");
  line.latency_ns = reader.Optional("latency_ns", &JsonValue::AsInt64, "a whole number");
  line.slow = reader.Optional("slow", &JsonValue::AsBool, "true or false");
  if (reader.error()) return std::unexpected(*std::move(reader.error()));
  return line;
}

}  // namespace

Results<std::vector<CaseLine>> ReadCases(const std::string& path) {
  auto text = base::ReadFile(path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  std::vector<CaseLine> lines;
  Errors errors;
  std::string_view rest = *text;
  for (int number = 1; !rest.empty() && errors.size() < kMostErrors; ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    auto line = ReadLine(rest.substr(0, end), path, number);
    if (line) lines.push_back(*std::move(line));
    else errors.push_back(std::move(line).error());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (lines.empty() && errors.empty()) {
    errors.push_back({ErrorCode::kEmpty, "expected a line per sample, found an empty file", {{.file = path}}});
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return lines;
}

}  // namespace assay::record
