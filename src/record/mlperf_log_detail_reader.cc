// SPDX-License-Identifier: Apache-2.0
//
// Lines are cut from the outside: the key from the front, the fixed fields from the back, so that a value that isn't JSON
// (bare quotes in a name, nan) still reads.
#include <charconv>
#include <cmath>
#include <limits>

#include "record/mlperf_log_detail.h"

namespace assay::record {
namespace {

constexpr std::string_view kPrefix = ":::MLLOG";

// Takes `word` and blanks before it off the front.
bool Take(std::string_view& text, std::string_view word) {
  const std::size_t at = text.find_first_not_of(" \t");
  std::string_view rest = at == text.npos ? std::string_view() : text.substr(at);
  if (!rest.starts_with(word)) return false;
  text = rest.substr(word.size());
  return true;
}

template <class T>
std::optional<T> Number(std::string_view text) {
  text = Trimmed(text);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Two or four hex digits at `at`, as a code unit.
std::optional<unsigned> HexUnit(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  unsigned unit = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 4, unit, 16);
  if (error != std::errc() || end != text.data() + at + 4) return std::nullopt;
  return unit;
}

void AppendUtf8(std::string& out, unsigned code) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
}

// The text of a JSON string; as it stands when it isn't one (the official program escapes nothing).
std::string Unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return std::string(text);
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::string(text);
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    if (const std::size_t letter = kLetters.find(text[i]); letter != kLetters.npos) {
      out += kMeant[letter];
      continue;
    }
    auto code = text[i] == 'u' ? HexUnit(text, i + 1) : std::nullopt;
    if (!code) return std::string(text);
    i += 4;
    if (*code >= 0xD800 && *code < 0xDC00 && text.substr(i + 1, 2) == "\\u") {
      const auto low = HexUnit(text, i + 3);
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    AppendUtf8(out, *code);
  }
  return out;
}

std::optional<MlperfValue> ParseList(std::string_view text) {
  std::vector<std::uint64_t> values;
  text = text.substr(1, text.size() - 2);
  while (!Trimmed(text).empty()) {
    const std::size_t comma = text.find(',');
    const auto value = Number<std::uint64_t>(text.substr(0, comma));
    if (!value) return std::nullopt;
    values.push_back(*value);
    text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
  }
  return values;
}

// Where a text ends: at the first quote that isn't escaped and has `next` after it.
std::size_t EndOfText(std::string_view text, char next) {
  for (std::size_t at = text.find('"'); at != text.npos; at = text.find('"', at + 1)) {
    std::size_t escapes = 0;
    while (escapes < at && text[at - 1 - escapes] == '\\') ++escapes;
    if (escapes % 2 == 0 && at + 1 < text.size() && text[at + 1] == next) return at;
  }
  return text.npos;
}

// "k":"v" pairs.
std::optional<MlperfValue> ParseMap(std::string_view text) {
  MlperfMap map;
  text = text.substr(1, text.size() - 2);
  while (Take(text, "\"")) {
    const std::size_t middle = EndOfText(text, ':');
    if (middle == text.npos) return std::nullopt;
    std::string key = Unescaped(text.substr(0, middle));
    text.remove_prefix(middle + 2);
    if (!Take(text, "\"")) return std::nullopt;
    std::size_t end = EndOfText(text, ',');
    if (end == text.npos) end = text.rfind('"');
    if (end == text.npos) return std::nullopt;
    map.emplace_back(std::move(key), Unescaped(text.substr(0, end)));
    text.remove_prefix(end + 1);
    Take(text, ",");
  }
  if (!Trimmed(text).empty()) return std::nullopt;
  return map;
}

std::optional<MlperfValue> ParseValue(std::string_view text) {
  text = Trimmed(text);
  if (text.empty()) return std::nullopt;
  if (text == "true") return true;
  if (text == "false") return false;
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan" || text == "-nan" || text == "null") return std::numeric_limits<double>::quiet_NaN();
  const char first = text.front(), last = text.back();
  if (first == '"') {
    if (text.size() < 2 || last != '"') return std::nullopt;
    return Unescaped(text.substr(1, text.size() - 2));
  }
  if (first == '[') return last == ']' ? ParseList(text) : std::nullopt;
  if (first == '{') return last == '}' ? ParseMap(text) : std::nullopt;
  if (const auto value = Number<std::int64_t>(text)) return *value;
  if (const auto value = Number<std::uint64_t>(text)) return *value;
  if (const auto value = Number<double>(text)) return *value;
  return std::nullopt;
}

// The text after `name` and up to the next ',' or '}'.
std::string_view Field(std::string_view text, std::string_view name) {
  const std::size_t at = text.rfind(name);
  if (at == text.npos) return {};
  text.remove_prefix(at + name.size());
  return Trimmed(text.substr(0, text.find_first_of(",}")));
}

