// SPDX-License-Identifier: Apache-2.0
#include "load/arrival_trace.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace assay::load {
namespace {

struct Field {
  std::string text;
  int column = 1;  // in bytes, 1-based
};

// Splits a line at its commas; a field may stand in double quotes, with "" for a quote. Empty when
// a quote stays open or something follows a closing one.
std::optional<std::vector<Field>> SplitLine(std::string_view line) {
  std::vector<Field> fields;
  std::size_t at = 0;
  for (;;) {
    Field field;
    field.column = static_cast<int>(at) + 1;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at == line.size()) return std::nullopt;
        if (line[at] == '"' && (++at == line.size() || line[at] != '"')) break;
        field.text += line[at];
      }
      if (at < line.size() && line[at] != ',') return std::nullopt;
    } else {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      field.text = line.substr(at, comma - at);
      at = comma;
    }
    fields.push_back(std::move(field));
    if (at == line.size()) return fields;
    ++at;
  }
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A number in the C locale's form, NaN and infinity included.
std::optional<double> Number(std::string_view text) {
  text = Trim(text);
  double value = 0;
  const auto [stopped, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || stopped != text.data() + text.size()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) return HUGE_VAL;
  if (failure != std::errc()) return std::nullopt;
  return value;
}

class TraceReading {
 public:
  explicit TraceReading(const std::string& file) : file_(file) {}

  Results<std::vector<double>> Read(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      std::string_view line = bytes.substr(0, end);
      bytes = end == std::string_view::npos ? std::string_view() : bytes.substr(end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (line.empty() && bytes.find_first_not_of("\r\n") == std::string_view::npos)
        break;  // ends with empty lines
      ReadLine(line);
    }
    if (refused_ > errors_.size()) {
      Where where;
      where.file = file_;
      errors_.push_back({ErrorCode::kBadRow,
                         "and " + std::to_string(refused_ - errors_.size()) + " more bad rows",
                         {std::move(where)}});
    }
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    if (offsets_.empty()) {
      Where where;
      where.file = file_;
      return std::unexpected(Errors{
          {ErrorCode::kEmpty, "expected at least 1 arrival, found none", {std::move(where)}}});
    }
    return std::move(offsets_);
  }

 private:
  void ReadLine(std::string_view line) {
    const auto fields = SplitLine(line);
    if (!fields)
      return Refuse(1, line, ErrorCode::kBadRow,
                    "expected a closing quote before the end of the field");
    if (width_ == 0) {
      width_ = fields->size();
      if (IsHeader(*fields)) return;
    }
    if (fields->size() != width_) {
      return Refuse(1, line, ErrorCode::kBadRow,
                    "expected " + std::to_string(width_) + " fields as in the first line, found " +
                        std::to_string(fields->size()));
    }
    ReadOffset((*fields)[column_], line);
  }

  // A first line without any number is a header; it says which column is `t`.
  bool IsHeader(const std::vector<Field>& fields) {
    for (const Field& field : fields) {
      if (Number(field.text)) return false;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (Trim(fields[i].text) == "t") column_ = i;
    }
    return true;
  }

  void ReadOffset(const Field& field, std::string_view line) {
    const auto offset = Number(field.text);
    if (!offset) {
      return Refuse(field.column, line, ErrorCode::kBadRow,
                    "expected seconds as a number, found '" + field.text + "'");
    }
    if (!std::isfinite(*offset)) {
      return Refuse(field.column, line, ErrorCode::kNotFinite,
                    "expected finite seconds, found '" + field.text + "'");
    }
    if (*offset < 0) {
      return Refuse(field.column, line, ErrorCode::kOutOfRange,
                    "expected 0 or more seconds, found '" + field.text + "'");
    }
    if (!offsets_.empty() && *offset < offsets_.back()) {
      return Refuse(
          field.column, line, ErrorCode::kBadRow,
          "expected arrivals in order of time, found '" + field.text + "' after a later one",
          "sort the file by this column");
    }
    offsets_.push_back(*offset);
  }

  void Refuse(int column, std::string_view line, ErrorCode code, std::string what,
              std::string hint = {}) {
    constexpr std::size_t kMostErrors = 20;
    constexpr std::size_t kMostText = 200;
    ++refused_;
    if (errors_.size() == kMostErrors) return;
    Where where{file_, line_, column, "row " + std::to_string(line_),
                std::string(line.substr(0, kMostText))};
    errors_.push_back({code, std::move(what), {std::move(where)}, std::move(hint)});
  }

  const std::string& file_;
  int line_ = 0;
  std::size_t width_ = 0;
  std::size_t column_ = 0;
  std::size_t refused_ = 0;
  std::vector<double> offsets_;
  Errors errors_;
};

}  // namespace

Results<std::vector<double>> ParseArrivalTrace(const std::string& file, std::string_view bytes) {
  return TraceReading(file).Read(bytes);
}

}  // namespace assay::load
