// SPDX-License-Identifier: Apache-2.0
// What stops, crashes or corrupts a load generator: each ends here with a result that names it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <clocale>
#include <future>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <locale>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "loadgen/client.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace assay::loadgen {
namespace {

using Samples = std::vector<mlperf::QuerySample>;

constexpr std::int64_t kSoonNs = 200'000'000;  // patience of tests that lose an answer

Options Soon() {
  Options options;
  options.lost_after_ns = kSoonNs;
  return options;
}

mlperf::TestSettings Settings(mlperf::TestScenario scenario, std::uint64_t queries) {
  mlperf::TestSettings settings;
  settings.scenario = scenario;
  settings.min_duration_ms = 0;
  settings.min_query_count = queries;
  settings.server_target_qps = 20'000;
  return settings;
}

// An engine whose system answers what `answers` says of each query.
struct Bench {
  Engine engine;
  Folder folder;
  NotingQsl qsl{64, 64};
  std::function<void(const Samples&)> answer = [this](const Samples& samples) { Answer(samples); };
  ScriptedSut sut{[this](const Samples& samples) { answer(samples); }};

  void Answer(const Samples& samples, std::int64_t tokens = 0) {
    std::vector<mlperf::QuerySampleResponse> responses;
    for (const mlperf::QuerySample& sample : samples) responses.push_back(Response(sample, tokens));
    engine.Complete(responses.data(), responses.size());
  }
  TestResult Run(const mlperf::TestSettings& settings, const Options& options = Soon()) {
    return engine.Run(sut, qsl, settings, folder.Logs(), options, "");
  }
};

// 3 threads x 3,667 samples of one Offline query, then the threads exit: what kills the official program, five times.
TEST(Survives, ThreadsThatAnswerThousandsOfSamplesAndExit) {
  for (int round = 0; round < 5; ++round) {
    Bench bench;
    std::vector<std::thread> threads;
    bench.answer = [&](const Samples& samples) {
      for (int part = 0; part < 3; ++part) {
        threads.emplace_back([&bench, &samples, part] {
          for (std::size_t i = static_cast<std::size_t>(part); i < samples.size(); i += 3) {
            mlperf::QuerySampleResponse response = Response(samples[i]);
            bench.engine.Complete(&response, 1);
          }
        });
      }
    };
    const TestResult result = bench.Run(Settings(mlperf::TestScenario::Offline, 11'001));
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(result.verdict, Verdict::kValid) << result.reason;
    EXPECT_EQ(result.completed_samples, 11'001u);
    EXPECT_EQ(result.latency_ns.size(), 11'001u);
  }
}

TEST(Survives, LostResponse) {
  Bench bench;
  std::uint64_t query = 0;
  bench.answer = [&](const Samples& samples) {
    if (++query != 7) bench.Answer(samples);
  };
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Server, 20));
  EXPECT_EQ(result.verdict, Verdict::kInvalid);
  EXPECT_EQ(result.ending, Ending::kLost);
  EXPECT_EQ(result.lost_samples, 1u);
  EXPECT_EQ(result.latency_ns.at(6), -1);
  EXPECT_TRUE(Says(result, "1 of 20 issued samples were never answered"));
  EXPECT_NE(bench.folder.Read("mlperf_log_summary.txt").find("Result is : INVALID"), std::string::npos);
}

// The next query waits for the one that is lost: no more go out.
TEST(Survives, LostResponseInSingleStream) {
  Bench bench;
  std::uint64_t query = 0;
  bench.answer = [&](const Samples& samples) {
    if (++query != 3) bench.Answer(samples);
  };
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::SingleStream, 20));
  EXPECT_EQ(result.ending, Ending::kLost);
  EXPECT_EQ(result.issued_samples, 3u);
  EXPECT_EQ(result.lost_samples, 1u);
}

TEST(Survives, NoResponseAtAll) {
  Bench bench;
  bench.answer = [](const Samples&) {};
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Offline, 5));
  EXPECT_EQ(result.verdict, Verdict::kInvalid);
  EXPECT_EQ(result.lost_samples, 5u);
  EXPECT_NE(bench.folder.Read("mlperf_log_summary.txt").find("ERROR"), std::string::npos);
}

