// SPDX-License-Identifier: Apache-2.0
// What a verdict of `assay compare` on load figures is worth: equal systems are called different as often as the level
// says, and a slowdown is seen with the power that `assay plan` promises. Runs of the synthetic system under a simulated
// clock, its mean time moved from run to run by the noise of a host as recorded (tests/golden/compare/README.md); seeds
// fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "assay/executor.h"
#include "base/manual_clock.h"
#include "random/philox.h"
#include "run/compare/compared_load.h"
#include "run/compare/judge_comparison.h"
#include "stats/bootstrap_interval.h"
#include "stats/student_t.h"

namespace assay {
extern const ExecutorInfo kExecutor_synthetic;
}

namespace assay::run {
namespace {

constexpr std::size_t kTrials = 1000;
constexpr double kSlowdown = 0.05;

// 0.5 % and 99.5 % points of Binomial(1000, 0.05): scipy 1.17.1, binom.ppf([0.005, 0.995], 1000, 0.05).
constexpr std::uint64_t kFewestFalse = 33, kMostFalse = 69;
// 1 % point of Binomial(1000, 0.8): scipy 1.17.1, binom.ppf(0.01, 1000, 0.8).
constexpr std::uint64_t kFewestSeen = 770;

using Pairs = std::vector<std::array<double, 2>>;

// Means of two runs of one system, taken in turns.
Pairs ReadNoise(const std::string& name) {
  std::ifstream file(std::string(ASSAY_GOLDEN_DIR) + "/compare/" + name);
  std::string line;
  std::getline(file, line);
  Pairs pairs;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    std::uint64_t repeat = 0;
    std::array<double, 2> pair{};
    fields >> repeat >> pair[0] >> pair[1];
    pairs.push_back(pair);
  }
  return pairs;
}

// Answers one after another.
class CountingSink final : public CompletionSink {
 public:
  void Complete(std::span<const Completion> completions) noexcept override { answered += completions.size(); }
  void FirstToken(std::span<const std::uint64_t>) noexcept override {}
  std::atomic<std::uint64_t> answered = 0;
};

constexpr std::uint64_t kQueries = 20;
constexpr double kSigma = 0.1;  // of the logarithm of one query's time

// Mean latency of a closed loop on the synthetic system, as the metric computes it.
double MeasuredMean(double mean_ns, std::uint64_t seed) {
  base::ManualClock clock;
  ExecutorOptions options;
  options.options = {{"mean", std::to_string(std::llround(mean_ns)) + "ns"}, {"latency", "lognormal"},
                     {"sigma", std::to_string(kSigma)}};
  options.seed = seed;
  auto made = kExecutor_synthetic.make(options, nullptr, clock);
  CountingSink sink;
  if (!made || !(*made)->Start(sink)) {
    ADD_FAILURE() << "the synthetic system doesn't start";
    return 1;
  }
  std::vector<std::int64_t> latency;
  for (std::uint64_t id = 1; id <= kQueries; ++id) {
    const QuerySample sample{id, id};
    const Query query{id, std::span(&sample, 1)};
    const std::int64_t issued = clock.NowNs();
    (*made)->Issue(std::span(&query, 1));
    clock.WaitForCount(sink.answered, id, issued + 1'000'000'000'000);
    latency.push_back(clock.NowNs() - issued);
  }
  (*made)->Stop();
  PerformanceColumns columns;
  columns.latency_ns = latency, columns.samples_issued = columns.samples_ok = kQueries;
  const auto measured = FindMetric("latency_mean")->compute({.performance = &columns});
  if (!measured || !measured->front().value) {
    ADD_FAILURE() << "no mean latency";
    return 1;
  }
  return *measured->front().value;
}

// What a repeat's ratio varies by when either run of a pair may be either side's.
double Deviation(const Pairs& noise) {
  double squares = 0;
  for (const auto& [one, two] : noise) squares += std::pow(std::log(two / one), 2);
  // and the queries of two runs: kSigma^2 / kQueries each
  return std::sqrt(squares / static_cast<double>(noise.size()) + 2 * kSigma * kSigma / kQueries);
}

struct Trial {
  std::vector<double> baseline, other;
};

// Two systems, the second slower by `factor`; either run of a recorded pair is either's.
Trial Draw(const Pairs& noise, std::size_t repeats, double factor, std::uint64_t seed) {
  random::Philox numbers(2611, seed);
  Trial trial;
  for (std::size_t i = 0; i < repeats; ++i) {
    const auto& pair = noise[numbers.Below(noise.size())];
    const std::size_t first = numbers.Below(2);
    trial.baseline.push_back(MeasuredMean(pair[first], numbers.Next()));
    trial.other.push_back(MeasuredMean(pair[1 - first] * factor, numbers.Next()));
  }
  return trial;
}

std::string WordOf(const Trial& trial) {
  ComparedMetric metric = CompareRepeats(*FindMetric("latency_mean"), trial.baseline, trial.other, true, 0.95);
  metric.primary = true;
  CompareOutcome outcome;
  outcome.comparisons.resize(1);
  outcome.comparisons.front().parts.resize(1);
  outcome.comparisons.front().parts.front().metrics.push_back(std::move(metric));
  JudgeComparisons(outcome);
  return outcome.word;
}

std::uint64_t CountWords(const Pairs& noise, std::size_t repeats, double factor, const std::string& first,
                         const std::string& second) {
  std::uint64_t count = 0;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const std::string word = WordOf(Draw(noise, repeats, factor, trial));
    count += word == first || word == second ? 1 : 0;
  }
  return count;
}

