// SPDX-License-Identifier: Apache-2.0
#include "run/host_facts.h"

#include <charconv>

#include "base/system_clock.h"
#include "host/cpu_time.h"
#include "host/host_description.h"
#include "host/process_limits.h"
#include "spec/quantity.h"

namespace assay::run {
namespace {

constexpr std::uint64_t kWaits = 300;
constexpr std::int64_t kIntervalNs = 1'000'000;

std::string Percent(double share) {
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof text, share * 100, std::chars_format::fixed, 1).ptr) + " %";
}

std::string Latency(std::int64_t nanoseconds) { return spec::FormatDurationNs(static_cast<double>(nanoseconds)); }

void JudgeHost(const host::HostDescription& host, const std::optional<double>& steal, HostFacts& facts) {
  if (facts.lateness.waits > 0 && facts.lateness.p99_ns > kMostLatenessNs) {
    facts.unfit.push_back("waits end " + Latency(facts.lateness.p99_ns) + " late at the 99th percentile, limit " +
                          Latency(kMostLatenessNs) + ": other work takes the cores");
  }
  if (steal && *steal > kMostSteal) {
    facts.unfit.push_back(Percent(*steal) + " of the time is stolen by other virtual machines, limit " +
                          Percent(kMostSteal));
  }
  if (host.clock_source && *host.clock_source != "tsc" && *host.clock_source != "kvm-clock" &&
      *host.clock_source != "arch_sys_counter") {
    facts.unfit.push_back("the clock source is " + *host.clock_source + ", whose reads are slow");
  }
  if (host.governor && *host.governor != "performance") {
    facts.advice.push_back("the frequency governor is " + *host.governor + "; `performance` gives steadier latencies");
  }
  if (host.smt.value_or(false)) facts.advice.push_back("two hardware threads share a core: pin with `cores`");
  if (host.usable_cpus.value_or(2) < 2) {
    facts.advice.push_back("one usable CPU: the generator and the system must share it; say `shared_cores: declared`");
  }
  if (host.cpu_quota) facts.advice.push_back("a CPU quota is in force: a throttled generator is late");
}

}  // namespace

HostFacts ReadHostFacts(Clock& clock) {
  HostFacts facts;
  const host::HostDescription description = host::DescribeHost();
  const auto before = host::ReadCpuTime();
  if (const auto lateness = host::MeasureTimerLateness(clock, kWaits, kIntervalNs)) facts.lateness = *lateness;
  const auto after = host::ReadCpuTime();
  const auto steal = before && after ? host::StealShare(*before, *after) : std::nullopt;
  facts.rows = host::DescriptionLines(description);
  if (const auto* real = dynamic_cast<const base::SystemClock*>(&clock)) {
    facts.rows.emplace_back("spin lead", Latency(real->lead_ns()));
  }
  if (facts.lateness.waits > 0) {
    facts.rows.emplace_back("timer lateness", "p50 " + Latency(facts.lateness.p50_ns) + ", p99 " +
                                                  Latency(facts.lateness.p99_ns) + ", p99.9 " +
                                                  Latency(facts.lateness.p999_ns) + ", max " +
                                                  Latency(facts.lateness.max_ns));
  }
  facts.rows.emplace_back("steal", steal ? Percent(*steal) : "not known");
  const host::ProcessLimits limits = host::ReadProcessLimits();
  facts.rows.emplace_back("open files", limits.open_files ? std::to_string(*limits.open_files) : "not known");
  facts.rows.emplace_back("real-time priority", limits.may_use_real_time ? "allowed" : "not allowed");
  JudgeHost(description, steal, facts);
  return facts;
}

}  // namespace assay::run