TEST(Survives, DoubledResponse) {
  Bench bench;
  bench.answer = [&](const Samples& samples) {
    bench.Answer(samples);
    bench.Answer(samples);
  };
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Offline, 5));
  EXPECT_EQ(result.completed_samples, 5u);
  EXPECT_EQ(result.doubled_responses, 5u);
  EXPECT_TRUE(Says(result, "Attempted to complete a sample twice."));
  EXPECT_EQ(ValueOf(result, "num_errors"), "5");
  EXPECT_EQ(result.verdict, Verdict::kValid);  // quirk Q21, kept: errors are counted beside the verdict
}

// A size, but no address of data: an error of that name where the data would be logged, never a crash. The official
// program reads the address and dies.
TEST(Survives, DataWithoutAnAddress) {
  for (const bool accuracy : {true, false}) {
    Bench bench;
    bench.answer = [&](const Samples& samples) {
      for (const mlperf::QuerySample& sample : samples) {
        mlperf::QuerySampleResponse response(sample.id, 0, 1000);
        bench.engine.Complete(&response, 1);
      }
    };
    mlperf::TestSettings settings = Settings(mlperf::TestScenario::Offline, 5);
    if (accuracy) settings.mode = mlperf::TestMode::AccuracyOnly;
    const TestResult result = bench.Run(settings);
    EXPECT_EQ(result.lost_samples, 0u);
    EXPECT_EQ(Says(result, "64 responses to be logged had a size but no address of data."), accuracy);
    EXPECT_EQ(bench.folder.Read("mlperf_log_detail.txt").find("no address of data") != std::string::npos, accuracy);
    if (accuracy) {
      EXPECT_NE(bench.folder.Read("mlperf_log_accuracy.json").find("\"data\" : \"\""), std::string::npos);
    }
  }
}

TEST(Survives, ForeignResponse) {
  Bench bench;
  bench.answer = [&](const Samples& samples) {
    for (const std::uintptr_t id : {std::uintptr_t{0}, std::uintptr_t{12345}, ~std::uintptr_t{0},
                                    samples[0].id + 1000, reinterpret_cast<std::uintptr_t>(&samples)}) {
      mlperf::QuerySampleResponse response(id, 0, 0);
      bench.engine.Complete(&response, 1);
    }
    bench.Answer(samples);
  };
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::SingleStream, 4));
  EXPECT_EQ(result.completed_samples, 4u);
  EXPECT_EQ(result.foreign_responses, 20u);
  EXPECT_EQ(result.verdict, Verdict::kInvalid);  // 4 queries aren't enough for early stopping
}

// Answers of an earlier test, and answers while no test runs.
TEST(Survives, LateResponse) {
  Bench bench;
  Samples late;
  bench.answer = [&](const Samples& samples) {
    if (late.empty()) late = samples;
    else bench.Answer(samples);
  };
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Server, 5)).lost_samples, 1u);
  bench.Answer(late);  // between two tests: dropped
  bench.answer = [&](const Samples& samples) {
    bench.Answer(late);
    bench.Answer(samples);
  };
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Server, 5));
  EXPECT_EQ(result.completed_samples, 5u);
  EXPECT_EQ(result.foreign_responses, 5u);
}

TEST(Survives, AnEmptyAnswerList) {
  Bench bench;
  bench.answer = [&](const Samples& samples) {
    bench.engine.Complete(nullptr, 0);
    bench.Answer(samples);
  };
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 1)).verdict, Verdict::kValid);
}

enum class Phase { kName, kLoad, kIssue, kBetween, kFlush, kWait, kUnload };

class AbortIn : public testing::TestWithParam<Phase> {};

