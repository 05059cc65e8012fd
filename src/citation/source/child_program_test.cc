// SPDX-License-Identifier: Apache-2.0
#include "citation/source/child_program.h"

#include <gtest/gtest.h>

namespace assay::citation {
namespace {

using std::chrono::seconds;

TEST(RunProgram, TakesOutputAndExitCode) {
  const auto done =
      RunProgram({"sh", "-c", "echo '$HOME'; echo hidden >&2; cat; exit 7"}, seconds(30), 1000);
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(done->text, "$HOME\n");
  EXPECT_EQ(done->exit_code, 7);
  const auto killed = RunProgram({"sh", "-c", "kill -9 $$"}, seconds(30), 1000);
  ASSERT_TRUE(killed.has_value());
  EXPECT_EQ(killed->exit_code, 128 + 9);
}

TEST(RunProgram, NoShellSeesTheArguments) {
  const auto done = RunProgram({"echo", "a b", "$(id)", ";", "*"}, seconds(30), 1000);
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(done->text, "a b $(id) ; *\n");
}

TEST(RunProgram, EndsWhatDoesNotEnd) {
  EXPECT_EQ(RunProgram({"sh", "-c", "while :; do echo y; done"}, seconds(30), 1000).error().code,
            ErrorCode::kOutOfRange);
  EXPECT_EQ(RunProgram({"sleep", "1000"}, seconds(1), 1000).error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(RunProgram({"no-such-program-here"}, seconds(1), 1000).error().code,
            ErrorCode::kSutMissing);
}

}  // namespace
}  // namespace assay::citation