// Recorded noise has long tails, which make the test err on the safe side.
TEST(CompareSimulation, EqualSystemsDifferNoMoreOftenThanTheLevelSays) {
  const Pairs noise = ReadNoise("host_noise_timer.csv");
  ASSERT_EQ(noise.size(), 40u);
  for (const std::size_t repeats : {5u, 10u}) {
    const auto wrong = CountWords(noise, repeats, 1, "WORSE", "BETTER");
    RecordProperty("false_at_" + std::to_string(repeats), static_cast<int>(wrong));
    EXPECT_LE(wrong, kMostFalse) << repeats;
      }
}

// One run in six is four times slower: the test errs on the safe side.
TEST(CompareSimulation, EqualSystemsOnAHostOfTwoMoodsDifferNoMoreOften) {
  const Pairs noise = ReadNoise("host_noise_compute.csv");
  ASSERT_EQ(noise.size(), 40u);
  for (const std::size_t repeats : {5u, 10u}) {
    const auto wrong = CountWords(noise, repeats, 1, "WORSE", "BETTER");
    RecordProperty("false_at_" + std::to_string(repeats), static_cast<int>(wrong));
    EXPECT_LE(wrong, kMostFalse) << repeats;
  }
}

// A host without moods: queries alone vary, and means of 20 of them are normal on the logarithm, for which the t-test is
// exact: neither more nor less than the level.
TEST(CompareSimulation, UnderNormalNoiseTheLevelIsExact) {
  const Pairs noise{{1e6, 1e6}};
  for (const std::size_t repeats : {2u, 5u, 10u}) {
    const auto wrong = CountWords(noise, repeats, 1, "WORSE", "BETTER");
    RecordProperty("false_at_" + std::to_string(repeats), static_cast<int>(wrong));
    EXPECT_LE(wrong, kMostFalse) << repeats;
    EXPECT_GE(wrong, kFewestFalse) << repeats;
  }
}

TEST(CompareSimulation, ASlowdownIsSeenWithTheRepeatsThatThePlanNames) {
  const Pairs noise = ReadNoise("host_noise_timer.csv");
  const auto repeats = stats::ValuesForMean(std::log1p(kSlowdown), Deviation(noise), 0.95, 0.8);
  ASSERT_TRUE(repeats.has_value());
  const auto seen = CountWords(noise, *repeats, 1 + kSlowdown, "WORSE", "WORSE");
  RecordProperty("seen_at_" + std::to_string(*repeats), static_cast<int>(seen));
  EXPECT_GE(seen, kFewestSeen) << *repeats << " repeats";
  EXPECT_EQ(CountWords(noise, *repeats, 1 + kSlowdown, "BETTER", "BETTER"), 0u);
}

TEST(CompareSimulation, OneRunEachIsNeverDecided) {
  const Pairs noise = ReadNoise("host_noise_timer.csv");
  EXPECT_EQ(CountWords(noise, 1, 2, "UNDECIDED", "UNDECIDED"), kTrials);
}

// Why not the bootstrap: five repeats, drawn again, spread too little.
TEST(CompareSimulation, ABootstrapOfFewRepeatsWouldBreakItsLevel) {
  const Pairs noise = ReadNoise("host_noise_timer.csv");
  std::uint64_t wrong = 0;
  for (std::size_t number = 0; number < kTrials; ++number) {
    const Trial trial = Draw(noise, 5, 1, number);
    random::Philox numbers(99, number);
    std::vector<double> means;
    for (int replicate = 0; replicate < 400; ++replicate) {
      double sum = 0;
      for (int i = 0; i < 5; ++i) {
        const std::size_t at = numbers.Below(5);
        sum += std::log(trial.other[at] / trial.baseline[at]);
      }
      means.push_back(sum / 5);
    }
    std::ranges::sort(means);
    const auto interval = stats::PercentileBootstrap(means, 0.95);
    ASSERT_TRUE(interval.has_value());
    wrong += interval->low > 0 || interval->high < 0 ? 1 : 0;
  }
  RecordProperty("false", static_cast<int>(wrong));
  EXPECT_GT(wrong, kMostFalse);
}

}  // namespace
}  // namespace assay::run
