// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/slow_work.h"

#include <gtest/gtest.h>

#include <thread>

namespace assay::cli {
namespace {

Terminal ForEachLine() {
  Terminal terminal;
  terminal.progress = ProgressStyle::kJson;
  return terminal;
}

TEST(SlowWork, IsSilentWhenThereIsNoneToSpeakOf) {
  const Terminal terminal = ForEachLine();
  testing::internal::CaptureStderr();
  {
    SlowWork work(terminal, "scored", std::chrono::hours(1));
    work.Says("reading");
    EXPECT_FALSE(work.shown());
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// What was being done when the patience ended, what comes then, and the end.
TEST(SlowWork, SaysWhatIsBeingDoneAndEndsTheLine) {
  const Terminal terminal = ForEachLine();
  testing::internal::CaptureStderr();
  {
    SlowWork work(terminal, "scored", std::chrono::milliseconds(20));
    work.Says("reading");
    while (!work.shown()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    work.Says("metric brier");
  }
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(shown.ends_with("{\"progress\":\"metric brier\",\"last\":false}\n{\"progress\":\"scored\",\"last\":true}\n")) << shown;
  EXPECT_TRUE(shown.starts_with("{\"progress\":\"reading\",\"last\":false}\n")) << shown;
}

}  // namespace
}  // namespace assay::cli
