// SPDX-License-Identifier: Apache-2.0
#include "executor_conformance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "base/manual_clock.h"
#include "base/system_clock.h"
#include "fakes/collecting_sink.h"
#include "load/load_run.h"

namespace assay::conformance {
namespace {

using fakes::CollectingSink;

constexpr std::int64_t kPatienceNs = 60'000'000'000;

struct Case {
  Subject subject;
  bool simulated;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const Subject& subject : Subjects()) {
    cases.push_back({subject, false});
    if (subject.simulated) cases.push_back({subject, true});
  }
  return cases;
}

// Queries over samples that stay where they are, as an executor may rely on.
struct Traffic {
  std::vector<QuerySample> samples;
  std::vector<Query> queries;

  // `queries_wanted` queries of `each` samples; ids count from `first_id`, indices go round `indices`.
  Traffic(std::uint64_t queries_wanted, std::uint64_t each, std::uint64_t first_id,
          const std::vector<std::uint64_t>& indices) {
    for (std::uint64_t i = 0; i < queries_wanted * each; ++i) {
      samples.push_back({first_id + i, indices[i % indices.size()]});
    }
    for (std::uint64_t q = 0; q < queries_wanted; ++q) {
      queries.push_back({q, std::span(samples).subspan(q * each, each)});
    }
  }
};

class Conformance : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto made = GetParam().subject.make(clock());
    ASSERT_TRUE(made.has_value()) << made.error().what;
    executor_ = *std::move(made);
    indices_.resize(GetParam().subject.samples);
    std::iota(indices_.begin(), indices_.end(), 0u);
  }

  Clock& clock() { return GetParam().simulated ? static_cast<Clock&>(manual_) : real_; }

  void Load(const std::vector<std::uint64_t>& indices) {
    const auto loaded = executor_->LoadSamples(indices);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().what;
  }
  void Start(CollectingSink& sink) {
    const auto started = executor_->Start(sink);
    ASSERT_TRUE(started.has_value()) << started.error().what;
  }
  void Play(const Traffic& traffic, CollectingSink& sink) {
    Start(sink);
    for (const Query& query : traffic.queries) executor_->Issue(std::span(&query, 1));
    executor_->Flush();
    EXPECT_TRUE(clock().WaitForCount(sink.count(), traffic.samples.size(), clock().NowNs() + kPatienceNs));
    executor_->Stop();
  }
  // Every id of the traffic once, and no other.
  void ExpectEachOnce(const Traffic& traffic, const CollectingSink& sink) {
    const std::size_t output_bytes = executor_->Describe().output_bytes;
    EXPECT_EQ(sink.answers().size(), traffic.samples.size());
    for (const QuerySample& sample : traffic.samples) {
      const auto found = sink.answers().find(sample.id);
      ASSERT_NE(found, sink.answers().end()) << "no answer to id " << sample.id;
      ASSERT_EQ(found->second.size(), 1u) << "id " << sample.id;
      const CollectingSink::Answer& answer = found->second[0];
      EXPECT_TRUE(answer.status == SampleStatus::kOk || answer.status == SampleStatus::kError);
      EXPECT_LE(answer.output.size(), output_bytes);
      if (output_bytes != 0 && answer.status == SampleStatus::kOk) {
        EXPECT_FALSE(answer.output.empty());
      }
    }
  }

  base::ManualClock manual_{1'000};
  base::SystemClock real_{50'000};
  std::unique_ptr<Executor> executor_;
  std::vector<std::uint64_t> indices_;
};

TEST_P(Conformance, DescribesItself) {
  const ExecutorDescription description = executor_->Describe();
  EXPECT_EQ(description.name, GetParam().subject.kind);
  EXPECT_FALSE(description.runtime.empty());
  EXPECT_FALSE(description.device.empty());
  EXPECT_FALSE(description.precision.empty());
}

TEST_P(Conformance, AnswersEveryIdOnceForAnySizeOfQuery) {
  Load(indices_);
  for (const std::uint64_t each : {1u, 3u, 64u}) {
    const Traffic traffic(20, each, 1'000 * each, indices_);
    CollectingSink sink;
    Play(traffic, sink);
    ExpectEachOnce(traffic, sink);
  }
}

TEST_P(Conformance, TakesManyQueriesInOneCall) {
  Load(indices_);
  const Traffic traffic(300, 1, 1, indices_);
  CollectingSink sink;
  Start(sink);
  executor_->Issue(traffic.queries);
  executor_->Flush();
  EXPECT_TRUE(clock().WaitForCount(sink.count(), 300, clock().NowNs() + kPatienceNs));
  executor_->Stop();
  ExpectEachOnce(traffic, sink);
}

TEST_P(Conformance, ServesAClosedLoop) {
  Load(indices_);
  const Traffic traffic(25, 1, 77, indices_);
  CollectingSink sink;
  Start(sink);
  for (const Query& query : traffic.queries) {
    executor_->Issue(std::span(&query, 1));
    ASSERT_TRUE(clock().WaitForCount(sink.count(), query.id + 1, clock().NowNs() + kPatienceNs))
        << "a lone query must not wait for company for ever";
  }
  executor_->Flush();
  executor_->Stop();
  ExpectEachOnce(traffic, sink);
}

TEST_P(Conformance, WorksOnASubsetOfTheSamples) {
  const std::vector<std::uint64_t> subset = {GetParam().subject.samples - 1, 1};
  Load(subset);
  const Traffic traffic(8, 2, 5, subset);
  CollectingSink sink;
  Play(traffic, sink);
  ExpectEachOnce(traffic, sink);
}

// The same sample gives the same output, in whatever batch it is answered. Floats may differ in their last digits:
// runtimes add up in another order for another batch.
void ExpectSameOutput(const ExecutorDescription& description, const std::vector<std::byte>& a,
                      const std::vector<std::byte>& b) {
  ASSERT_EQ(a.size(), b.size());
  if (description.output_type != ElementType::kFloat32) {
    EXPECT_EQ(a, b);
    return;
  }
  for (std::size_t at = 0; at + sizeof(float) <= a.size(); at += sizeof(float)) {
    float x = 0, y = 0;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    EXPECT_NEAR(x, y, 1e-4f * std::max(1.0f, std::abs(x)));
  }
}

TEST_P(Conformance, OutputBelongsToItsSample) {
  Load(indices_);
  const Traffic together(1, 40, 1, indices_), alone(40, 1, 101, indices_);
  CollectingSink first, second;
  Play(together, first);
  Play(alone, second);
  for (std::size_t i = 0; i < 40; ++i) {
    const CollectingSink::Answer& a = first.answers().at(together.samples[i].id)[0];
    const CollectingSink::Answer& b = second.answers().at(alone.samples[i].id)[0];
    if (a.status != SampleStatus::kOk || b.status != SampleStatus::kOk) continue;
    ExpectSameOutput(executor_->Describe(), a.output, b.output);
  }
}

TEST_P(Conformance, ErrorsAreData) {
  Load({0});
  const std::vector<std::uint64_t> never_loaded = {0, GetParam().subject.samples + 1'000'000};
  const Traffic traffic(6, 1, 1, never_loaded);
  CollectingSink sink;
  EXPECT_NO_THROW(Play(traffic, sink));
  ExpectEachOnce(traffic, sink);
}

TEST_P(Conformance, CancelAndStopEndIt) {
  Load(indices_);
  const Traffic traffic(400, 1, 1, indices_);
  CollectingSink sink;
  Start(sink);
  executor_->Issue(traffic.queries);
  executor_->Cancel();
  executor_->Stop();
  const std::uint64_t answered = sink.count().load();
  clock().WaitUntilNs(clock().NowNs() + 5'000'000);
  EXPECT_EQ(sink.count().load(), answered) << "an answer came after Stop";
  EXPECT_LE(answered, 400u);
  for (const auto& [id, answers] : sink.answers()) EXPECT_EQ(answers.size(), 1u) << "id " << id;
}

TEST_P(Conformance, StopsWithoutHavingWorkedAndStartsAgain) {
  Load(indices_);
  CollectingSink unused, sink;
  Start(unused);
  executor_->Flush();
  executor_->Stop();
  const Traffic traffic(10, 2, 900, indices_);
  Play(traffic, sink);
  ExpectEachOnce(traffic, sink);
  EXPECT_EQ(unused.count().load(), 0u);
}

TEST_P(Conformance, RunsUnderTheLoadGenerator) {
  load::Series series;
  series.load = indices_;
  for (std::int64_t q = 0; q < 30; ++q) series.schedule.due_ns.push_back(q * 300'000);
  for (std::uint64_t q = 0; q < 60; ++q) series.schedule.sample_index.push_back(q % indices_.size());
  series.schedule.samples_per_query = 2;
  const auto record = load::RunSeries(series, *executor_, clock(), nullptr, "{}", {});
  ASSERT_TRUE(record.has_value()) << record.error().what;
  EXPECT_EQ(record->end, record::EndState::kComplete) << record->end_reason;
  EXPECT_EQ(record->samples(), 60u);
  EXPECT_EQ(record->stray_count, 0u);
  for (std::uint64_t s = 0; s < record->samples(); ++s) {
    EXPECT_TRUE(record->status[s] == SampleStatus::kOk || record->status[s] == SampleStatus::kError) << s;
    EXPECT_GE(record->done_ns[s], record->issued_ns[s / 2]) << s;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Conformance, testing::ValuesIn(Cases()), [](const auto& tested) {
  return tested.param.subject.name + (tested.param.simulated ? "_simulated" : "");
});

}  // namespace
}  // namespace assay::conformance
