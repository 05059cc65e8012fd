// SPDX-License-Identifier: Apache-2.0
// What the machine is, as far as it says so itself: for the record of a run, and for judging whether it can measure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::host {

// Empty = not known: the file isn't there, or says nothing. Nothing is guessed.
struct HostDescription {
  std::optional<std::string> cpu_model;
  std::optional<std::uint64_t> logical_cpus;    // online
  std::optional<std::uint64_t> usable_cpus;     // by this process's affinity
  std::optional<std::uint64_t> physical_cores;
  std::optional<bool> smt;                      // cores run several threads
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> memory_available_bytes;
  std::optional<std::string> architecture;      // x86_64
  std::optional<std::string> kernel;            // Linux 6.1.0-18-amd64
  std::optional<std::string> distribution;      // Debian GNU/Linux 12 (bookworm)
  std::optional<std::string> governor;          // of the CPUs' frequency: "performance"; "mixed" when they differ
  std::optional<std::string> clock_source;      // tsc, kvm-clock, hpet, …
  std::optional<bool> hypervisor;               // the CPU says that it is virtual
  std::optional<std::string> container;         // docker, podman, lxc, …; "none seen"
  std::optional<double> cpu_quota;              // CPUs that the control group allows; empty also without a limit
  std::optional<std::uint64_t> memory_limit_bytes;  // of the control group; likewise
  std::optional<double> load_average;           // over the last minute
};

// Reads the running machine's /proc, /sys and /etc. `root` stands before these paths, for a machine kept in a folder.
// What a system call tells (affinity, architecture and kernel) is left out then.
// Threads  safe.
HostDescription DescribeHost(const std::string& root = {});

// Name and value of each field, in order; "not known" where there is none.
std::vector<std::pair<std::string, std::string>> DescriptionLines(const HostDescription& host);

}  // namespace assay::host
