// SPDX-License-Identifier: Apache-2.0
#include "host/host_description.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>
#include <string_view>

#include "base/file.h"

namespace assay::host {
namespace {

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n\"");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\"") - first + 1);
}

std::optional<std::string> Text(const std::string& path) {
  const auto bytes = base::ReadFile(path);
  if (!bytes || Trim(*bytes).empty()) return std::nullopt;
  return std::string(Trim(*bytes));
}

template <class T>
std::optional<T> Number(std::optional<std::string_view> text) {
  T value{};
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end == text->data()) return std::nullopt;
  return value;
}

// Calls take(key, value) for each line "key<separator>value".
template <class Take>
void ForEachLine(std::string_view text, char separator, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t at = line.find(separator);
    if (at != std::string_view::npos) take(Trim(line.substr(0, at)), Trim(line.substr(at + 1)));
  }
}

void DescribeCpu(const std::string& root, HostDescription* host) {
  const std::string text = Text(root + "/proc/cpuinfo").value_or("");
  std::uint64_t logical = 0;
  std::string package = "0";
  std::set<std::pair<std::string, std::string>> cores;
  ForEachLine(text, ':', [&](std::string_view key, std::string_view value) {
    if (key == "processor") ++logical;
    if (key == "model name" && !host->cpu_model && !value.empty()) host->cpu_model = value;
    if (key == "physical id") package = value;
    if (key == "core id") cores.emplace(package, value);
    if (key == "flags") host->hypervisor = (" " + std::string(value) + " ").find(" hypervisor ") != std::string::npos;
  });
  if (logical > 0) host->logical_cpus = logical;
  if (!cores.empty()) host->physical_cores = cores.size();
  if (const auto active = Text(root + "/sys/devices/system/cpu/smt/active")) {
    host->smt = *active == "1";
  } else if (host->logical_cpus && host->physical_cores) {
    host->smt = *host->logical_cpus > *host->physical_cores;
  }
  host->clock_source = Text(root + "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  const auto names = base::ListDirectory(root + "/sys/devices/system/cpu");
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    const auto governor = Text(root + "/sys/devices/system/cpu/" + name + "/cpufreq/scaling_governor");
    if (!governor) continue;
    host->governor = !host->governor || *host->governor == *governor ? *governor : "mixed";
  }
}

void DescribeMemory(const std::string& root, HostDescription* host) {
  const std::string text = Text(root + "/proc/meminfo").value_or("");
  ForEachLine(text, ':', [&](std::string_view key, std::string_view value) {
    const auto kibibytes = Number<std::uint64_t>(value);
    if (!kibibytes) return;
    if (key == "MemTotal") host->memory_bytes = *kibibytes * 1024;
    if (key == "MemAvailable") host->memory_available_bytes = *kibibytes * 1024;
  });
}

// Version 2 keeps one file per limit; version 1 had a folder per controller.
void DescribeControlGroup(const std::string& root, HostDescription* host) {
  const std::string group = root + "/sys/fs/cgroup";
  if (const auto most = Text(group + "/cpu.max")) {
    const auto quota = Number<double>(*most);  // "max 100000" has none
    const std::size_t space = most->find(' ');
    const auto period = space == std::string::npos ? std::nullopt : Number<double>(most->substr(space + 1));
    if (quota && period && *period > 0) host->cpu_quota = *quota / *period;
  } else {
    const auto quota = Number<double>(Text(group + "/cpu/cpu.cfs_quota_us"));
    const auto period = Number<double>(Text(group + "/cpu/cpu.cfs_period_us"));
    if (quota && period && *quota > 0 && *period > 0) host->cpu_quota = *quota / *period;
  }
  auto limit = Number<std::uint64_t>(Text(group + "/memory.max"));
  if (!limit) limit = Number<std::uint64_t>(Text(group + "/memory/memory.limit_in_bytes"));
  // Version 1 writes "no limit" as a number near 2^63.
  if (limit && *limit < std::uint64_t{1} << 60) host->memory_limit_bytes = limit;
}

void DescribeContainer(const std::string& root, HostDescription* host) {
  if (base::FileExists(root + "/.dockerenv")) host->container = "docker";
  if (base::FileExists(root + "/run/.containerenv")) host->container = "podman";
  const std::string groups = Text(root + "/proc/1/cgroup").value_or("");
  for (const std::string_view name : {"kubepods", "docker", "lxc", "libpod"}) {
    if (!host->container && groups.find(name) != std::string::npos) host->container = name;
  }
  if (!host->container && !groups.empty()) host->container = "none seen";
}

void DescribeSystem(const std::string& root, HostDescription* host) {
  const std::string text = Text(root + "/etc/os-release").value_or("");
  ForEachLine(text, '=', [&](std::string_view key, std::string_view value) {
    if (key == "PRETTY_NAME") host->distribution = value;
  });
  host->load_average = Number<double>(Text(root + "/proc/loadavg"));
  if (!root.empty()) return;
  if (utsname names{}; uname(&names) == 0) {
    host->architecture = names.machine;
    host->kernel = std::string(names.sysname) + " " + names.release;
  }
  if (cpu_set_t set; sched_getaffinity(0, sizeof set, &set) == 0) {
    host->usable_cpus = static_cast<std::uint64_t>(CPU_COUNT(&set));
  }
}

std::string Show(const std::string& text) { return text; }
std::string Show(bool value) { return value ? "yes" : "no"; }
std::string Show(std::uint64_t value) { return std::to_string(value); }
std::string Show(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}
std::string Bytes(std::uint64_t value) { return Show(static_cast<double>(value) / (1024.0 * 1024 * 1024)) + " GiB"; }

}  // namespace

HostDescription DescribeHost(const std::string& root) {
  HostDescription host;
  DescribeCpu(root, &host);
  DescribeMemory(root, &host);
  DescribeControlGroup(root, &host);
  DescribeContainer(root, &host);
  DescribeSystem(root, &host);
  return host;
}

std::vector<std::pair<std::string, std::string>> DescriptionLines(const HostDescription& host) {
  std::vector<std::pair<std::string, std::string>> lines;
  const auto add = [&](const char* name, const auto& value) {
    lines.emplace_back(name, value ? Show(*value) : "not known");
  };
  const auto add_bytes = [&](const char* name, const std::optional<std::uint64_t>& value) {
    lines.emplace_back(name, value ? Bytes(*value) : "not known");
  };
  add("cpu", host.cpu_model);
  add("logical cpus", host.logical_cpus);
  add("usable cpus", host.usable_cpus);
  add("physical cores", host.physical_cores);
  add("smt", host.smt);
  add_bytes("memory", host.memory_bytes);
  add_bytes("memory available", host.memory_available_bytes);
  add("architecture", host.architecture);
  add("kernel", host.kernel);
  add("distribution", host.distribution);
  add("governor", host.governor);
  add("clock source", host.clock_source);
  add("hypervisor", host.hypervisor);
  add("container", host.container);
  lines.emplace_back("cpu quota", host.cpu_quota ? Show(*host.cpu_quota) : "none seen");
  lines.emplace_back("memory limit", host.memory_limit_bytes ? Bytes(*host.memory_limit_bytes) : "none seen");
  add("load average", host.load_average);
  return lines;
}

}  // namespace assay::host
