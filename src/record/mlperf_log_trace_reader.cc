// SPDX-License-Identifier: Apache-2.0
//
// Both programs write one event a line, with the fields in this order; so lines are read, not JSON, and the official
// program's doubly quoted texts read as what they mean.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "record/mlperf_log_trace.h"

namespace assay::record {
namespace {

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What stands after "name": up to a comma or brace; the text without its quotes when it has some.
std::optional<std::string_view> Field(std::string_view text, std::string_view name) {
  const std::size_t at = text.find("\"" + std::string(name) + "\":");
  if (at == text.npos) return std::nullopt;
  text = Trim(text.substr(at + name.size() + 3));
  if (!text.starts_with('"')) return Trim(text.substr(0, text.find_first_of(",}")));
  const std::size_t end = text.find('"', 1);
  if (end == text.npos) return std::nullopt;
  return text.substr(1, end - 1);
}

template <class T>
std::optional<T> Number(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  T value{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return value;
}

// Microseconds with decimals as whole ns.
std::optional<std::int64_t> Nanoseconds(std::optional<std::string_view> text) {
  const auto micros = Number<double>(text);
  if (!micros || !(std::abs(*micros) < 9e15)) return std::nullopt;
  // Exact to the ns for what a double holds; a time since 1970 in µs keeps a quarter of one.
  return static_cast<std::int64_t>(std::llround(*micros * 1e3));
}

// "key":value pairs without braces.
void ReadArguments(std::string_view text, std::vector<std::pair<std::string, MlperfValue>>& into) {
  while (true) {
    const std::size_t open = text.find('"');
    if (open == text.npos) return;
    const std::size_t close = text.find("\":", open + 1);
    if (close == text.npos) return;
    std::string key(text.substr(open + 1, close - open - 1));
    text = Trim(text.substr(close + 2));
    std::size_t end = text.find(",\"");
    if (end == text.npos) end = text.size();
    std::string_view value = Trim(text.substr(0, end));
    text = text.substr(std::min(text.size(), end + 1));
    if (const auto number = Number<std::int64_t>(value)) {
      into.emplace_back(std::move(key), *number);
      continue;
    }
    while (value.starts_with('"')) value.remove_prefix(1);
    while (value.ends_with('"')) value.remove_suffix(1);
    into.emplace_back(std::move(key), std::string(value));
  }
}

std::optional<MlperfTraceEvent> ReadEvent(std::string_view line) {
  using Phase = MlperfTraceEvent::Phase;
  if (!line.starts_with('{') || !line.ends_with('}')) return std::nullopt;
  const std::size_t args = line.find("\"args\":{");
  const std::string_view fields = line.substr(0, args);
  const auto name = Field(fields, "name"), phase = Field(fields, "ph");
  const auto start = Nanoseconds(Field(fields, "ts"));
  if (!name || !phase || phase->size() != 1 || !start) return std::nullopt;
  constexpr std::string_view kPhases = "XbeCn";
  const std::size_t which = kPhases.find(phase->front());
  if (which == kPhases.npos) return std::nullopt;
  MlperfTraceEvent event;
  event.phase = static_cast<Phase>(which);
  event.name = *name;
  event.start_ns = *start;
  event.pid = Number<std::uint64_t>(Field(fields, "pid")).value_or(0);
  event.tid = Number<std::uint64_t>(Field(fields, "tid")).value_or(0);
  event.id = Number<std::uint64_t>(Field(fields, "id")).value_or(0);
  event.duration_ns = Nanoseconds(Field(fields, "dur")).value_or(0);
  if (args != line.npos) {
    std::string_view arguments = line.substr(args + 8);
    ReadArguments(arguments.substr(0, arguments.find_last_not_of('}') + 1), event.arguments);
  }
  return event;
}

}  // namespace

Result<MlperfTrace> ReadMlperfTrace(std::string_view text, std::string_view file) {
  if (text.empty()) return FailAt({std::string(file)}, ErrorCode::kEmpty, "the trace is empty: it was switched off");
  if (!text.starts_with("{\"traceEvents\":[")) {
    return FailAt({std::string(file), 1, 1}, ErrorCode::kSyntax, "expected '{\"traceEvents\":[' at the start");
  }
  MlperfTrace trace;
  bool ended = false;
  int number = 1;
  const auto damage = [&](std::string what, std::string_view line) {
    trace.damage.push_back({ErrorCode::kSyntax, std::move(what),
                            {{std::string(file), number, 1, {}, std::string(line.substr(0, 200))}}, {}});
  };
  for (text.remove_prefix(std::min(text.size(), text.find('\n'))); text.starts_with('\n');) {
    text.remove_prefix(1);
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(end);
    if (line.empty()) continue;
    if (line == "{\"name\":\"LastTrace\"}") {
      ended = true;
      continue;
    }
    if (ended) {
      if (const auto opened = Nanoseconds(Field(line, "ts"))) trace.opened_ns = *opened;
      continue;
    }
    if (line.ends_with(',')) line.remove_suffix(1);
    if (auto event = ReadEvent(line)) {
      trace.events.push_back(*std::move(event));
    } else {
      damage("expected a trace event, one a line", line);
    }
  }
  if (!ended) damage("the trace is cut off: it has no LastTrace event", {});
  return trace;
}

}  // namespace assay::record
