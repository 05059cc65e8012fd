// SPDX-License-Identifier: Apache-2.0
#include "load/tracker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/manual_clock.h"
#include "base/system_clock.h"

namespace assay::load {
namespace {

using Kind = record::StrayCompletion::Kind;

void Complete(Tracker& tracker, Completion completion) { tracker.Complete(std::span(&completion, 1)); }

TEST(Tracker, StoresAnAnswerWithItsTimeAndContent) {
  base::ManualClock clock(1'000);
  Tracker tracker(3, 8, 5, clock);
  tracker.Begin(400);
  tracker.Open(3);
  const std::byte output[3] = {std::byte{1}, std::byte{2}, std::byte{3}};
  const std::uint64_t id = tracker.IdOf(1);
  tracker.FirstToken(std::span(&id, 1));
  clock.WaitUntilNs(1'500);
  Complete(tracker, {.id = id, .status = SampleStatus::kError, .error = -7, .tokens = 12, .output = output});
  EXPECT_EQ(tracker.completed().load(), 1u);
  EXPECT_EQ(tracker.done_ns(1), 1'100);
  EXPECT_EQ(tracker.first_token_ns(1), 600);
  EXPECT_EQ(tracker.status(1), SampleStatus::kError);
  EXPECT_EQ(tracker.error(1), -7);
  EXPECT_EQ(tracker.tokens(1), 12u);
  ASSERT_EQ(tracker.output(1).size(), 3u);
  EXPECT_EQ(std::memcmp(tracker.output(1).data(), output, 3), 0);
  EXPECT_EQ(tracker.first_token_ns(0), -1);
  std::uint64_t slots[4];
  EXPECT_EQ(tracker.ReadOrder(0, slots), 1u);
  EXPECT_EQ(slots[0], 1u);
}

TEST(Tracker, OneTimestampForTheWholeCall) {
  base::ManualClock clock;
  Tracker tracker(300, 0, 1, clock);
  tracker.Open(300);
  std::vector<Completion> completions;
  for (std::uint64_t slot = 300; slot-- > 0;) completions.push_back({.id = tracker.IdOf(slot)});
  clock.WaitUntilNs(77);
  tracker.Complete(completions);
  EXPECT_EQ(tracker.completed().load(), 300u);
  std::vector<std::uint64_t> order(400);
  ASSERT_EQ(tracker.ReadOrder(0, order), 300u);
  for (std::uint64_t i = 0; i < 300; ++i) {
    EXPECT_EQ(order[i], 299 - i) << "order of the call";
    EXPECT_EQ(tracker.done_ns(i), 77);
  }
}

TEST(Tracker, TellsStraysApart) {
  base::ManualClock clock;
  Tracker tracker(4, 0, 9, clock);
  const Tracker other_run(4, 0, 8, clock);
  tracker.Open(2);
  const std::uint64_t strays[] = {0, ~std::uint64_t{0}, tracker.IdOf(2), tracker.IdOf(4), other_run.IdOf(0)};
  for (const std::uint64_t id : strays) Complete(tracker, {.id = id});
  tracker.FirstToken(strays);
  EXPECT_EQ(tracker.stray_count(), 10u);
  for (const auto& stray : tracker.Strays()) EXPECT_EQ(stray.kind, Kind::kForeign);

  Complete(tracker, {.id = tracker.IdOf(0)});
  Complete(tracker, {.id = tracker.IdOf(0), .status = SampleStatus::kError});
  EXPECT_EQ(tracker.Strays().back().kind, Kind::kDuplicate);
  EXPECT_EQ(Tracker::SlotOf(tracker.Strays().back().id), 0u);
  EXPECT_EQ(tracker.status(0), SampleStatus::kOk) << "the first answer counts";

  EXPECT_EQ(tracker.CloseOpen(SampleStatus::kLost), std::vector<std::uint64_t>{1});
  Complete(tracker, {.id = tracker.IdOf(1)});
  EXPECT_EQ(tracker.Strays().back().kind, Kind::kAfterEnd);
  EXPECT_EQ(tracker.status(1), SampleStatus::kLost);
  EXPECT_EQ(tracker.completed().load(), 1u);
}

TEST(Tracker, TheFirstTokenIsTheFirstAndComesBeforeTheEnd) {
  base::ManualClock clock;
  Tracker tracker(2, 0, 1, clock);
  tracker.Open(2);
  const std::uint64_t ids[] = {tracker.IdOf(0), tracker.IdOf(1)};
  clock.WaitUntilNs(10);
  tracker.FirstToken(std::span(ids, 1));
  clock.WaitUntilNs(20);
  tracker.FirstToken(std::span(ids, 1));
  Complete(tracker, {.id = ids[0]});
  Complete(tracker, {.id = ids[1]});
  tracker.FirstToken(std::span(ids + 1, 1));
  EXPECT_EQ(tracker.first_token_ns(0), 10);
  EXPECT_EQ(tracker.first_token_ns(1), -1);
  ASSERT_EQ(tracker.stray_count(), 2u);
  EXPECT_EQ(tracker.Strays()[0].kind, Kind::kDuplicate);
  EXPECT_EQ(tracker.Strays()[1].kind, Kind::kAfterEnd);
  tracker.FirstToken(std::span(ids, 1));
  EXPECT_EQ(tracker.Strays()[2].kind, Kind::kDuplicate) << "it had one before it ended";
  EXPECT_EQ(tracker.first_token_ns(0), 10);
}

TEST(Tracker, ASampleWithAFirstTokenEndsOnceLikeAnyOther) {
  base::ManualClock clock(5);
  Tracker tracker(2, 0, 1, clock);
  tracker.Open(2);
  const std::uint64_t ids[] = {tracker.IdOf(0), tracker.IdOf(1)};
  tracker.FirstToken(ids);
  Complete(tracker, {.id = ids[0]});
  Complete(tracker, {.id = ids[0]});
  EXPECT_EQ(tracker.CloseOpen(SampleStatus::kLost), std::vector<std::uint64_t>{1});
  Complete(tracker, {.id = ids[1]});
  EXPECT_EQ(tracker.completed().load(), 1u);
  ASSERT_EQ(tracker.stray_count(), 2u);
  EXPECT_EQ(tracker.Strays()[0].kind, Kind::kDuplicate);
  EXPECT_EQ(tracker.Strays()[1].kind, Kind::kAfterEnd);
  EXPECT_EQ(tracker.first_token_ns(0), 5);
  EXPECT_EQ(tracker.first_token_ns(1), 5);
}

TEST(Tracker, KeepsABoundedListOfStraysAndCountsThemAll) {
  base::ManualClock clock;
  Tracker tracker(1, 0, 1, clock);
  for (int i = 0; i < 5'000; ++i) Complete(tracker, {.id = 3});
  EXPECT_EQ(tracker.stray_count(), 5'000u);
  EXPECT_EQ(tracker.Strays().size(), Tracker::kMaxStrays);
  EXPECT_EQ(tracker.last_progress_ns(), 0) << "strays are no progress";
}

// Four threads answer every sample; each must count once, and the reader that runs along sees finished columns only.
TEST(Tracker, CountsEachSampleOnceWhoeverAnswersIt) {
  constexpr std::uint64_t kSamples = 20'000;
  base::SystemClock clock(50'000);
  Tracker tracker(kSamples, 4, 3, clock);
  tracker.Begin(clock.NowNs());
  tracker.Open(kSamples);
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&tracker, t] {
      std::vector<Completion> batch;
      std::vector<std::uint32_t> outputs(100);
      for (std::uint64_t i = 0; i < kSamples; ++i) {
        const std::uint64_t slot = (i * 7'919 + t * 5'003) % kSamples;  // 7919 is prime to the count: all slots
        outputs[batch.size()] = static_cast<std::uint32_t>(slot);
        batch.push_back({.id = tracker.IdOf(slot),
                         .tokens = static_cast<std::uint32_t>(slot) + 1,
                         .output = std::as_bytes(std::span(&outputs[batch.size()], 1))});
        if (batch.size() == outputs.size()) {
          tracker.Complete(batch);
          batch.clear();
        }
      }
    });
  }
  std::vector<std::uint64_t> seen, slots(512);
  while (seen.size() < kSamples) {
    const std::size_t count = tracker.ReadOrder(seen.size(), slots);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t slot = slots[i];
      std::uint32_t output = 0;
      ASSERT_EQ(tracker.output(slot).size(), 4u);
      std::memcpy(&output, tracker.output(slot).data(), 4);
      ASSERT_EQ(output, slot);
      ASSERT_EQ(tracker.tokens(slot), slot + 1);
      seen.push_back(slot);
    }
    if (count == 0) std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(tracker.completed().load(), kSamples);
  EXPECT_EQ(tracker.stray_count(), 3 * kSamples);
  std::ranges::sort(seen);
  for (std::uint64_t slot = 0; slot < kSamples; ++slot) ASSERT_EQ(seen[slot], slot);
}

}  // namespace
}  // namespace assay::load
