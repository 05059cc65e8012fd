// SPDX-License-Identifier: Apache-2.0
// Long series: columns in files give what columns in memory give, exactly and in little memory.
// Usage: long_run_test [QUERIES FOLDER]   (without: the short tests)
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "base/manual_clock.h"
#include "loadgen/client.h"
#include "loadgen/engine_core.h"
#include "random/splitmix.h"

namespace assay::loadgen {
namespace {

using Samples = std::vector<mlperf::QuerySample>;

constexpr std::uint64_t kLatencies = 100'000;  // different ones

// Each reading moves it on by what the test says, so that the test knows each latency.
class SteppingClock final : public Clock {
 public:
  std::int64_t NowNs() noexcept override { return now_ns_ += step_ns; }
  void WaitUntilNs(std::int64_t due_ns) noexcept override { now_ns_ = std::max(now_ns_, due_ns); }
  bool WaitForCount(const std::atomic<std::uint64_t>& counter, std::uint64_t at_least,
                    std::int64_t deadline_ns) noexcept override {
    if (counter.load() >= at_least) return true;
    now_ns_ = std::max(now_ns_, deadline_ns);
    return false;
  }
  bool CallAtNs(std::int64_t, TimerCallback, void*) override { return false; }

  std::int64_t step_ns = 1;

 private:
  std::int64_t now_ns_ = 1000;
};

// A SingleStream series whose query i takes 1 + (a hash of i) mod 100,000 ns.
struct KnownLatencies {
  SteppingClock clock;
  Engine::Core core{clock};
  NotingQsl qsl{1024, 1024};
  std::vector<std::uint64_t> counts = std::vector<std::uint64_t>(kLatencies + 1);
  std::uint64_t query = 0;
  ScriptedSut sut{[this](const Samples& samples) {
    const std::uint64_t latency_ns = 1 + random::SplitMixFinalise(query++) % kLatencies;
    ++counts[latency_ns];
    mlperf::QuerySampleResponse response = Response(samples[0]);
    clock.step_ns = static_cast<std::int64_t>(latency_ns);
    core.Complete(&response, 1, {});
    clock.step_ns = 1;
  }};

  TestResult Run(std::uint64_t queries, const Options& options, const std::string& folder) {
    mlperf::TestSettings settings;
    settings.scenario = mlperf::TestScenario::SingleStream;
    settings.min_duration_ms = 0;
    settings.min_query_count = queries;
    mlperf::LogSettings logs;
    logs.log_output.outdir = folder;
    return core.Run(sut, qsl, settings, logs, options, "");
  }

  // The value at rank floor(n * share) in ascending order: LoadGen's percentile.
  std::uint64_t Percentile(std::uint64_t queries, double share) const {
    const auto rank = static_cast<std::uint64_t>(static_cast<double>(queries) * share);
    std::uint64_t seen = 0, latency_ns = 0;
    while (seen <= rank) seen += counts[++latency_ns];
    return latency_ns;
  }

  void ExpectExact(const TestResult& result, std::uint64_t queries) const {
    EXPECT_EQ(result.verdict, Verdict::kValid) << result.reason;
    EXPECT_EQ(result.completed_samples, queries);
    std::uint64_t sum = 0;
    for (std::uint64_t latency_ns = 1; latency_ns <= kLatencies; ++latency_ns) sum += latency_ns * counts[latency_ns];
    EXPECT_EQ(ValueOf(result, "result_mean_latency_ns"), std::to_string(sum / queries));
    const std::map<std::string, double> shares = {{"50.00", .5}, {"90.00", .9}, {"99.00", .99}, {"99.90", .999}};
    for (const auto& [label, share] : shares) {
      EXPECT_EQ(ValueOf(result, "result_" + label + "_percentile_latency_ns"),
                std::to_string(Percentile(queries, share)))
          << label;
    }
  }
};

std::uint64_t MostResidentBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(LongRun, ColumnsInFilesGiveTheSameValues) {
  const Folder folder;
  const std::uint64_t queries = 300'000;
  KnownLatencies in_memory, in_files;
  Options options;
  options.write_logs = false;
  options.column_folder = folder.path();
  in_memory.ExpectExact(in_memory.Run(queries, options, folder.path()), queries);
  options.most_column_bytes_in_memory = 1 << 16;
  const TestResult result = in_files.Run(queries, options, folder.path());
  in_files.ExpectExact(result, queries);
  EXPECT_EQ(in_memory.counts, in_files.counts);
  EXPECT_EQ(result.latency_ns.size(), queries);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // the files had no names, or have none any more
}

// What a query needs while it is planned, issued, answered and measured. Kept apart from the other tests: the most that
// a process had in memory never goes down.
TEST(LongRun, NeedsAtMost40BytesAQuery) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own memory is counted too";
#endif
  const Folder folder;
  Options options;
  options.write_logs = false;
  options.keep_columns = false;
  KnownLatencies warm_up;
  ASSERT_EQ(warm_up.Run(100'000, options, folder.path()).verdict, Verdict::kValid);
  const std::uint64_t before = MostResidentBytes();
  const std::uint64_t queries = 4'000'000;
  KnownLatencies bench;
  bench.ExpectExact(bench.Run(queries, options, folder.path()), queries);
  const double each = static_cast<double>(MostResidentBytes() - before) / static_cast<double>(queries);
  std::printf("%.1f bytes a query\n", each);
  EXPECT_LE(each, 40);
  EXPECT_GE(each, 24);  // else this measures nothing
}

// 10^8 queries: gigabytes of columns.
int RunLarge(std::uint64_t queries, const char* folder) {
  KnownLatencies bench;
  Options options;
  options.write_logs = false;
  options.keep_columns = false;
  options.column_folder = folder;
  bench.ExpectExact(bench.Run(queries, options, folder), queries);
  const std::uint64_t most = MostResidentBytes();
  std::printf("%llu queries: %llu MiB at most\n", static_cast<unsigned long long>(queries),
              static_cast<unsigned long long>(most >> 20));
  EXPECT_LE(most, std::uint64_t{1} << 30);
  return testing::Test::HasFailure() ? 1 : 0;
}

}  // namespace
}  // namespace assay::loadgen

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (count == 3) return assay::loadgen::RunLarge(std::strtoull(arguments[1], nullptr, 10), arguments[2]);
  return RUN_ALL_TESTS();
}
