// SPDX-License-Identifier: Apache-2.0
// Right values: the reference's patterns in Python's re; on 200,000 random texts made of their parts both read the same.
#include "run/accuracy_log/reasoned_answer.h"

#include <gtest/gtest.h>

namespace assay::run {
namespace {

TEST(ReasonedAnswer, TheLastLetterCounts) {
  EXPECT_EQ(ChoiceOf("So Answer: A. No: final answer (b)", 'D', false), 'B');
  EXPECT_EQ(ChoiceOf("['ANSWER = \\nC\\n']", 'D', false), 'C');
  EXPECT_EQ(ChoiceOf("answer: E", 'D', false), std::nullopt);
  EXPECT_EQ(ChoiceOf("answer: E", 'J', true), 'E');
  EXPECT_EQ(ChoiceOf("answer: Beta", 'D', false), std::nullopt);
  EXPECT_EQ(ChoiceOf("answers: B", 'D', false), std::nullopt);
  EXPECT_EQ(ChoiceOf("finalanswer B", 'D', false), 'B');
  EXPECT_EQ(ChoiceOf("myanswer B", 'D', false), std::nullopt);
  EXPECT_EQ(ChoiceOf("it is c, I say", 'J', true), 'I');  // the pronoun, as the reference has it
  EXPECT_EQ(ChoiceOf("", 'J', true), std::nullopt);
}

TEST(ReasonedAnswer, WholeNumbersInABoxOrBehindAnswer) {
  EXPECT_EQ(WholeAnswerOf("\\boxed{12} then \\boxed{ 204 }. Answer: 7"), 204);
  EXPECT_EQ(WholeAnswerOf("Answer: 12 and answer: 007."), 12);  // a point follows the second
  EXPECT_EQ(WholeAnswerOf("Answer: 007 "), 7);
  EXPECT_EQ(WholeAnswerOf("Answer: 12x"), std::nullopt);
  EXPECT_EQ(WholeAnswerOf("\\boxed{1234}"), std::nullopt);
  EXPECT_EQ(WholeAnswerOf("\\boxed{x}"), std::nullopt);
}

}  // namespace
}  // namespace assay::run
