// SPDX-License-Identifier: Apache-2.0
// Clients made at random that break the contract in every way that the API allows, from several threads. Whatever they
// do, the test ends, its result adds up, its files are readable, and the next client on the same engine is served.
//
// Each client is a number: loadgen_hostile_client_test FIRST COUNT runs others than the ones that run each time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "loadgen/client.h"

namespace assay::loadgen {
namespace {

using nlohmann::json;
using Samples = std::vector<mlperf::QuerySample>;

std::uint64_t first_client = 1, clients = 150;

// The engine that a hostile client has used.
void ServeAGoodClient(Engine& engine) {
  Folder folder;
  NotingQsl qsl(10, 10);
  ScriptedSut sut([&](const Samples& samples) {
    for (const mlperf::QuerySample& sample : samples) {
      mlperf::QuerySampleResponse response = Response(sample);
      engine.Complete(&response, 1);
    }
  });
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Offline;
  settings.min_duration_ms = 0;
  settings.min_query_count = 25;
  const TestResult result = engine.Run(sut, qsl, settings, folder.Logs(), Options(), "");
  EXPECT_EQ(result.verdict, Verdict::kValid) << result.reason;
  EXPECT_EQ(result.completed_samples, 25u);
}

// What a client does to one call, in thousandths.
struct Vices {
  int lose = 0, repeat = 0, foreign = 0, no_data = 0, throw_in_issue = 0, abort = 0, pause = 0, again = 0;
};

class HostileClient {
 public:
  explicit HostileClient(std::uint64_t number) : number_(number), random_(number) {
    for (std::size_t i = 0; i < Draw(4); ++i) workers_.emplace_back([this] { Work(); });
    const auto vice = [&](int at_most) { return Chance(3) ? static_cast<int>(Draw(static_cast<unsigned>(at_most))) : 0; };
    vices_ = {.lose = vice(40), .repeat = vice(300), .foreign = vice(300), .no_data = vice(500),
              .throw_in_issue = vice(20), .abort = vice(20), .pause = vice(100), .again = vice(20)};
  }
  ~HostileClient() { Stop(); }
  HostileClient(const HostileClient&) = delete;
  HostileClient& operator=(const HostileClient&) = delete;

  TestResult Run() {
    const mlperf::TestSettings settings = RandomSettings();
    mlperf::LogSettings logs = folder_.Logs(Chance(2));
    Options options;
    options.lost_after_ns = 60'000'000;
    options.most_column_bytes_in_memory = Chance(4) ? 64 : options.most_column_bytes_in_memory;
    std::vector<std::thread> lent;
    // One more or less than asked, now and then: the test may miss one, and one may be left over.
    std::size_t threads = settings.server_num_issue_query_threads;
    if (settings.scenario != mlperf::TestScenario::Server) threads = 0;
    if (threads > 0 && Chance(4)) ++threads;
    for (std::size_t i = 0; i < threads; ++i) lent.emplace_back([this] { engine.RegisterIssueThread(); });
    TestResult result;
    try {
      result = engine.Run(sut_, qsl_, settings, logs, options, "");
    } catch (const std::runtime_error&) {
      thrown_ = true;
    }
    ServeAGoodClient(engine);  // whose end also lets a thread go that came too late
    for (std::thread& thread : lent) thread.join();
    Stop();
    return result;
  }

  void Check(const TestResult& result) const {
    if (thrown_) return;
    EXPECT_LE(result.completed_samples, result.issued_samples);
    EXPECT_EQ(result.completed_samples + result.lost_samples, result.issued_samples);
    if (result.verdict == Verdict::kValid) {
      EXPECT_EQ(result.lost_samples, 0u);
      EXPECT_EQ(result.ending == Ending::kAborted || result.ending == Ending::kLost, false);
    }
    EXPECT_LE(result.lost_samples, lost_.load() + in_flight_at_end_.load()) << "some were lost that nobody lost";
    CheckFiles();
  }

  bool thrown() const { return thrown_; }

  Engine engine;

