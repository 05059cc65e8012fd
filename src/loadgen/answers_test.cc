// SPDX-License-Identifier: Apache-2.0
#include "loadgen/answers.h"

#include <gtest/gtest.h>

#include <barrier>
#include <thread>
#include <vector>

#include "base/system_clock.h"
#include "loadgen/answer_traffic.h"

namespace assay::loadgen {
namespace {

// Two threads answer the same samples at the same time, sample by sample: each counts once and is doubled once, however
// their steps interleave.
TEST(Answers, CountSamplesThatTwoThreadsAnswerAtOnce) {
  constexpr std::uint64_t kSamples = 20'000;
  base::SystemClock clock(0);
  for (const bool tokens : {false, true}) {
    Answers answers(kSamples, 3, {.tokens = tokens}, nullptr, clock, {});
    AnswerTraffic traffic;
    for (std::uint64_t slot = 0; slot < kSamples; ++slot) answers.Open(slot);
    std::barrier together(2);
    const auto answer_all = [&] {
      for (std::uint64_t slot = 0; slot < kSamples; ++slot) {
        mlperf::QuerySampleResponse response{answers.IdOf(slot), 0, 0, 2};
        std::uint64_t answered = 0;
        if (slot % 64 == 0) together.arrive_and_wait();
        traffic.Enter();
        answers.Complete(&response, 1, {}, answered);
        traffic.Leave(answered);
      }
    };
    std::thread other(answer_all);
    answer_all();
    other.join();
    EXPECT_TRUE(traffic.Quiet());
    EXPECT_GE(traffic.answered(), kSamples);
    EXPECT_EQ(answers.CountOpen(kSamples), 0u);
    answers.Settle(kSamples, traffic.answered());
    EXPECT_EQ(answers.answered(), kSamples);
    EXPECT_EQ(answers.doubled(), kSamples) << (tokens ? "with tokens" : "without");
  }
}

TEST(Answers, TakeOnlyIdsThatWereHandedOut) {
  base::SystemClock clock(0);
  Answers answers(4, 7, {}, nullptr, clock, {});
  answers.Open(0), answers.Open(1);
  std::uint64_t answered = 0;
  std::vector<mlperf::QuerySampleResponse> responses;
  // Not yet handed out, beyond the last, the reserved id, another series' and the highest id of all: foreign.
  const std::uint64_t ids[] = {answers.IdOf(2), answers.IdOf(4), 0, answers.IdOf(0) + (std::uint64_t{1} << 31),
                               ~std::uint64_t{0}};
  for (const std::uint64_t id : ids) {
    responses.emplace_back(id, 0, 0);
  }
  responses.emplace_back(answers.IdOf(1), 0, 0);
  responses.emplace_back(answers.IdOf(1), 0, 0);
  answers.Complete(responses.data(), responses.size(), {}, answered);
  EXPECT_EQ(answered, 1u);
  EXPECT_EQ(answers.foreign(), 5u);
  EXPECT_EQ(answers.doubled(), 1u);
  EXPECT_TRUE(answers.IsAnswered(1));
  EXPECT_FALSE(answers.IsAnswered(0));
  EXPECT_EQ(answers.CountOpen(4), 1u);
  answers.Settle(answered, answered);
  EXPECT_EQ(answers.doubled(), 1u);
  EXPECT_EQ(answers.done_ns(0), Answers::kNone);
}

}  // namespace
}  // namespace assay::loadgen
