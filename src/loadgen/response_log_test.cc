// SPDX-License-Identifier: Apache-2.0
#include "loadgen/response_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>

#include "record/mlperf_log_accuracy.h"

namespace assay::loadgen {
namespace {

using record::MlperfAnswer;

constexpr std::size_t kMostMemory = std::size_t{8} << 18;  // of eight pieces

// The bytes of sample `slot`: told apart by their size and their values.
std::vector<char> BytesOf(std::uint64_t slot) {
  constexpr std::size_t kSizes[] = {0, 1, 1000, 131'000, 131'072, 140'000, 400'000};
  std::vector<char> bytes(kSizes[slot % std::size(kSizes)] + slot);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 + slot);
  return bytes;
}

mlperf::QuerySampleResponse Response(const std::vector<char>& bytes, std::int64_t tokens = 0) {
  return {1, reinterpret_cast<std::uintptr_t>(bytes.data()), bytes.size(), tokens};
}

std::map<std::uint64_t, MlperfAnswer> Read(const std::string& entries) {
  std::map<std::uint64_t, MlperfAnswer> answers;
  record::MlperfAccuracyReader reader("log", [&](MlperfAnswer&& answer) {
    const std::uint64_t sequence = answer.sequence;
    EXPECT_TRUE(answers.emplace(sequence, std::move(answer)).second) << "twice: " << sequence;
  });
  reader.Add(std::string(record::kMlperfAccuracyHead) + entries + std::string(record::kMlperfAccuracyFoot));
  const auto read = reader.End();
  EXPECT_TRUE(read && !read->damage);
  return answers;
}

struct Case {
  bool all;
  int threads;
};

class Written : public testing::TestWithParam<Case> {};

// Sizes below, at and above a piece, from one thread and from more threads than there are pieces.
TEST_P(Written, EveryEntryOnceWhateverItsSize) {
  constexpr std::uint64_t kSamples = 63, kFirst = 1000;
  std::vector<std::uint64_t> indices(kSamples);
  std::iota(indices.begin(), indices.end(), 5);
  std::string file;
  std::size_t largest = 0;
  ResponseLogSeries series{.all = GetParam().all, .first_sequence = kFirst, .sample_index = indices,
                           .token_data = true, .token_count = true};
  if (!series.all) series.chosen.assign(kSamples, true);
  ResponseLog log(series, true, [&](std::string_view bytes) {
    file += bytes;
    largest = std::max(largest, bytes.size());
  });
  std::vector<std::thread> threads;
  for (int number = 0; number < GetParam().threads; ++number) {
    threads.emplace_back([&, number] {
      for (auto slot = static_cast<std::uint64_t>(number); slot < kSamples;
           slot += static_cast<std::uint64_t>(GetParam().threads)) {
        const std::vector<char> bytes = BytesOf(slot), token(slot % 3, 'T');
        EXPECT_TRUE(log.Wants(slot));
        log.FirstToken(slot, Response(token));
        log.Answer(slot, Response(bytes, static_cast<std::int64_t>(slot)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(log.Finish());
  if (GetParam().all) {
    EXPECT_LE(largest, kMostMemory);
  }
  const auto answers = Read(file);
  ASSERT_EQ(answers.size(), kSamples);
  for (const auto& [sequence, answer] : answers) {
    const std::uint64_t slot = sequence - kFirst;
    const std::vector<char> bytes = BytesOf(slot);
    EXPECT_EQ(answer.sample_index, slot + 5);
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(bytes)), answer.data)) << slot;
    ASSERT_TRUE(answer.token_data);
    EXPECT_EQ(answer.token_data->size(), slot % 3);
    EXPECT_EQ(answer.token_count, static_cast<std::int64_t>(slot));
  }
}

INSTANTIATE_TEST_SUITE_P(ResponseLog, Written,
                         testing::Values(Case{true, 1}, Case{true, 4}, Case{true, 12}, Case{false, 1}, Case{false, 3}));

// The entries of a later series go on where those of the first ended.
TEST(ResponseLog, CommasAcrossSeries) {
  const std::vector<std::uint64_t> indices = {7, 8};
  std::string file;
  const auto write = [&](std::string_view bytes) { file += bytes; };
  bool has_entries = false;
  for (std::uint64_t series = 0; series < 3; ++series) {
    ResponseLog log({.all = true, .first_sequence = 2 * series, .sample_index = indices}, !has_entries, write);
    if (series != 1) {  // the second answers nothing
      for (std::uint64_t slot = 0; slot < 2; ++slot) log.Answer(slot, {1, 0, 0});
    }
    has_entries = log.Finish();
    EXPECT_TRUE(has_entries);
  }
  EXPECT_EQ(file.substr(0, 3), "\n{ ");
  EXPECT_EQ(Read(file).size(), 4u);
}

TEST(ResponseLog, NothingIsWrittenForNothing) {
  std::string file;
  ResponseLog log({.all = true}, true, [&](std::string_view bytes) { file += bytes; });
  EXPECT_FALSE(log.Finish());
  EXPECT_EQ(file, "");
}

TEST(ResponseLog, ASizeWithoutAnAddressIsCountedAndEmpty) {
  const std::vector<std::uint64_t> indices = {3};
  std::string file;
  ResponseLog log({.all = true, .sample_index = indices, .token_data = true}, true,
                  [&](std::string_view bytes) { file += bytes; });
  log.FirstToken(0, {1, 0, 4});
  log.Answer(0, {1, 0, 16});
  log.Finish();
  EXPECT_EQ(log.without_address(), 2u);
  EXPECT_EQ(file, "\n{ \"seq_id\" : 0, \"qsl_idx\" : 3, \"data\" : \"\", \"token_data\" : \"\" }");
}

}  // namespace
}  // namespace assay::loadgen
