// SPDX-License-Identifier: Apache-2.0
// The adapter is tested through the executor `plugin`, with the example in plain C and with a module that breaks its
// contract.
#include "sut/module/module_executor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/manual_clock.h"
#include "fakes/answer_collector.h"
#include "fakes/row_input.h"

namespace assay {
extern const ExecutorInfo kExecutor_plugin;
}

namespace assay::sut {
namespace {

using fakes::Answer;
using fakes::AnswerCollector;

using Options = std::vector<std::pair<std::string, std::string>>;

class Plugin : public testing::Test {
 protected:
  Result<std::unique_ptr<Executor>> Make(const std::string& path, Options options, InputSource* input) {
    ExecutorOptions all{.id = "sut", .model = {}, .precision = {}, .device = {}, .options = std::move(options)};
    if (!path.empty()) all.options.insert(all.options.begin(), {"path", path});
    return kExecutor_plugin.make(all, input, clock_);
  }

  base::ManualClock clock_;
  fakes::RowInput<float> input_{{ElementType::kFloat32, {2}}, {{0, 5}, {1, -5}, {2, 5}}};
  AnswerCollector sink_;
};

const std::string kExample = ASSAY_EXAMPLE_MODULE;
const std::string kBad = std::string(ASSAY_FAKE_MODULES) + "/executor_bad_answers.so";

TEST_F(Plugin, TheExampleAnswersByItsRule) {
  auto made = Make(kExample, {{"feature", "0"}, {"threshold", "0.5"}}, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  Executor& executor = **made;
  const ExecutorDescription description = executor.Describe();
  EXPECT_EQ(description.name, "plugin");
  EXPECT_EQ(description.runtime, "threshold 1");
  EXPECT_EQ(description.output_bytes, sizeof(float));
  const Options expected = {{"feature", "0"}, {"threshold", "0.5"}, {"module", "threshold"}};
  EXPECT_EQ(description.details, expected);

  const std::uint64_t indices[] = {0, 1, 2};
  ASSERT_TRUE(executor.LoadSamples(indices).has_value());
  ASSERT_TRUE(executor.Start(sink_).has_value());
  const QuerySample samples[] = {{11, 2}, {12, 0}, {13, 1}, {14, 99}};  // 99 was never loaded
  const Query queries[] = {{0, std::span(samples).first(1)}, {1, std::span(samples).subspan(1)}};
  executor.Issue(queries);
  executor.Flush();
  executor.Stop();
  const std::vector<Answer> answers = sink_.WaitFor(4);
  ASSERT_EQ(answers.size(), 4u);
  const float right[] = {1, 0, 1};  // is feature 0 of the row above 0.5?
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answers[i].id, 11 + i);
    EXPECT_EQ(answers[i].status, SampleStatus::kOk);
    EXPECT_EQ(answers[i].As<float>(), std::vector<float>{right[i]});
  }
  EXPECT_EQ(answers[3].id, 14u);
  EXPECT_EQ(answers[3].status, SampleStatus::kError);
  EXPECT_EQ(answers[3].error, 1);
}

// More queries than the adapter converts at a time.
TEST_F(Plugin, ManyQueriesKeepTheirOrder) {
  auto made = Make(kExample, {}, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const std::uint64_t indices[] = {0, 1};
  ASSERT_TRUE((*made)->LoadSamples(indices).has_value());
  ASSERT_TRUE((*made)->Start(sink_).has_value());
  std::vector<QuerySample> samples(1000);
  std::vector<Query> queries;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = {i + 1, i % 2};
    queries.push_back({i, {&samples[i], 1}});
  }
  (*made)->Issue(queries);
  (*made)->Stop();
  const std::vector<Answer> answers = sink_.WaitFor(1000);
  ASSERT_EQ(answers.size(), 1000u);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].id, i + 1);
    EXPECT_EQ(answers[i].As<float>(), std::vector<float>{i % 2 == 1 ? 1.0f : 0.0f});
  }
}

TEST_F(Plugin, ErrorsOfCreateKeepTheirKindAndText) {
  const auto value = Make(kExample, {{"feature", "2"}}, &input_);  // there are features 0 and 1
  ASSERT_FALSE(value.has_value());
  EXPECT_EQ(value.error().code, ErrorCode::kOutOfRange);
  EXPECT_EQ(value.error().what, "executor threshold: option feature: expected the number of a feature, found '2'");
  EXPECT_EQ(Make(kExample, {{"colour", "red"}}, &input_).error().code, ErrorCode::kUnknownKey);
  EXPECT_EQ(Make(kExample, {}, nullptr).error().code, ErrorCode::kSutMismatch);

  const auto silent = Make(kBad, {{"fail", "1"}}, nullptr);
  ASSERT_FALSE(silent.has_value());
  EXPECT_EQ(silent.error().code, ErrorCode::kSutFailed);
  EXPECT_EQ(silent.error().what, "executor bad_answers: the module gave error 12345 without a reason");

  EXPECT_EQ(Make("", {}, &input_).error().code, ErrorCode::kMissingKey);
  EXPECT_EQ(Make("/no/such.so", {}, &input_).error().code, ErrorCode::kNotFound);
}

TEST_F(Plugin, AnswersThatBreakTheContractAreErrorsNotCrashes) {
  auto made = Make(kBad, {}, nullptr);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const ExecutorDescription description = (*made)->Describe();
  EXPECT_EQ(description.precision, "undisclosed");
  EXPECT_EQ(description.output_type, ElementType::kFloat32);
  ASSERT_TRUE((*made)->Start(sink_).has_value());
  const QuerySample samples[] = {{1, 0}, {2, 1}, {3, 2}, {4, 3}};  // status 0, status 250, output at NULL, right
  const Query query{0, samples};
  (*made)->Issue({&query, 1});
  const std::vector<Answer> answers = sink_.WaitFor(4);
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_EQ(answers[0].status, SampleStatus::kError);
  EXPECT_EQ(answers[1].status, SampleStatus::kError);
  EXPECT_EQ(answers[1].error, 250);
  EXPECT_EQ(answers[2].status, SampleStatus::kError);
  EXPECT_EQ(answers[3].status, SampleStatus::kOk);
  EXPECT_TRUE(sink_.first_tokens().empty());
}

TEST_F(Plugin, AnswersAfterStopAreCountedAndNeverReachTheSink) {
  auto made = Make(kBad, {}, nullptr);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  ASSERT_TRUE((*made)->Start(sink_).has_value());
  (*made)->Flush();  // answers id 7
  (*made)->Stop();
  (*made)->Flush();  // and once more
  EXPECT_EQ(sink_.WaitFor(1).size(), 1u);
  const Options expected = {{"module", "bad_answers"}, {"answers_after_stop", "1"}};
  EXPECT_EQ((*made)->Describe().details, expected);
}

}  // namespace
}  // namespace assay::sut
