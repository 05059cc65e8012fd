// SPDX-License-Identifier: Apache-2.0
// A client of the LoadGen API that answers an accuracy run with large responses, for two builds: with this project's
// library and with the official one. Prints one JSON object: CPU and wall time of the whole test, and the most memory.
//
// With BARE instead of a count of threads no test runs: the bytes of the same log are written by write(2) alone.
#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "loadgen.h"
#include "query_sample_library.h"
#include "system_under_test.h"
#include "test_settings.h"

namespace {

// The same bytes for every sample; enough of them that they don't lie in the nearest cache.
class Responses {
 public:
  explicit Responses(std::size_t size) : size_(size), bytes_(size + kShifts) {
    std::uint64_t state = 1;
    for (char& byte : bytes_) byte = static_cast<char>((state = state * 6364136223846793005u + 1) >> 56);
  }
  mlperf::QuerySampleResponse Of(const mlperf::QuerySample& sample) const {
    return {sample.id, reinterpret_cast<std::uintptr_t>(bytes_.data() + sample.index % kShifts), size_};
  }

 private:
  static constexpr std::size_t kShifts = 64;
  std::size_t size_;
  std::vector<char> bytes_;
};

class AnsweringSystem : public mlperf::SystemUnderTest {
 public:
  AnsweringSystem(const Responses& responses, int threads) : responses_(responses), threads_(threads) {}
  const std::string& Name() override { return name_; }
  void IssueQuery(const std::vector<mlperf::QuerySample>& samples) override {
    std::vector<std::thread> threads;
    for (int number = 1; number < threads_; ++number) {
      threads.emplace_back([this, &samples, number] { Answer(samples, static_cast<std::size_t>(number)); });
    }
    Answer(samples, 0);
    for (std::thread& thread : threads) thread.join();
  }
  void FlushQueries() override {}

 private:
  void Answer(const std::vector<mlperf::QuerySample>& samples, std::size_t number) {
    for (std::size_t i = number; i < samples.size(); i += static_cast<std::size_t>(threads_)) {
      mlperf::QuerySampleResponse response = responses_.Of(samples[i]);
      mlperf::QuerySamplesComplete(&response, 1);
    }
  }

  std::string name_ = "answering";
  const Responses& responses_;
  const int threads_;
};

class Library : public mlperf::QuerySampleLibrary {
 public:
  explicit Library(std::size_t samples) : samples_(samples) {}
  const std::string& Name() override { return name_; }
  std::size_t TotalSampleCount() override { return samples_; }
  std::size_t PerformanceSampleCount() override { return samples_; }
  void LoadSamplesToRam(const std::vector<mlperf::QuerySampleIndex>&) override {}
  void UnloadSamplesFromRam(const std::vector<mlperf::QuerySampleIndex>&) override {}

 private:
  std::string name_ = "library";
  std::size_t samples_;
};

// As many bytes as the log has, in pieces of a MiB.
bool WriteBare(const std::string& path, std::size_t samples, std::size_t size) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  const std::string piece(kPiece, 'A');
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  bool good = file >= 0;
  for (std::size_t left = samples * (2 * size + 50); good && left != 0;) {
    const ssize_t written = write(file, piece.data(), left < kPiece ? left : kPiece);
    good = written > 0;
    if (good) left -= static_cast<std::size_t>(written);
  }
  return file >= 0 && close(file) == 0 && good;
}

double Nanoseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
}

double WallNs() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace

// Usage: client SAMPLES BYTES THREADS FOLDER   (THREADS may be BARE)
int main(int count, char** arguments) {
  if (count != 5) return 2;
  const std::size_t samples = std::strtoull(arguments[1], nullptr, 10);
  const std::size_t size = std::strtoull(arguments[2], nullptr, 10);
  const bool bare = std::string(arguments[3]) == "BARE";
  const std::string folder = arguments[4];
  const Responses responses(size);
  mlperf::TestSettings settings;
  settings.scenario = mlperf::TestScenario::Offline;
  settings.mode = mlperf::TestMode::AccuracyOnly;
  mlperf::LogSettings logs;
  logs.enable_trace = false;
  logs.log_output.outdir = folder;
  AnsweringSystem system(responses, std::atoi(arguments[3]));
  Library library(samples);

  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const double begin_ns = WallNs();
  if (bare) {
    if (!WriteBare(folder + "/bare.json", samples, size)) return 1;
  } else {
    mlperf::StartTest(&system, &library, settings, logs, "none");
  }
  const double end_ns = WallNs();
  getrusage(RUSAGE_SELF, &after);
  std::printf("{\"user_ns\": %.0f, \"system_ns\": %.0f, \"wall_ns\": %.0f, \"max_rss_kib\": %ld}\n",
              Nanoseconds(after.ru_utime) - Nanoseconds(before.ru_utime),
              Nanoseconds(after.ru_stime) - Nanoseconds(before.ru_stime), end_ns - begin_ns, after.ru_maxrss);
  return 0;
}