std::optional<MlperfLine> ParseLine(std::string_view text) {
  text = Trimmed(text);
  if (!Take(text, kPrefix) || !Take(text, "{") || !text.ends_with("}}")) return std::nullopt;
  if (!Take(text, "\"key\":") || !Take(text, "\"")) return std::nullopt;
  const std::size_t value_at = text.find("\"value\":");
  const std::size_t time_at = text.rfind("\"time_ms\":");
  if (value_at == text.npos || time_at == text.npos || time_at < value_at + 8) return std::nullopt;
  std::string_view key = Trimmed(text.substr(0, value_at));
  std::string_view value = Trimmed(text.substr(value_at + 8, time_at - value_at - 8));
  if (!key.ends_with("\",") && !key.ends_with("\" ,")) return std::nullopt;
  key = key.substr(0, key.rfind('"'));
  if (!value.ends_with(',')) return std::nullopt;
  value.remove_suffix(1);
  const std::string_view rest = text.substr(time_at);

  MlperfLine line;
  line.key = Unescaped(key);
  auto parsed = ParseValue(value);
  if (!parsed) return std::nullopt;
  line.value = *std::move(parsed);
  const auto time_ms = Number<double>(Field(rest, "\"time_ms\":"));
  // What was logged before the log was opened has a wild time in the official program's log.
  if (!time_ms) return std::nullopt;
  if (std::abs(*time_ms) < 9e12) line.time_ns = std::llround(*time_ms * 1e6);
  line.is_error = Field(rest, "\"is_error\":") == "true";
  line.is_warning = Field(rest, "\"is_warning\":") == "true";
  if (const std::size_t at = rest.find("\"file\":"); at != rest.npos) {
    std::string_view file = rest.substr(at + 7);
    if (Take(file, "\"")) line.file = Unescaped(file.substr(0, EndOfText(file, ',')));
  }
  line.line = Number<std::int64_t>(Field(rest, "\"line_no\":")).value_or(0);
  line.pid = Number<std::uint64_t>(Field(rest, "\"pid\":")).value_or(0);
  line.tid = Number<std::uint64_t>(Field(rest, "\"tid\":")).value_or(0);
  return line;
}

}  // namespace

const MlperfValue* MlperfDetail::Find(std::string_view key) const {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].key == key) return &lines[i].value;
  }
  return nullptr;
}

std::optional<std::string_view> MlperfDetail::FindText(std::string_view key) const {
  const MlperfValue* value = Find(key);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  if (text == nullptr) return std::nullopt;
  return *text;
}

std::optional<double> MlperfDetail::FindNumber(std::string_view key) const {
  const MlperfValue* value = Find(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<std::int64_t>(value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<std::uint64_t>(value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<double>(value)) return *number;
  return std::nullopt;
}

std::optional<std::uint64_t> MlperfDetail::FindCount(std::string_view key) const {
  const MlperfValue* value = Find(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<std::int64_t>(value); number != nullptr && *number >= 0) {
    return static_cast<std::uint64_t>(*number);
  }
  if (const auto* number = std::get_if<std::uint64_t>(value)) return *number;
  return std::nullopt;
}

std::optional<bool> MlperfDetail::FindBool(std::string_view key) const {
  const MlperfValue* value = Find(key);
  const auto* flag = value == nullptr ? nullptr : std::get_if<bool>(value);
  if (flag == nullptr) return std::nullopt;
  return *flag;
}

Result<MlperfDetail> ReadMlperfDetail(std::string_view text, std::string_view file) {
  if (text.empty()) return FailAt({std::string(file)}, ErrorCode::kEmpty, "the detail log is empty");
  MlperfDetail detail;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool cut = end == text.npos;
    const std::string_view whole = text.substr(0, end);
    text = cut ? std::string_view() : text.substr(end + 1);
    ++number;
    if (Trimmed(whole).empty()) continue;
    if (auto line = ParseLine(whole)) {
      detail.lines.push_back(*std::move(line));
      detail.line_numbers.push_back(number);
      continue;
    }
    Where where{.file = std::string(file), .line = number, .column = 1, .source = std::string(whole.substr(0, 200))};
    detail.damage.push_back({ErrorCode::kSyntax,
                             cut ? "the last line is cut off: expected ':::MLLOG {\"key\": …}' and a newline"
                                 : "expected a line ':::MLLOG {\"key\": …, \"value\": …, …}'",
                             {std::move(where)}});
  }
  if (detail.lines.empty()) {
    if (detail.damage.empty()) return FailAt({std::string(file)}, ErrorCode::kEmpty, "the detail log holds no line");
    return std::unexpected(detail.damage.front());
  }
  return detail;
}

}  // namespace assay::record