TEST_P(AbortIn, EveryPhaseEndsTheTest) {
  Bench bench;
  const auto abort = [&] { bench.engine.Abort(); };
  std::future<void> later;
  ScriptedSut sut(
      [&](const Samples& samples) {
        if (GetParam() == Phase::kIssue) abort();
        if (GetParam() == Phase::kBetween && !later.valid()) later = std::async(std::launch::async, abort);
        if (GetParam() != Phase::kWait) bench.Answer(samples);
      },
      [&] {
        if (GetParam() == Phase::kFlush) abort();
        if (GetParam() == Phase::kWait) later = std::async(std::launch::async, abort);
      });
  if (GetParam() == Phase::kName) sut.on_name = abort;
  if (GetParam() == Phase::kLoad) bench.qsl.on_load = abort;
  if (GetParam() == Phase::kUnload) bench.qsl.on_unload = abort;
  mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 1000);
  settings.server_target_qps = 100;  // ten seconds, unless it is ended
  if (GetParam() == Phase::kWait || GetParam() == Phase::kFlush || GetParam() == Phase::kUnload) {
    settings.server_target_qps = 1e5;
  }
  Options for_ever;
  for_ever.lost_after_ns = -1;
  const TestResult result = bench.engine.Run(sut, bench.qsl, settings, bench.folder.Logs(), for_ever, "");
  EXPECT_EQ(bench.qsl.unloaded.size(), bench.qsl.loaded.size());
  if (GetParam() == Phase::kFlush || GetParam() == Phase::kUnload) return;  // all was answered: nothing left to abort
  EXPECT_EQ(result.ending, Ending::kAborted);
  EXPECT_EQ(result.verdict, Verdict::kInvalid);
  EXPECT_LT(result.completed_samples, 1000u);
  EXPECT_TRUE(Says(result, "aborted"));
  // The engine is ready for another test.
  bench.qsl.on_load = bench.qsl.on_unload = {};
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 5)).verdict, Verdict::kValid);
}

INSTANTIATE_TEST_SUITE_P(Survives, AbortIn,
                         testing::Values(Phase::kName, Phase::kLoad, Phase::kIssue, Phase::kBetween, Phase::kFlush,
                                         Phase::kWait, Phase::kUnload));

TEST(Survives, NoFirstToken) {
  for (const mlperf::TestMode mode : {mlperf::TestMode::AccuracyOnly, mlperf::TestMode::PerformanceOnly}) {
    Bench bench;
    bench.answer = [&](const Samples& samples) { bench.Answer(samples, 5); };
    mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 10);
    settings.use_token_latencies = true;
    settings.mode = mode;
    const TestResult result = bench.Run(settings);
    EXPECT_EQ(result.lost_samples, 0u);
    EXPECT_TRUE(Says(result, "samples were answered without a first token"));
    if (mode == mlperf::TestMode::AccuracyOnly) {
      EXPECT_EQ(result.verdict, Verdict::kNotJudged);
      EXPECT_EQ(result.missing_first_tokens, 64u);
      EXPECT_NE(bench.folder.Read("mlperf_log_accuracy.json").find("\"token_data\" : \"\""), std::string::npos);
    } else {
      EXPECT_EQ(result.verdict, Verdict::kInvalid);
      EXPECT_EQ(result.missing_first_tokens, 10u);
    }
  }
}

TEST(Survives, ZeroOneAndNegativeTokens) {
  const std::pair<std::int64_t, const char*> cases[] = {
      {0, "n_tokens argument missing or attempted to record 0 as number of tokens"},
      {1, "Number of tokens need to be greater than 1"},
      {-3, "Attempted to record a negative number of tokens"}};
  for (const auto& [tokens, text] : cases) {
    Bench bench;
    bench.answer = [&, count = tokens](const Samples& samples) {
      for (const mlperf::QuerySample& sample : samples) {
        mlperf::QuerySampleResponse response = Response(sample, count);
        bench.engine.FirstToken(&response, 1);
        bench.engine.Complete(&response, 1);
      }
    };
    mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 10);
    settings.use_token_latencies = true;
    const TestResult result = bench.Run(settings);
    EXPECT_EQ(ValueOf(result, "num_errors"), "10");
    EXPECT_TRUE(Says(result, text));
    EXPECT_EQ(result.completed_samples, 10u);
  }
}

