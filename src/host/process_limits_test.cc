// SPDX-License-Identifier: Apache-2.0
#include "host/process_limits.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace assay::host {
namespace {

TEST(ProcessLimits, SeesTheLimitInForce) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit lower = before;
  lower.rlim_cur = 100;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &lower), 0);
  EXPECT_EQ(ReadProcessLimits().open_files, 100u);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST(ProcessLimits, NoLimitIsEmpty) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_MEMLOCK, &before), 0);
  const auto limits = ReadProcessLimits();
  EXPECT_EQ(limits.locked_bytes.has_value(), before.rlim_cur != RLIM_INFINITY);
}

}  // namespace
}  // namespace assay::host
