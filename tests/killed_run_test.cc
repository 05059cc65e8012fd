// SPDX-License-Identifier: Apache-2.0
// A load run that is killed in its middle leaves a record that reads up to its last whole block.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/system_clock.h"
#include "load/load_run.h"
#include "record/record_reader.h"

namespace assay::load {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// Answers inline; 20,000 queries, one a millisecond.
class Inline final : public Executor {
 public:
  ExecutorDescription Describe() const override { return {}; }
  Result<void> LoadSamples(std::span<const std::uint64_t>) override { return {}; }
  Result<void> Start(CompletionSink& sink) override {
    sink_ = &sink;
    return {};
  }
  void Issue(std::span<const Query> queries) override {
    for (const Query& query : queries) {
      for (const QuerySample& sample : query.samples) {
        const Completion completion{.id = sample.id};
        sink_->Complete(std::span(&completion, 1));
      }
    }
  }
  void Flush() override {}
  void Cancel() noexcept override {}
  void Stop() noexcept override {}

 private:
  CompletionSink* sink_ = nullptr;
};

void RunForLong(const std::string& path) {
  Series series;
  for (std::int64_t q = 0; q < 20'000; ++q) series.schedule.due_ns.push_back(q * kMs);
  series.schedule.sample_index.resize(20'000);
  auto sink = record::OpenFileSink(path);
  auto writer = record::RecordWriter::Create(*std::move(sink), {.context_json = "{}"});
  Inline executor;
  base::SystemClock clock(50'000);
  LoadRunOptions options;
  options.record_interval_ns = 5 * kMs;
  (void)RunSeries(series, executor, clock, *std::move(writer), "{}", options);
}

TEST(KilledRun, LeavesARecordThatSaysInterrupted) {
  const std::string path = testing::TempDir() + "/killed_" + std::to_string(getpid()) + ".assay";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    RunForLong(path);
    _exit(0);
  }
  base::SystemClock clock(50'000);
  std::error_code error;
  for (int i = 0; i < 2'000; ++i) {
    if (const auto size = std::filesystem::file_size(path, error); !error && size > 5'000) break;
    clock.WaitUntilNs(clock.NowNs() + 5 * kMs);
  }
  kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the run ended before it was killed";

  const auto record = record::ReadRecord(path);
  ASSERT_TRUE(record.has_value()) << record.error().what;
  EXPECT_EQ(record->end, record::EndState::kInterrupted);
  EXPECT_TRUE(record->end_reason.starts_with("interrupted")) << record->end_reason;
  EXPECT_GT(record->queries(), 0u);
  EXPECT_LT(record->queries(), 20'000u);
  for (std::uint64_t q = 0; q < record->queries(); ++q) {
    EXPECT_EQ(record->due_ns[q], static_cast<std::int64_t>(q) * kMs);
    EXPECT_GE(record->issued_ns[q], record->due_ns[q]);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace assay::load
