// SPDX-License-Identifier: Apache-2.0
#include "host/host_description.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay::host {
namespace {

// A machine in a folder.
class HostDescriptionTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "/host_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void Put(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::string root_;
};

// Two packages of two cores with two threads each, in the kernel's format.
std::string CpuInfo() {
  std::string text;
  for (int cpu = 0; cpu < 8; ++cpu) {
    text += "processor\t: " + std::to_string(cpu) + "\nmodel name\t: Example CPU @ 2.00GHz\nphysical id\t: " +
            std::to_string(cpu / 4) + "\ncore id\t\t: " + std::to_string(cpu % 2) +
            "\nflags\t\t: fpu tsc hypervisor sse\n\n";
  }
  return text;
}

TEST_F(HostDescriptionTest, ReadsWhatTheKernelSays) {
  Put("/proc/cpuinfo", CpuInfo());
  Put("/proc/meminfo", "MemTotal:        4096 kB\nMemFree:  1 kB\nMemAvailable:    1024 kB\n");
  Put("/proc/loadavg", "0.52 0.58 0.59 1/467 12345\n");
  Put("/proc/1/cgroup", "0::/\n");
  Put("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  Put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  Put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  Put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  Put("/sys/fs/cgroup/cpu.max", "150000 100000\n");
  Put("/sys/fs/cgroup/memory.max", "max\n");
  const HostDescription host = DescribeHost(root_);
  EXPECT_EQ(host.cpu_model, "Example CPU @ 2.00GHz");
  EXPECT_EQ(host.logical_cpus, 8u);
  EXPECT_EQ(host.physical_cores, 4u);
  EXPECT_EQ(host.smt, true);
  EXPECT_EQ(host.hypervisor, true);
  EXPECT_EQ(host.memory_bytes, 4096u * 1024);
  EXPECT_EQ(host.memory_available_bytes, 1024u * 1024);
  EXPECT_EQ(host.load_average, 0.52);
  EXPECT_EQ(host.distribution, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(host.clock_source, "tsc");
  EXPECT_EQ(host.governor, "performance");
  EXPECT_EQ(host.cpu_quota, 1.5);
  EXPECT_EQ(host.memory_limit_bytes, std::nullopt);
  EXPECT_EQ(host.container, "none seen");
}

TEST_F(HostDescriptionTest, DifferingGovernorsAreMixed) {
  Put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  Put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  Put("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
  EXPECT_EQ(DescribeHost(root_).governor, "mixed");
}

TEST_F(HostDescriptionTest, KnowsTheOlderControlGroups) {
  Put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  Put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  Put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(DescribeHost(root_).cpu_quota, std::nullopt);
  EXPECT_EQ(DescribeHost(root_).memory_limit_bytes, std::nullopt);
  Put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  Put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
  EXPECT_EQ(DescribeHost(root_).cpu_quota, 0.5);
  EXPECT_EQ(DescribeHost(root_).memory_limit_bytes, 1'073'741'824u);
}

TEST_F(HostDescriptionTest, SeesContainers) {
  Put("/.dockerenv", "");
  EXPECT_EQ(DescribeHost(root_).container, "docker");
  std::filesystem::remove(root_ + "/.dockerenv");
  Put("/proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
  EXPECT_EQ(DescribeHost(root_).container, "kubepods");
}

TEST_F(HostDescriptionTest, WhatIsMissingIsNotKnown) {
  for (const char* text : {"", "\n", "garbage", "processor"}) {
    Put("/proc/cpuinfo", text);
    Put("/proc/meminfo", text);
    Put("/proc/loadavg", text);
    Put("/sys/fs/cgroup/cpu.max", text);
    const HostDescription host = DescribeHost(root_);
    EXPECT_FALSE(host.cpu_model || host.logical_cpus || host.memory_bytes || host.load_average || host.cpu_quota)
        << text;
    const auto lines = DescriptionLines(host);
    EXPECT_EQ(std::ranges::count(lines, std::string("not known"), &std::pair<std::string, std::string>::second), 15);
    EXPECT_EQ(lines.size(), 17u);
  }
}

TEST_F(HostDescriptionTest, TheRunningMachineHasACpuAndAKernel) {
  const HostDescription host = DescribeHost();
  EXPECT_TRUE(host.kernel.has_value());
  ASSERT_TRUE(host.usable_cpus.has_value());
  EXPECT_GE(*host.usable_cpus, 1u);
}

}  // namespace
}  // namespace assay::host
