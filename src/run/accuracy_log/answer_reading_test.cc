// SPDX-License-Identifier: Apache-2.0
// Right values: niah_em and qa_em of mlcommons/inference language/llama3.1-405b/evaluate-accuracy.py (commit 72842086fffb),
// find_number and what follows it of language/mixtral-8x7b/evaluate-accuracy.py (commit 2a0aeb2a3467), run under Python 3.11.
#include "run/accuracy_log/answer_reading.h"

#include <gtest/gtest.h>

namespace assay::run {
namespace {

struct ReadCase {
  const char* right;
  const char* said;
  double expected;
};

TEST(AnswerReading, Needles) {
  constexpr ReadCase kCases[] = {
      {"0a1b2c3d-1111-2222-3333-444455556666", "it is 0a1b2c3d-1111-2222-3333-444455556666", 100.0},
      {"0a1b2c3d-1111-2222-3333-444455556666", "ffffffff-eeee-dddd-cccc-bbbbaaaa9999", 22.22},
      {"0a1b2c3d-1111-2222-3333-444455556666 ffffffff-eeee-dddd-cccc-bbbbaaaa9999", "ffffffff-eeee-dddd-cccc-bbbbaaaa9999, 0a1b2c3d-1111-2222-3333-444455556666", 38.89},
      {"0a1b2c3d-1111-2222-3333-444455556666", "0a1b2c3d-1111-2222-3333-444455556666 ffffffff-eeee-dddd-cccc-bbbbaaaa9999", 50.0},
      {"0a1b2c3d-1111-2222-3333-444455556666", "none", 0.0},
      {"0a1b2c3d-1111-2222-3333-444455556666", "x0a1b2c3d-1111-2222-3333-444455556666y", 100.0},
      {"0a1b2c3d-1111-2222-3333-444455556666ffffffff-eeee-dddd-cccc-bbbbaaaa9999", "0A1B2C3D-1111-2222-3333-444455556666", 100.0},
  };
  for (const ReadCase& one : kCases) EXPECT_DOUBLE_EQ(NeedleMatch(one.right, one.said), one.expected) << one.said;
}

TEST(AnswerReading, Questions) {
  constexpr ReadCase kCases[] = {
      {"Paris", "The town. Answer: Paris", 100.0},
      {"Paris|City of Light", "Answer: the CITY of  light!", 100.0},
      {"Paris", "Rome", 0.0},
      {"the long Paris road", "Paris", 100.0},
      {"Paris", "", 100.0},
      {"a|", "x", 100.0},
      {"New York", "Answer: x. Answer: newyork", 100.0},
  };
  for (const ReadCase& one : kCases) EXPECT_EQ(QuestionMatch(one.right, one.said), one.expected == 100) << one.said;
}

TEST(AnswerReading, Numbers) {
  constexpr ReadCase kCases[] = {
      {"18", "so 9 * 2 = 18. The answer is 18.", 1},
      {"18", "The answer is $18, not 20", 1},
      {"1200.5", "pays 1,200.50", 1},
      {"5", "5\nQ: how many? 7", 1},
      {"5", "-5", 0},
      {"-5", "it fell --5", 1},
      {".5", "half is .5", 1},
      {"3", "none", 0},
      {"2", "1.2.3", 0},
      {"0.3", "1.2.3", 1},
      {"7", "The answer is seven, 7", 1},
      {"7", "7 or so. The answer is unclear", 1},
      {"1", "1_", 1},
  };
  for (const ReadCase& one : kCases) EXPECT_EQ(NumberMatch(one.right, one.said), one.expected == 1) << one.said;
  EXPECT_EQ(NumberMatch("no number", "5"), std::nullopt);
}

}  // namespace
}  // namespace assay::run
