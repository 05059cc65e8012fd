// SPDX-License-Identifier: Apache-2.0
// The synthetic system's queue, worker by worker, under a simulated clock.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "assay/executor.h"
#include "base/manual_clock.h"

namespace assay {
extern const ExecutorInfo kExecutor_synthetic;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// When each id was answered and how.
class TimeSink final : public CompletionSink {
 public:
  explicit TimeSink(Clock& clock) : clock_(clock) {}
  void Complete(std::span<const Completion> completions) noexcept override {
    for (const Completion& completion : completions) {
      at_ms[completion.id] = static_cast<double>(clock_.NowNs()) / static_cast<double>(kMs);
      status[completion.id] = completion.status;
      if (!completion.output.empty()) outputs[completion.id].assign(completion.output.begin(), completion.output.end());
    }
  }
  void FirstToken(std::span<const std::uint64_t>) noexcept override {}
  std::map<std::uint64_t, double> at_ms;
  std::map<std::uint64_t, SampleStatus> status;
  std::map<std::uint64_t, std::vector<std::byte>> outputs;

 private:
  Clock& clock_;
};

class Synthetic : public testing::Test {
 protected:
  // Issues `samples` one-sample queries at time 0 and lets everything end.
  void Play(std::vector<std::pair<std::string, std::string>> options, std::uint32_t max_batch, std::uint64_t samples) {
    ExecutorOptions arguments;
    arguments.options = std::move(options);
    arguments.max_batch = max_batch;
    arguments.seed = 3;
    auto made = kExecutor_synthetic.make(arguments, nullptr, clock_);
    ASSERT_TRUE(made.has_value()) << made.error().what;
    executor_ = *std::move(made);
    ASSERT_TRUE(executor_->Start(sink_).has_value());
    for (std::uint64_t id = 1; id <= samples; ++id) samples_.push_back({id, id % 10});
    for (const QuerySample& sample : samples_) {
      const Query query{sample.id, std::span(&sample, 1)};
      executor_->Issue(std::span(&query, 1));
    }
  }
  void End() {
    clock_.WaitUntilNs(clock_.NowNs() + 3'600'000 * kMs);
    executor_->Stop();
  }
  using Times = std::map<std::uint64_t, double>;

  base::ManualClock clock_;
  TimeSink sink_{clock_};
  std::vector<QuerySample> samples_;
  std::unique_ptr<Executor> executor_;
};

TEST_F(Synthetic, OneWorkerAnswersOneAfterAnother) {
  Play({{"mean", "10ms"}}, 1, 3);
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 20}, {3, 30}}));
}

TEST_F(Synthetic, WorkersShareTheQueue) {
  Play({{"mean", "10ms"}, {"workers", "2"}}, 1, 5);
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 10}, {3, 20}, {4, 20}, {5, 30}}));
}

TEST_F(Synthetic, NoLimitMeansNoQueue) {
  Play({{"mean", "10ms"}, {"workers", "0"}}, 1, 3);
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 10}, {3, 10}}));
}

// The first sample finds an idle worker and goes alone (10 ms); then four wait: 10 ms x (1 + 0.5 x 3) = 25 ms; then one.
TEST_F(Synthetic, AFreeWorkerTakesWhatWaitsUpToABatch) {
  Play({{"mean", "10ms"}, {"per_item", "0.5"}}, 4, 6);
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 35}, {3, 35}, {4, 35}, {5, 35}, {6, 45}}));
}

// The second begins at 10 ms: 10 ms x (1 + 100 x 0.01 s) = 20 ms.
TEST_F(Synthetic, DriftSlowsItDown) {
  Play({{"mean", "10ms"}, {"drift", "100"}}, 1, 2);
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 30}}));
}

// 10000 samples at 10 %: five standard deviations are 150.
TEST_F(Synthetic, ErrorsComeAtTheirRate) {
  Play({{"mean", "1us"}, {"error_rate", "10%"}}, 1, 10'000);
  End();
  int errors = 0;
  for (const auto& [id, status] : sink_.status) errors += status == SampleStatus::kError ? 1 : 0;
  EXPECT_NEAR(errors, 1'000, 150);
  EXPECT_EQ(sink_.status.size(), 10'000u);
}

TEST_F(Synthetic, ScoresDependOnTheSampleOnly) {
  Play({{"mean", "1us"}, {"output", "score"}}, 7, 40);
  End();
  ASSERT_EQ(sink_.outputs.size(), 40u);
  for (std::uint64_t id = 1; id <= 30; ++id) EXPECT_EQ(sink_.outputs[id], sink_.outputs[id + 10]);
  EXPECT_NE(sink_.outputs[1], sink_.outputs[2]);
}

TEST_F(Synthetic, CancelAnswersWhatWaitsAndWhatIsInWork) {
  Play({{"mean", "10ms"}}, 1, 3);
  clock_.WaitUntilNs(15 * kMs);
  executor_->Cancel();
  End();
  EXPECT_EQ(sink_.at_ms, (Times{{1, 10}, {2, 15}, {3, 15}}));
  EXPECT_EQ(sink_.status[1], SampleStatus::kOk);
  EXPECT_EQ(sink_.status[2], SampleStatus::kCancelled);
  EXPECT_EQ(sink_.status[3], SampleStatus::kCancelled);
}

TEST_F(Synthetic, StopLeavesNoTimerBehind) {
  Play({{"mean", "10ms"}}, 1, 3);
  executor_->Stop();
  EXPECT_EQ(clock_.pending_callbacks(), 0u);
  EXPECT_TRUE(sink_.at_ms.empty());
}

TEST_F(Synthetic, RefusesWrongOptions) {
  const auto code = [&](const char* name, const char* text) {
    ExecutorOptions arguments;
    arguments.options = {{name, text}};
    return kExecutor_synthetic.make(arguments, nullptr, clock_).error().code;
  };
  EXPECT_EQ(code("latnecy", "constant"), ErrorCode::kUnknownKey);
  EXPECT_EQ(code("latency", "gauss"), ErrorCode::kUnknownName);
  EXPECT_EQ(code("mean", "fast"), ErrorCode::kBadQuantity);
  EXPECT_EQ(code("error_rate", "2"), ErrorCode::kOutOfRange);
  EXPECT_EQ(code("drift", "-1"), ErrorCode::kOutOfRange);
}

}  // namespace
}  // namespace assay