TEST(Survives, SecondTestWithIssueThreads) {
  Bench bench;
  mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 200);
  settings.server_num_issue_query_threads = 3;
  for (int test = 0; test < 3; ++test) {
    std::mutex mutex;
    std::vector<std::thread::id> issuers;
    bench.answer = [&](const Samples& samples) {
      {
        const std::lock_guard lock(mutex);
        issuers.push_back(std::this_thread::get_id());
      }
      bench.Answer(samples);
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([&] { bench.engine.RegisterIssueThread(); });
    const TestResult result = bench.Run(settings);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(result.completed_samples, 200u);
    EXPECT_EQ(issuers.size(), 200u);
    std::ranges::sort(issuers);
    EXPECT_EQ(std::ranges::unique(issuers).begin() - issuers.begin(), 3);
    EXPECT_TRUE(std::ranges::find(issuers, std::this_thread::get_id()) == issuers.end());
  }
}

TEST(Survives, TooFewIssueThreads) {
  Bench bench;
  mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 20);
  settings.server_num_issue_query_threads = 2;
  // Without waiting for the time that registration may take: an abort ends it.
  bench.sut.on_name = {};
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    bench.engine.Abort();
  });
  const TestResult result = bench.Run(settings);
  impatient.join();
  EXPECT_TRUE(Says(result, "Mismatch between settings and number of registered IssueQueryThreads!"));
  EXPECT_EQ(result.ending, Ending::kAborted);
}

// A thread that the test has missed comes when it is over: nothing would ever end its wait. One that comes early for the
// next test is taken.
TEST(Survives, AnIssueThreadThatComesAfterItsTest) {
  Bench bench;
  mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 20);
  settings.server_num_issue_query_threads = 1;
  bench.sut.on_name = {};
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    bench.engine.Abort();
  });
  EXPECT_EQ(bench.Run(settings).ending, Ending::kAborted);
  impatient.join();
  std::thread([&] { bench.engine.RegisterIssueThread(); }).join();
  std::thread early([&] { bench.engine.RegisterIssueThread(); });
  EXPECT_EQ(bench.Run(settings).completed_samples, 20u);
  early.join();
}

TEST(Survives, AFolderThatCannotBeWritten) {
  Bench bench;
  mlperf::LogSettings logs;
  logs.log_output.outdir = bench.folder.path() + "/not/there";
  const TestResult refused =
      bench.engine.Run(bench.sut, bench.qsl, Settings(mlperf::TestScenario::Offline, 5), logs, Soon(), "");
  EXPECT_EQ(refused.verdict, Verdict::kNotRun);
  EXPECT_TRUE(bench.qsl.loaded.empty());
  EXPECT_TRUE(Says(refused, "can't open " + logs.log_output.outdir + "/mlperf_log_summary.txt"));
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 5)).verdict, Verdict::kValid);
}

TEST(Survives, AFullDisk) {
  Bench bench;
  for (const char* name : {"mlperf_log_summary.txt", "mlperf_log_detail.txt", "mlperf_log_accuracy.json"}) {
    std::filesystem::create_symlink("/dev/full", bench.folder.path() + "/" + name);
  }
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Offline, 5));
  EXPECT_EQ(result.verdict, Verdict::kValid);  // the run is what it is; its files aren't there
  EXPECT_FALSE(result.logs_written);
  EXPECT_TRUE(Says(result, "can't write " + bench.folder.path() + "/mlperf_log_detail.txt"));
}

TEST(Survives, ALibraryOfNoSampleAndOfOne) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}}) {
    for (const mlperf::TestMode mode : {mlperf::TestMode::AccuracyOnly, mlperf::TestMode::PerformanceOnly}) {
      for (int scenario = 0; scenario < 4; ++scenario) {
        Bench bench;
        NotingQsl qsl(size, size);
        mlperf::TestSettings settings = Settings(static_cast<mlperf::TestScenario>(scenario), 3);
        settings.mode = mode;
        const TestResult result = bench.engine.Run(bench.sut, qsl, settings, bench.folder.Logs(), Soon(), "");
        EXPECT_EQ(result.verdict == Verdict::kNotRun, size == 0);
        EXPECT_EQ(result.lost_samples, 0u);
        EXPECT_EQ(result.completed_samples > 0, size == 1);
      }
    }
  }
}

TEST(Survives, NoQueryToIssue) {
  Bench bench;
  const TestResult result = bench.Run(Settings(mlperf::TestScenario::Server, 0));
  EXPECT_NE(result.verdict, Verdict::kValid);
}

