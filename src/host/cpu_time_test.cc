// SPDX-License-Identifier: Apache-2.0
#include "host/cpu_time.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace assay::host {
namespace {

std::optional<CpuTime> Read(const std::string& text) {
  const std::string root = testing::TempDir() + "/cpu_time";
  std::filesystem::create_directories(root + "/proc");
  std::ofstream(root + "/proc/stat") << text;
  const auto time = ReadCpuTime(root);
  std::filesystem::remove_all(root);
  return time;
}

TEST(CpuTime, ReadsTheKernelsLine) {
  const auto time = Read("cpu  100 20 30 4000 500 6 7 80 9 1\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
  ASSERT_TRUE(time.has_value());
  EXPECT_EQ(time->busy, 100u + 20 + 30 + 6 + 7);
  EXPECT_EQ(time->idle, 4500u);
  EXPECT_EQ(time->steal, 80u);
}

TEST(CpuTime, WhatItDoesNotUnderstandIsNotKnown) {
  for (const char* text : {"", "cpu", "cpu  1 2 3", "cpu  a b c d e f g h\n", "intr 1 2 3 4 5 6 7 8\n",
                           "cpu  1 2 3 4\n5 6 7 8\n"}) {
    EXPECT_FALSE(Read(text).has_value()) << text;
  }
  EXPECT_FALSE(ReadCpuTime("/no/such/root").has_value());
}

// 60 busy, 30 idle, 10 stolen ticks.
TEST(CpuTime, SharesAreOfTheTimeBetween) {
  const CpuTime before{100, 200, 300}, after{160, 230, 310};
  EXPECT_DOUBLE_EQ(*StealShare(before, after), 0.1);
  EXPECT_DOUBLE_EQ(*BusyShare(before, after), 0.6);
  EXPECT_FALSE(StealShare(before, before).has_value());
  EXPECT_FALSE(StealShare(after, before).has_value());
}

}  // namespace
}  // namespace assay::host
