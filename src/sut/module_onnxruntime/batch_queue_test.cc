// SPDX-License-Identifier: Apache-2.0
#include "sut/module_onnxruntime/batch_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace assay::sut {
namespace {

using Verdict = BatchQueue::Verdict;

constexpr std::int64_t kForever = 3'600'000'000'000;  // an hour: longer than any test runs

std::vector<assay_sample> Samples(std::uint64_t first, std::size_t count) {
  std::vector<assay_sample> samples(count);
  for (std::size_t i = 0; i < count; ++i) samples[i] = {first + i, first + i + 100};
  return samples;
}

std::vector<std::uint64_t> Take(BatchQueue& queue, std::size_t most, Verdict expected) {
  std::vector<assay_sample> batch(most);
  const BatchQueue::Batch taken = queue.Take(batch);
  EXPECT_EQ(taken.verdict, expected);
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < taken.size; ++i) {
    EXPECT_EQ(batch[i].index, batch[i].id + 100);
    ids.push_back(batch[i].id);
  }
  return ids;
}

using Ids = std::vector<std::uint64_t>;

TEST(BatchQueue, CutsAndJoinsQueriesInOrder) {
  BatchQueue queue(8, 0);
  const auto a = Samples(1, 5), b = Samples(6, 1), c = Samples(7, 2);
  EXPECT_TRUE(queue.Push(a));
  EXPECT_TRUE(queue.Push(b));
  EXPECT_TRUE(queue.Push(c));
  EXPECT_EQ(Take(queue, 3, Verdict::kRun), (Ids{1, 2, 3}));
  EXPECT_EQ(Take(queue, 3, Verdict::kRun), (Ids{4, 5, 6}));
  EXPECT_EQ(Take(queue, 3, Verdict::kRun), (Ids{7, 8}));  // no wait: what is there goes
}

TEST(BatchQueue, AFullBatchDoesNotWait) {
  BatchQueue queue(8, kForever);
  const auto a = Samples(1, 4);
  queue.Push(a);
  EXPECT_EQ(Take(queue, 4, Verdict::kRun), (Ids{1, 2, 3, 4}));
}

TEST(BatchQueue, FlushEndsTheWait) {
  BatchQueue queue(8, kForever);
  const auto a = Samples(1, 2);
  queue.Push(a);
  std::thread flusher([&] { queue.Flush(); });
  EXPECT_EQ(Take(queue, 4, Verdict::kRun), (Ids{1, 2}));
  flusher.join();
}

TEST(BatchQueue, AfterAFlushTheNextSeriesWaitsAgain) {
  BatchQueue queue(8, kForever);
  const auto a = Samples(1, 1), b = Samples(2, 1), c = Samples(3, 1);
  queue.Push(a);
  queue.Flush();
  EXPECT_EQ(Take(queue, 2, Verdict::kRun), (Ids{1}));
  queue.Push(b);
  std::thread pusher([&] { queue.Push(c); });
  EXPECT_EQ(Take(queue, 2, Verdict::kRun), (Ids{2, 3}));  // b alone would wait for an hour
  pusher.join();
}

TEST(BatchQueue, ShortWaitEndsByItself) {
  BatchQueue queue(8, 1'000'000);
  const auto a = Samples(1, 2);
  queue.Push(a);
  EXPECT_EQ(Take(queue, 4, Verdict::kRun), (Ids{1, 2}));
}

TEST(BatchQueue, RefusesWhenFullAndAfterwardsTakesAgain) {
  BatchQueue queue(2, 0);
  const auto a = Samples(1, 1), b = Samples(2, 1), c = Samples(3, 1);
  EXPECT_TRUE(queue.Push(a));
  EXPECT_TRUE(queue.Push(b));
  EXPECT_FALSE(queue.Push(c));
  EXPECT_EQ(Take(queue, 1, Verdict::kRun), (Ids{1}));
  EXPECT_TRUE(queue.Push(c));
  EXPECT_EQ(Take(queue, 4, Verdict::kRun), (Ids{2, 3}));
}

TEST(BatchQueue, CancelledAndClosedSamplesAreHandedBackToBeDropped) {
  BatchQueue queue(8, kForever);
  const auto a = Samples(1, 3), b = Samples(4, 1);
  queue.Push(a);
  queue.Cancel();
  EXPECT_EQ(Take(queue, 2, Verdict::kDrop), (Ids{1, 2}));
  EXPECT_EQ(Take(queue, 2, Verdict::kDrop), (Ids{3}));
  queue.Push(b);  // issued after cancel
  EXPECT_EQ(Take(queue, 2, Verdict::kDrop), (Ids{4}));
  queue.Reopen();
  queue.Push(b);
  queue.Close();
  EXPECT_EQ(Take(queue, 2, Verdict::kDrop), (Ids{4}));
  EXPECT_EQ(Take(queue, 2, Verdict::kEnd), Ids{});
  EXPECT_EQ(Take(queue, 2, Verdict::kEnd), Ids{});  // for every worker
}

// Every sample is taken exactly once, whatever the threads' order.
TEST(BatchQueue, ManyWorkersShareTheSamples) {
  constexpr std::size_t kCount = 20000;
  BatchQueue queue(64, 1000);
  const auto samples = Samples(1, kCount);
  std::vector<std::atomic<int>> seen(kCount + 1);
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([&] {
      std::array<assay_sample, 7> batch{};
      for (;;) {
        const BatchQueue::Batch taken = queue.Take(batch);
        if (taken.verdict == Verdict::kEnd) return;
        for (std::size_t k = 0; k < taken.size; ++k) seen[batch[k].id].fetch_add(1);
      }
    });
  }
  for (std::size_t next = 0; next < kCount; next += 2) {
    while (!queue.Push(std::span(samples).subspan(next, 2))) std::this_thread::yield();
  }
  queue.Close();
  for (std::thread& worker : workers) worker.join();
  for (std::size_t id = 1; id <= kCount; ++id) EXPECT_EQ(seen[id].load(), 1) << id;
}

}  // namespace
}  // namespace assay::sut
