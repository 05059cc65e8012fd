// SPDX-License-Identifier: Apache-2.0
//
// Both programs write one event a line, with the fields in this order; so lines are read, not JSON, and the official
// program's doubly quoted texts read as what they mean.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/file.h"
#include "record/mlperf_log_trace.h"

namespace assay::record {
namespace {

// What stands after "name": up to a comma or brace; the text without its quotes when it has some.
std::optional<std::string_view> EventField(std::string_view text, std::string_view name) {
  const std::size_t at = text.find("\"" + std::string(name) + "\":");
  if (at == text.npos) return std::nullopt;
  text = Trimmed(text.substr(at + name.size() + 3));
  if (!text.starts_with('"')) return Trimmed(text.substr(0, text.find_first_of(",}")));
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
    text = Trimmed(text.substr(close + 2));
    std::size_t end = text.find(",\"");
    if (end == text.npos) end = text.size();
    std::string_view value = Trimmed(text.substr(0, end));
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
  const auto name = EventField(fields, "name"), phase = EventField(fields, "ph");
  const auto start = Nanoseconds(EventField(fields, "ts"));
  if (!name || !phase || phase->size() != 1 || !start) return std::nullopt;
  constexpr std::string_view kPhases = "XbeCn";
  const std::size_t which = kPhases.find(phase->front());
  if (which == kPhases.npos) return std::nullopt;
  MlperfTraceEvent event;
  event.phase = static_cast<Phase>(which);
  event.name = *name;
  event.start_ns = *start;
  event.pid = Number<std::uint64_t>(EventField(fields, "pid")).value_or(0);
  event.tid = Number<std::uint64_t>(EventField(fields, "tid")).value_or(0);
  event.id = Number<std::uint64_t>(EventField(fields, "id")).value_or(0);
  event.duration_ns = Nanoseconds(EventField(fields, "dur")).value_or(0);
  if (args != line.npos) {
    std::string_view arguments = line.substr(args + 8);
    ReadArguments(arguments.substr(0, arguments.find_last_not_of('}') + 1), event.arguments);
  }
  return event;
}

}  // namespace

MlperfTraceReader::MlperfTraceReader(std::string file, std::function<void(MlperfTraceEvent&&)> take)
    : file_(std::move(file)), take_(std::move(take)) {}

void MlperfTraceReader::Damage(std::string what, std::string_view line) {
  if (read_.damage.size() == kMostDamage) return;
  read_.damage.push_back({ErrorCode::kSyntax, std::move(what),
                          {{file_, number_, 1, {}, std::string(line.substr(0, 200))}}, {}});
}

void MlperfTraceReader::Line(std::string_view line) {
  ++number_;
  if (number_ == 1) {
    started_ = line.starts_with("{\"traceEvents\":[");
    return;
  }
  line = Trimmed(line);
  if (!started_ || line.empty()) return;
  if (line == "{\"name\":\"LastTrace\"}") {
    ended_ = true;
    return;
  }
  if (ended_) {
    if (const auto opened = Nanoseconds(EventField(line, "ts"))) read_.opened_ns = *opened;
    return;
  }
  if (line.ends_with(',')) line.remove_suffix(1);
  if (auto event = ReadEvent(line)) {
    take_(*std::move(event));
  } else {
    Damage("expected a trace event, one a line", line);
  }
}

void MlperfTraceReader::Add(std::string_view piece) {
  any_ = any_ || !piece.empty();
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (end == piece.npos) {
      if (unfinished_.size() < kMostLine) unfinished_ += part;  // a longer one isn't an event, and is told so
      return;
    }
    if (unfinished_.empty()) {
      Line(part);
    } else {
      Line(unfinished_ += part);
      unfinished_.clear();
    }
    piece.remove_prefix(end + 1);
  }
}

Result<MlperfTraceRead> MlperfTraceReader::End() {
  if (!any_) return FailAt({file_}, ErrorCode::kEmpty, "the trace is empty: it was switched off");
  if (!unfinished_.empty()) Line(unfinished_);
  if (!started_) return FailAt({file_, 1, 1}, ErrorCode::kSyntax, "expected '{\"traceEvents\":[' at the start");
  if (!ended_) Damage("the trace is cut off: it has no LastTrace event", {});
  return std::move(read_);
}

Result<MlperfTrace> ReadMlperfTrace(std::string_view text, std::string_view file) {
  MlperfTrace trace;
  MlperfTraceReader reader(std::string(file), [&](MlperfTraceEvent&& event) { trace.events.push_back(std::move(event)); });
  reader.Add(text);
  ASSAY_TRY(read, reader.End());
  trace.opened_ns = read.opened_ns;
  trace.damage = std::move(read.damage);
  return trace;
}

Result<MlperfTraceRead> ReadMlperfTraceFile(const std::string& path, std::function<void(MlperfTraceEvent&&)> take) {
  MlperfTraceReader reader(path, std::move(take));
  ASSAY_CHECK_OK(base::ReadFileInPieces(path, [&](std::span<const std::byte> piece) {
    reader.Add({reinterpret_cast<const char*>(piece.data()), piece.size()});
  }));
  return reader.End();
}

}  // namespace assay::record