// Refused or replaced with an error line, never run for ever.
TEST(Survives, RatesThatAreNone) {
  for (const double rate : {0.0, -5.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Bench bench;
    mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 1);
    settings.server_target_qps = rate;
    const TestResult result = bench.Run(settings);
    EXPECT_TRUE(Says(result, "Invalid value for server_target_qps requested."));
    EXPECT_EQ(ValueOf(result, "effective_target_qps"), "1");
  }
}

// A decimal comma and dots between thousands. The locale is made here where the machine hasn't it.
TEST(Survives, AGermanLocale) {
  const Folder locales;
  const std::string make = "localedef -i de_DE -f UTF-8 " + locales.path() + "/de_DE.UTF-8";
  ASSERT_EQ(std::system(make.c_str()), 0) << "needs Debian's package locales";
  setenv("LOCPATH", locales.path().c_str(), 1);
  const std::string before = std::setlocale(LC_ALL, nullptr);
#if defined(__SANITIZE_ADDRESS__)
  const __lsan::ScopedDisabler path_is_kept;  // the C library keeps its reading of LOCPATH for ever
#endif
  ASSERT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr);
  const std::locale classic = std::locale::global(std::locale("de_DE.UTF-8"));
  ASSERT_EQ((std::ostringstream() << 1234.5).str(), "1.234,5");
  Bench bench;
  mlperf::TestSettings settings = Settings(mlperf::TestScenario::Server, 10);
  settings.server_target_qps = 12345.5;
  const TestResult result = bench.Run(settings);
  const std::string audit = bench.folder.path() + "/audit.config";
  std::ofstream(audit) << "*.Server.target_qps = 500.5\n";
  const TestResult audited = bench.engine.Run(bench.sut, bench.qsl, settings, bench.folder.Logs(), Soon(), audit);
  std::locale::global(classic);
  std::setlocale(LC_ALL, before.c_str());
  unsetenv("LOCPATH");
  EXPECT_EQ(ValueOf(result, "effective_target_qps"), "12345.5");
  EXPECT_EQ(ValueOf(audited, "effective_target_qps"), "500.5");
  EXPECT_NE(bench.folder.Read("mlperf_log_summary.txt").find("target_qps : 500.5\n"), std::string::npos);
}

// As the official program does, but with the logs closed and the engine ready.
TEST(Survives, ASystemThatThrows) {
  Bench bench;
  int query = 0;
  bench.answer = [&](const Samples& samples) {
    if (++query == 3) throw std::runtime_error("no more");
    bench.Answer(samples);
  };
  EXPECT_THROW(bench.Run(Settings(mlperf::TestScenario::Server, 10)), std::runtime_error);
  EXPECT_NE(bench.folder.Read("mlperf_log_detail.txt").find("threw an exception"), std::string::npos);
  bench.answer = [&](const Samples& samples) { bench.Answer(samples); };
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 5)).verdict, Verdict::kValid);
}

TEST(Survives, ALibraryThatThrows) {
  Bench bench;
  bench.qsl.on_load = [] { throw std::runtime_error("no memory"); };
  EXPECT_THROW(bench.Run(Settings(mlperf::TestScenario::Server, 10)), std::runtime_error);
  bench.qsl.on_load = {};
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 5)).verdict, Verdict::kValid);
}

TEST(Survives, NamesThatBreakJson) {
  Bench bench;
  bench.sut.name = "a \"quoted\" \\ name\nof two lines";
  bench.Run(Settings(mlperf::TestScenario::Offline, 1));
  EXPECT_NE(bench.folder.Read("mlperf_log_detail.txt").find(R"("a \"quoted\" \\ name\nof two lines")"),
            std::string::npos);
}

TEST(Survives, ATestInsideATest) {
  Bench bench;
  bench.answer = [&](const Samples& samples) {
    EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 1)).verdict, Verdict::kNotRun);
    bench.Answer(samples);
  };
  EXPECT_EQ(bench.Run(Settings(mlperf::TestScenario::Offline, 1)).verdict, Verdict::kValid);
}

}  // namespace
}  // namespace assay::loadgen
