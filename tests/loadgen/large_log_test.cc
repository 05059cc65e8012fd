// SPDX-License-Identifier: Apache-2.0
// 3 GB of responses go through less than 200 MB of memory, and all of them are in the log.
//
// Usage: large_log_test FOLDER, which has 7 GB of room.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <thread>
#include <vector>

#include "loadgen/client.h"
#include "record/mlperf_log_accuracy.h"

namespace assay::loadgen {
namespace {

constexpr std::size_t kSamples = 3000, kBytes = 1'000'000, kThreads = 3, kShifts = 1000;
std::string parent;

double MostMemoryMb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

TEST(LargeLog, ThreeGigabytesInLittleMemory) {
  ASSERT_GT(std::filesystem::space(parent).available, 7'000'000'000u) << parent << " has too little room";
  const Folder folder(parent);
  std::vector<char> bytes(kBytes + kShifts);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i >> 7);
  const auto data_of = [&](std::uint64_t index) { return bytes.data() + index % kShifts; };

  Engine engine;
  NotingQsl qsl(kSamples, kSamples);
  ScriptedSut sut([&](const std::vector<mlperf::QuerySample>& samples) {
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < kThreads; ++number) {
      threads.emplace_back([&, number] {
        for (std::size_t i = number; i < samples.size(); i += kThreads) {
          mlperf::QuerySampleResponse response(samples[i].id,
                                               reinterpret_cast<std::uintptr_t>(data_of(samples[i].index)), kBytes);
          engine.Complete(&response, 1);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Offline;
  settings.mode = mlperf::TestMode::AccuracyOnly;
  const TestResult result = engine.Run(sut, qsl, settings, folder.Logs(), Options(), "");
  EXPECT_EQ(result.completed_samples, kSamples);
  EXPECT_TRUE(result.logs_written);
  EXPECT_LT(MostMemoryMb(), 200);

  std::vector<bool> seen(kSamples);
  const auto read = record::ReadMlperfAccuracy(folder.path() + "/mlperf_log_accuracy.json", [&](record::MlperfAnswer&& answer) {
    ASSERT_LT(answer.sequence, kSamples);
    EXPECT_FALSE(seen[answer.sequence]);
    seen[answer.sequence] = true;
    ASSERT_EQ(answer.data.size(), kBytes);
    EXPECT_EQ(std::memcmp(answer.data.data(), data_of(answer.sample_index), kBytes), 0) << answer.sequence;
  });
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->damage);
  EXPECT_EQ(std::ranges::count(seen, true), static_cast<std::ptrdiff_t>(kSamples));
  std::cout << "most memory: " << MostMemoryMb() << " MB\n";
}

}  // namespace
}  // namespace assay::loadgen

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (count != 2) {
    std::cerr << "usage: large_log_test FOLDER\n";
    return 2;
  }
  assay::loadgen::parent = arguments[1];
  return RUN_ALL_TESTS();
}
