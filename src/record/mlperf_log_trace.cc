// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_trace.h"

#include "base/json.h"
#include "record/mlperf_log_detail.h"
#include "record/mlperf_number.h"

namespace assay::record {
namespace {

void AppendTime(std::string& out, std::string_view name, std::int64_t time_ns) {
  out += name;
  AppendNanosecondsAs(out, time_ns, 3);
}

void AppendQuoted(std::string& out, std::string_view text) { base::JsonWriter(out).Value(text); }

void AppendStart(std::string& out, std::string_view name, std::string_view phase, std::uint64_t pid) {
  out += "{\"name\":";
  AppendQuoted(out, name);
  AppendInteger(out.append(phase), pid);
}

void AppendScopeUpToArguments(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                              std::int64_t start_ns, std::int64_t duration_ns) {
  AppendStart(out, name, ",\"ph\":\"X\",\"pid\":", pid);
  AppendInteger(out += ",\"tid\":", tid);
  AppendTime(out, ",\"ts\":", start_ns);
  AppendTime(out, ",\"dur\":", duration_ns);
  out += ",\"args\":{";
}

}  // namespace

void AppendTraceHead(std::string& out) { out += "{\"traceEvents\":[\n"; }

void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns) {
  AppendScopeUpToArguments(out, name, pid, tid, start_ns, duration_ns);
  out += "}},\n";
}

void AppendTraceScope(std::string& out, std::string_view name, std::uint64_t pid, std::uint64_t tid,
                      std::int64_t start_ns, std::int64_t duration_ns, std::string_view key,
                      const MlperfValue& value) {
  AppendScopeUpToArguments(out, name, pid, tid, start_ns, duration_ns);
  AppendQuoted(out, key);
  out += ':';
  AppendMlperfValue(out, value);
  out += "}},\n";
}

void AppendTraceSample(std::string& out, std::string_view name, std::uint64_t pid, const TraceSample& sample) {
  AppendStart(out, name, ",\"cat\":\"default\",\"ph\":\"b\",\"pid\":", pid);
  AppendInteger(out += ",\"id\":", sample.sequence);
  AppendTime(out, ",\"ts\":", sample.scheduled_ns);
  AppendInteger(out += ",\"args\":{\"sample_seq\":", sample.sequence);
  AppendInteger(out += ",\"query_seq\":", sample.query);
  AppendInteger(out += ",\"sample_idx\":", sample.index);
  AppendInteger(out += ",\"issue_start_ns\":", sample.issue_ns);
  AppendInteger(out += ",\"complete_ns\":", sample.done_ns);
  out += "}},\n";
  AppendStart(out, name, ",\"cat\":\"default\",\"ph\":\"e\", \"pid\":", pid);
  AppendInteger(out += ",\"id\":", sample.sequence);
  AppendTime(out, ",\"ts\":", sample.scheduled_ns + sample.done_ns);
  out += "},\n";
}

void AppendTraceCounter(std::string& out, std::string_view name, std::uint64_t pid, std::int64_t at_ns,
                        std::int64_t issue_delay_ns, std::int64_t issue_to_done_ns) {
  AppendStart(out, name, ",\"ph\": \"C\",\"pid\":", pid);
  AppendTime(out, ",\"ts\":", at_ns);
  AppendInteger(out += ",\"args\":{ \"issue_delay\":", issue_delay_ns);
  AppendInteger(out += ",\"issue_to_done\":", issue_to_done_ns);
  out += "}},\n";
}

void AppendTraceFoot(std::string& out, std::int64_t opened_ns) {
  out += "{\"name\":\"LastTrace\"}\n],\n\"displayTimeUnit\":\"ns\",\n";
  AppendTime(out, "\"otherData\":{\n\"ts\":", opened_ns);
  out += ",\n\"version\":\"MLPerf LoadGen v1.0\"\n}\n}\n";
}

}  // namespace assay::record
