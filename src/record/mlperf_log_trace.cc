// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_trace.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/json.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_number.h"

namespace assay::record {
namespace {

void AppendTime(std::string& out, std::string_view name, std::int64_t time_ns) {
  out += name;
  AppendNanosecondsAs(out, time_ns, 3);
}

void AppendJsonText(std::string& out, std::string_view text) { base::JsonWriter(out).Value(text); }

// Of a line, or the two of a sample, without the names: the words are below 250 and the numbers at most eleven.
constexpr std::size_t kMostTraceLine = 250 + 11 * kMostDigits;

// Writes on from a place that has room.
class Pen {
 public:
  explicit Pen(char* at) : at_(at) {}
  Pen& Text(std::string_view text) {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
    return *this;
  }
  template <class T>
  Pen& Integer(T value) {
    at_ = WriteInteger(at_, value);
    return *this;
  }
  Pen& Microseconds(std::int64_t time_ns) {
    at_ = WriteMicroseconds(at_, time_ns);
    return *this;
  }
  char* at() const { return at_; }

 private:
  char* at_;
};

template <class Write>
void AppendWithin(std::string& out, std::size_t most, const Write& write) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + most, [&](char* text, std::size_t) {
    return static_cast<std::size_t>(write(Pen(text + before)) - text);
  });
}

// A name in quotes. Those of events are short and plain; others take the longer way.
class QuotedName {
 public:
  explicit QuotedName(std::string_view name) {
    const bool plain = name.size() <= short_.size() - 2 && std::ranges::all_of(name, [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '|';
    });
    if (!plain) {
      AppendJsonText(long_, name);
      return;
    }
    text_ = {short_.data(), static_cast<std::size_t>(Pen(short_.data()).Text("\"").Text(name).Text("\"").at() -
                                                     short_.data())};
  }
  QuotedName(const QuotedName&) = delete;
  QuotedName& operator=(const QuotedName&) = delete;
  std::string_view text() const { return long_.empty() ? text_ : std::string_view(long_); }

 private:
  std::array<char, 40> short_;
  std::string_view text_;
  std::string long_;
};

}  // namespace

void AppendTraceHead(std::string& out) { out += "{\"traceEvents\":[\n"; }

TraceScope::TraceScope(std::string_view name, std::uint64_t pid, std::uint64_t tid) {
  begin_ = "{\"name\":";
  AppendJsonText(begin_, name);
  AppendInteger(begin_ += ",\"ph\":\"X\",\"pid\":", pid);
  AppendInteger(begin_ += ",\"tid\":", tid);
  begin_ += ",\"ts\":";
}

void TraceScope::Append(std::string& out, std::int64_t start_ns, std::int64_t duration_ns) const {
  AppendWithin(out, kMostTraceLine + begin_.size(), [&](Pen pen) {
    pen.Text(begin_).Microseconds(start_ns).Text(",\"dur\":").Microseconds(duration_ns);
    return pen.Text(",\"args\":{}},\n").at();
  });
}

void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns) {
  TraceScope(name, pid, tid).Append(out, start_ns, duration_ns);
}

void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns, std::string_view key,
                      const MlperfValue& value) {
  AppendTraceScope(out, name, pid, tid, start_ns, duration_ns);
  out.resize(out.size() - std::string_view("}},\n").size());
  AppendJsonText(out, key);
  out += ':';
  AppendMlperfValue(out, value);
  out += "}},\n";
}

// Samples are a run's many lines: their texts are written into room that is sure to be enough.
void AppendTraceSample(std::string& out, std::string_view name, std::uint64_t pid, const TraceSample& sample) {
  const QuotedName quoted(name);
  char sequence[kMostDigits];
  const std::string_view number(sequence, static_cast<std::size_t>(WriteInteger(sequence, sample.sequence) - sequence));
  AppendWithin(out, kMostTraceLine + 2 * quoted.text().size(), [&](Pen pen) {
    pen.Text("{\"name\":").Text(quoted.text()).Text(",\"cat\":\"default\",\"ph\":\"b\",\"pid\":").Integer(pid);
    pen.Text(",\"id\":").Text(number).Text(",\"ts\":").Microseconds(sample.scheduled_ns);
    pen.Text(",\"args\":{\"sample_seq\":").Text(number).Text(",\"query_seq\":").Integer(sample.query);
    pen.Text(",\"sample_idx\":").Integer(sample.index).Text(",\"issue_start_ns\":").Integer(sample.issue_ns);
    pen.Text(",\"complete_ns\":").Integer(sample.done_ns).Text("}},\n");
    pen.Text("{\"name\":").Text(quoted.text()).Text(",\"cat\":\"default\",\"ph\":\"e\", \"pid\":").Integer(pid);
    pen.Text(",\"id\":").Text(number).Text(",\"ts\":").Microseconds(sample.scheduled_ns + sample.done_ns);
    return pen.Text("},\n").at();
  });
}

void AppendTraceCounter(std::string& out, std::string_view name, std::uint64_t pid, std::int64_t at_ns,
                        std::int64_t issue_delay_ns, std::int64_t issue_to_done_ns) {
  const QuotedName quoted(name);
  AppendWithin(out, kMostTraceLine + quoted.text().size(), [&](Pen pen) {
    pen.Text("{\"name\":").Text(quoted.text()).Text(",\"ph\": \"C\",\"pid\":").Integer(pid);
    pen.Text(",\"ts\":").Microseconds(at_ns);
    pen.Text(",\"args\":{ \"issue_delay\":").Integer(issue_delay_ns);
    return pen.Text(",\"issue_to_done\":").Integer(issue_to_done_ns).Text("}},\n").at();
  });
}

void AppendTraceFoot(std::string& out, std::int64_t opened_ns) {
  out += "{\"name\":\"LastTrace\"}\n],\n\"displayTimeUnit\":\"ns\",\n";
  AppendTime(out, "\"otherData\":{\n\"ts\":", opened_ns);
  out += ",\n\"version\":\"MLPerf LoadGen v1.0\"\n}\n}\n";
}

}  // namespace assay::record