 private:
  bool Chance(unsigned one_in) { return Draw(one_in) == 0; }
  std::size_t Draw(unsigned below) {
    const std::lock_guard lock(random_mutex_);
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_);
  }
  bool Does(int thousandths) { return static_cast<int>(Draw(1000)) < thousandths; }

  mlperf::TestSettings RandomSettings() {
    mlperf::TestSettings settings;
    settings.scenario = static_cast<mlperf::TestScenario>(Draw(4));
    settings.mode = std::array{mlperf::TestMode::PerformanceOnly, mlperf::TestMode::PerformanceOnly,
                               mlperf::TestMode::AccuracyOnly, mlperf::TestMode::SubmissionRun}[Draw(4)];
    settings.min_duration_ms = Draw(3);
    settings.max_duration_ms = Chance(4) ? 1 + Draw(4) : 0;
    settings.min_query_count = 1 + Draw(60);
    settings.max_query_count = Chance(4) ? 1 + Draw(60) : 0;
    settings.multi_stream_samples_per_query = 1 + Draw(9);
    settings.server_target_qps = static_cast<double>(500 + Draw(100'000));
    settings.server_coalesce_queries = Chance(3);
    settings.server_max_async_queries = Chance(4) ? 1 + Draw(8) : 0;
    settings.server_num_issue_query_threads = Chance(3) ? 1 + Draw(3) : 0;
    settings.use_token_latencies = Chance(3);
    settings.accuracy_log_probability = Chance(2) ? 0.5 : 0;
    settings.performance_issue_unique = Chance(5);
    settings.sample_concatenate_permutation = Chance(5);
    settings.print_timestamps = false;
    return settings;
  }

  void Issue(const Samples& samples) {
    if (Does(vices_.throw_in_issue)) {
      in_flight_at_end_ += 1'000'000;  // a thrown call's samples are open
      throw std::runtime_error("hostile");
    }
    if (Does(vices_.abort)) {
      in_flight_at_end_ += 1'000'000;
      engine.Abort();
    }
    if (Does(vices_.again)) {
      const TestResult refused = engine.Run(sut_, qsl_, {}, folder_.Logs(), {}, "");
      EXPECT_EQ(refused.verdict, Verdict::kNotRun);
    }
    if (workers_.empty() || Chance(3)) {
      Answer(samples);
      return;
    }
    const std::lock_guard lock(queue_mutex_);
    queue_.push_back(samples);
    wake_.notify_one();
  }

  void Work() {
    for (;;) {
      Samples samples;
      {
        std::unique_lock lock(queue_mutex_);
        wake_.wait(lock, [&] { return stop_ || !queue_.empty(); });
        if (queue_.empty()) return;
        samples = std::move(queue_.front());
        queue_.pop_front();
      }
      Answer(samples);
    }
  }

  void Answer(const Samples& samples) {
    if (Does(vices_.pause)) {
      in_flight_at_end_ += 1'000'000;
      std::this_thread::sleep_for(std::chrono::milliseconds(Draw(100)));
    }
    std::vector<mlperf::QuerySampleResponse> responses;
    for (const mlperf::QuerySample& sample : samples) {
      if (Does(vices_.lose)) {
        ++lost_;
        continue;
      }
      mlperf::QuerySampleResponse response(sample.id, reinterpret_cast<std::uintptr_t>(data_.data()), Draw(8),
                                           static_cast<std::int64_t>(Draw(5)) - 1);
      if (Does(vices_.no_data)) response.data = 0;
      responses.push_back(response);
      if (Does(vices_.repeat)) responses.push_back(response);
      if (Does(vices_.foreign)) {
        response.id = Chance(2) ? Draw(1'000'000) : sample.id + (std::uint64_t{Draw(1000)} << 31);
        // One that happens to be an open sample's is no foreign one: its own answer is then the second.
        responses.push_back(response);
      }
    }
    if (Chance(2)) engine.FirstToken(responses.data(), responses.size());
    if (Chance(2)) {
      engine.Complete(responses.data(), responses.size(), [](mlperf::QuerySampleResponse* response) {
        if (response != nullptr) response->n_tokens = 3;
      });
    } else {
      for (mlperf::QuerySampleResponse& response : responses) engine.Complete(&response, 1);
    }
    engine.Complete(nullptr, 0);
  }

  void Stop() {
    {
      const std::lock_guard lock(queue_mutex_);
      stop_ = true;
      wake_.notify_all();
    }
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

  void CheckFiles() const {
    const std::string trace = folder_.Read("mlperf_log_trace.json");
    EXPECT_TRUE(trace.empty() || json::accept(trace));
    EXPECT_TRUE(json::accept(folder_.Read("mlperf_log_accuracy.json")));
    std::istringstream detail(folder_.Read("mlperf_log_detail.txt"));
    for (std::string line; std::getline(detail, line);) {
      ASSERT_EQ(line.rfind(":::MLLOG ", 0), 0u) << line;
      EXPECT_TRUE(json::accept(line.substr(9))) << line;
    }
  }

  const std::uint64_t number_;
  std::mutex random_mutex_;
  std::mt19937_64 random_;
  Vices vices_;
  std::mutex queue_mutex_;
  std::condition_variable wake_;
  std::deque<Samples> queue_;
  bool stop_ = false;
  bool thrown_ = false;
  std::atomic<std::uint64_t> lost_{0}, in_flight_at_end_{0};
  const std::string data_ = "12345678";
  Folder folder_;
  NotingQsl qsl_{30, 20};
  ScriptedSut sut_{[this](const Samples& samples) { Issue(samples); }};
  std::vector<std::thread> workers_;
};

// Ends the process, and says which client hung, when one takes a minute.
class Watchdog {
 public:
  Watchdog() : thread_([this](const std::stop_token& ended) { Watch(ended); }) {}
  void Next(std::uint64_t client) { client_ = client; }

 private:
  void Watch(const std::stop_token& ended) const {
    std::uint64_t client = 0;
    for (int ticks = 0; !ended.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
      ticks = client_ == client ? ticks + 1 : 0;
      client = client_;
      if (ticks < 600) continue;
      std::fprintf(stderr, "client %llu hangs\n", static_cast<unsigned long long>(client));
      std::abort();
    }
  }

  std::atomic<std::uint64_t> client_{0};
  std::jthread thread_;
};

TEST(HostileClient, TheTestEndsAndAddsUp) {
  Watchdog watchdog;
  std::map<Ending, int> endings;
  std::uint64_t doubled = 0, foreign = 0, lost = 0, thrown = 0;
  // They are as bad as they are meant to be. How often each thing happens is up to the threads, so more of them come where
  // it took fewer.
  const auto seen_all = [&] {
    return std::ranges::all_of(std::array{Ending::kComplete, Ending::kLost, Ending::kAborted, Ending::kStopped},
                               [&](Ending ending) { return endings[ending] >= 3; }) &&
           std::min({doubled, foreign, lost}) >= 50 && thrown >= 3;
  };
  for (std::uint64_t number = first_client; number < first_client + clients || !seen_all(); ++number) {
    ASSERT_LT(number, first_client + 10 * clients) << doubled << ' ' << foreign << ' ' << lost << ' ' << thrown;
    SCOPED_TRACE("client " + std::to_string(number));
    watchdog.Next(number);
    HostileClient client(number);
    const TestResult result = client.Run();
    client.Check(result);
    if (HasFailure()) return;
    ++endings[result.ending];
    doubled += result.doubled_responses, foreign += result.foreign_responses, lost += result.lost_samples;
    thrown += client.thrown() ? 1 : 0;
  }
}

}  // namespace
}  // namespace assay::loadgen

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (count == 3) {
    assay::loadgen::first_client = std::strtoull(arguments[1], nullptr, 10);
    assay::loadgen::clients = std::strtoull(arguments[2], nullptr, 10);
  }
  return RUN_ALL_TESTS();
}
