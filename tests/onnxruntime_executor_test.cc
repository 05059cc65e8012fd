// SPDX-License-Identifier: Apache-2.0
// The onnxruntime executor as the program uses it: found, opened and called through the C boundary. What the models must
// answer follows by arithmetic from the weights in tools/make_test_models.py.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "assay/executor.h"
#include "base/sha256.h"
#include "base/system_clock.h"
#include "fakes/answer_collector.h"
#include "fakes/row_input.h"

namespace assay {
extern const ExecutorInfo kExecutor_onnxruntime;

namespace {

using fakes::Answer;
using fakes::AnswerCollector;
using fakes::RowInput;

std::string ModelPath(const std::string& name) { return std::string(ASSAY_GOLDEN_DIR) + "/onnx/" + name + ".onnx"; }

ExecutorOptions OptionsFor(const std::string& name) {
  return {.id = "sut", .model = ModelPath(name), .precision = {}, .device = {}, .options = {}};
}

// Rows of 3 features in steps of 1/2.
std::vector<std::vector<float>> Rows(std::size_t count) {
  std::vector<std::vector<float>> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const auto step = static_cast<float>(i);
    rows.push_back({0.5f * step - 4, 3 - 0.5f * step, std::fmod(step, 5.0f) - 2});
  }
  return rows;
}

constexpr double kWeights[3][2] = {{1.0, -0.5}, {0.25, 2.0}, {-1.5, 0.75}};

std::array<double, 2> Linear(const std::vector<float>& row) {
  std::array<double, 2> sums{};
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < 3; ++i) sums[k] += kWeights[i][k] * static_cast<double>(row[i]);
  }
  return sums;
}

std::array<double, 2> Softmax(const std::vector<float>& row) {
  const auto sums = Linear(row);
  const double first = 1 / (1 + std::exp((sums[1] - 0.25) - (sums[0] + 0.5)));  // biases 0.5 and -0.25
  return {first, 1 - first};
}

class Onnxruntime : public testing::Test {
 protected:
  Result<std::unique_ptr<Executor>> Make(const ExecutorOptions& options, InputSource* input) {
    return kExecutor_onnxruntime.make(options, input, clock_);
  }

  // Runs all rows of `input` in queries of `per_query` samples; sample i has id i + 1.
  std::vector<Answer> RunAll(Executor& executor, std::size_t count, std::size_t per_query) {
    AnswerCollector sink;
    std::vector<std::uint64_t> indices;
    std::vector<QuerySample> samples;
    std::vector<Query> queries;
    for (std::size_t i = 0; i < count; ++i) {
      indices.push_back(i);
      samples.push_back({i + 1, i});
    }
    for (std::size_t i = 0; i < count; i += per_query) {
      queries.push_back({i, std::span(samples).subspan(i, std::min(per_query, count - i))});
    }
    EXPECT_TRUE(executor.LoadSamples(indices).has_value());
    const auto started = executor.Start(sink);
    EXPECT_TRUE(started.has_value());
    executor.Issue(queries);
    executor.Flush();
    auto answers = sink.WaitFor(count);
    executor.Stop();
    std::ranges::sort(answers, {}, &Answer::id);
    return answers;
  }

  ErrorCode CodeFor(const ExecutorOptions& options, std::string* what = nullptr) {
    const auto made = Make(options, &input_);
    EXPECT_FALSE(made.has_value());
    if (made.has_value()) return ErrorCode::kInternal;
    if (what != nullptr) *what = made.error().what;
    return made.error().code;
  }

  base::SystemClock clock_;
  RowInput<float> input_{{ElementType::kFloat32, {3}}, Rows(16)};
};

TEST_F(Onnxruntime, BatchesOfEverySizeGiveTheSameRightAnswers) {
  const auto rows = Rows(16);
  for (std::uint32_t batch = 1; batch <= 16; ++batch) {
    ExecutorOptions options = OptionsFor("softmax");
    options.max_batch = batch;
    options.batch_wait_ns = 100'000;
    options.options = {{"workers", batch % 2 == 0 ? "2" : "1"}};
    auto made = Make(options, &input_);
    ASSERT_TRUE(made.has_value()) << made.error().what;
    const auto answers = RunAll(**made, 16, 1 + batch % 3);
    ASSERT_EQ(answers.size(), 16u);
    for (std::size_t i = 0; i < 16; ++i) {
      EXPECT_EQ(answers[i].id, i + 1);
      EXPECT_EQ(answers[i].status, SampleStatus::kOk);
      const auto output = answers[i].As<float>();
      ASSERT_EQ(output.size(), 2u);
      EXPECT_NEAR(static_cast<double>(output[0]), Softmax(rows[i])[0], 1e-6) << "row " << i << ", batch " << batch;
      EXPECT_NEAR(static_cast<double>(output[1]), Softmax(rows[i])[1], 1e-6) << "row " << i << ", batch " << batch;
    }
  }
}

TEST_F(Onnxruntime, DescribesWhatItFound) {
  ExecutorOptions options = OptionsFor("softmax");
  options.precision = "fp32";
  options.max_batch = 8;
  auto made = Make(options, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const ExecutorDescription description = (*made)->Describe();
  EXPECT_EQ(description.name, "onnxruntime");
  EXPECT_TRUE(description.runtime.starts_with("onnxruntime 1.")) << description.runtime;
  EXPECT_EQ(description.device, "cpu");
  EXPECT_EQ(description.precision, "fp32");
  EXPECT_EQ(description.model_sha256, *base::Sha256HexOfFile(options.model));
  EXPECT_EQ(description.output_bytes, 2 * sizeof(float));
  const std::map<std::string, std::string> details(description.details.begin(), description.details.end());
  EXPECT_EQ(details.at("provider"), "CPUExecutionProvider");
  EXPECT_EQ(details.at("optimization"), "all");
  EXPECT_EQ(details.at("parameters"), "fp32 8");
  EXPECT_EQ(details.at("input"), "x float32[N,3]");
  EXPECT_EQ(details.at("output"), "probabilities float32[N,2]");
}

TEST_F(Onnxruntime, AnotherOutputCanBeChosen) {
  ExecutorOptions options = OptionsFor("softmax");
  options.options = {{"output", "label"}};
  auto made = Make(options, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  EXPECT_EQ((*made)->Describe().output_type, ElementType::kInt64);
  const auto rows = Rows(16);
  const auto answers = RunAll(**made, 16, 16);
  ASSERT_EQ(answers.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(answers[i].As<std::int64_t>(), std::vector<std::int64_t>{Softmax(rows[i])[0] >= 0.5 ? 0 : 1});
  }
  options.options = {{"output", "lable"}};
  std::string what;
  EXPECT_EQ(CodeFor(options, &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("no output 'lable'; it has 'probabilities' float32[N,2], 'label' int64[N]"), std::string::npos)
      << what;
}

TEST_F(Onnxruntime, QuantisedAndHalfModelsAnswerExactlyOnTheirGrid) {
  for (const char* name : {"linear_int8", "linear_fp16"}) {
    auto made = Make(OptionsFor(name), &input_);
    ASSERT_TRUE(made.has_value()) << made.error().what;
    EXPECT_EQ((*made)->Describe().precision, std::string(name).substr(7));
    const auto rows = Rows(16);
    const auto answers = RunAll(**made, 16, 4);
    ASSERT_EQ(answers.size(), 16u);
    for (std::size_t i = 0; i < 16; ++i) {
      const auto right = Linear(rows[i]);
      EXPECT_EQ(answers[i].As<float>(), (std::vector<float>{static_cast<float>(right[0]), static_cast<float>(right[1])}))
          << name << " row " << i;
    }
  }
}

TEST_F(Onnxruntime, ImagesOfBytes) {
  // Mean brightness: 16 pixels i, i + 1, ... i + 15 have the mean i + 7.5.
  std::vector<std::vector<std::uint8_t>> images(10, std::vector<std::uint8_t>(16));
  for (std::size_t i = 0; i < images.size(); ++i) {
    for (std::size_t k = 0; k < 16; ++k) images[i][k] = static_cast<std::uint8_t>(i + k);
  }
  RowInput<std::uint8_t> input({ElementType::kUInt8, {4, 4}}, images);
  ExecutorOptions options = OptionsFor("brightness");
  options.max_batch = 4;
  auto made = Make(options, &input);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  EXPECT_EQ((*made)->Describe().output_bytes, sizeof(float));
  const auto answers = RunAll(**made, images.size(), 3);
  ASSERT_EQ(answers.size(), images.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].As<float>(), std::vector<float>{static_cast<float>(i) + 7.5f});
  }
}

TEST_F(Onnxruntime, AFixedBatchIsPaddedAndMustBeTheOneAskedFor) {
  ExecutorOptions options = OptionsFor("softmax_batch4");
  options.max_batch = 4;
  auto made = Make(options, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const auto rows = Rows(16);
  const auto answers = RunAll(**made, 6, 6);  // 4 and 2
  ASSERT_EQ(answers.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(static_cast<double>(answers[i].As<float>().at(0)), Softmax(rows[i])[0], 1e-6) << i;
  }
  options.max_batch = 8;
  std::string what;
  EXPECT_EQ(CodeFor(options, &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("batches of exactly 4, found batch.max 8"), std::string::npos) << what;
}

TEST_F(Onnxruntime, AnOutputRowOfUnknownLengthIsLearnt) {
  auto made = Make(OptionsFor("open_row"), &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  EXPECT_EQ((*made)->Describe().output_bytes, 6 * sizeof(float));
  const auto answers = RunAll(**made, 2, 1);
  const auto row = Rows(2)[1];
  EXPECT_EQ(answers.at(1).As<float>(), (std::vector<float>{row[0], row[1], row[2], row[0], row[1], row[2]}));
}

// Remembers the cores of the thread that reads, which is the one that computes.
class CoreInput final : public InputSource {
 public:
  TensorShape shape() const override { return {ElementType::kFloat32, {3}}; }
  Result<void> Load(std::span<const std::uint64_t>) override { return {}; }
  bool Read(std::uint64_t, std::span<std::byte> tensor) const noexcept override {
    std::ranges::fill(tensor, std::byte{0});
    return sched_getaffinity(0, sizeof cores, &cores) == 0;
  }
  mutable cpu_set_t cores{};
};

TEST_F(Onnxruntime, WorkersStayOnTheCoresOfTheThreadThatMadeThem) {
  cpu_set_t all{}, one{};
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &all)) --last;
  CPU_SET(last, &one);
  CoreInput input;
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  auto made = Make(OptionsFor("softmax"), &input);
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  EXPECT_EQ(RunAll(**made, 1, 1).at(0).status, SampleStatus::kOk);  // started by a thread that may run anywhere
  EXPECT_TRUE(CPU_EQUAL(&input.cores, &one));
}

TEST_F(Onnxruntime, NotANumberIsPassedOn) {
  RowInput<float> input({ElementType::kFloat32, {3}}, {{NAN, 0, 0}});
  auto made = Make(OptionsFor("softmax"), &input);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const auto answers = RunAll(**made, 1, 1);
  EXPECT_EQ(answers.at(0).status, SampleStatus::kOk);
  EXPECT_TRUE(std::isnan(answers.at(0).As<float>().at(0)));
}

TEST_F(Onnxruntime, FailuresAtRunTimeAreErrorsOfTheirSamples) {
  // Index 9 is outside the table of 4; index 4 of the dataset is never loaded.
  RowInput<std::int64_t> input({ElementType::kInt64, {1}}, {{0}, {3}, {9}, {1}});
  auto made = Make(OptionsFor("lookup"), &input);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const auto answers = RunAll(**made, 5, 1);
  ASSERT_EQ(answers.size(), 5u);
  EXPECT_EQ(answers[0].As<float>(), std::vector<float>{10});
  EXPECT_EQ(answers[1].As<float>(), std::vector<float>{40});
  EXPECT_EQ(answers[2].status, SampleStatus::kError);
  EXPECT_EQ(answers[2].error, 2);
  EXPECT_EQ(answers[3].As<float>(), std::vector<float>{20});
  EXPECT_EQ(answers[4].status, SampleStatus::kError);
  EXPECT_EQ(answers[4].error, 1);
  const ExecutorDescription description = (*made)->Describe();
  const std::map<std::string, std::string> details(description.details.begin(), description.details.end());
  EXPECT_NE(details.at("first_error").find("9"), std::string::npos) << details.at("first_error");
}

TEST_F(Onnxruntime, ASampleWithoutInputLeavesItsBatchRight) {
  RowInput<float> input({ElementType::kFloat32, {3}}, {{1, 2, 3}, {1}, {2, 0, 1}});  // the second has the wrong size
  ExecutorOptions options = OptionsFor("softmax");
  options.max_batch = 3;
  auto made = Make(options, &input);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const auto answers = RunAll(**made, 3, 3);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_NEAR(static_cast<double>(answers[0].As<float>().at(0)), Softmax({1, 2, 3})[0], 1e-6);
  EXPECT_EQ(answers[1].error, 1);
  EXPECT_NEAR(static_cast<double>(answers[2].As<float>().at(0)), Softmax({2, 0, 1})[0], 1e-6);
}

TEST_F(Onnxruntime, CancelAndStopAnswerWhatWaits) {
  ExecutorOptions options = OptionsFor("softmax");
  options.max_batch = 64;
  options.batch_wait_ns = 3'600'000'000'000;  // an hour: nothing is computed unless flushed
  auto made = Make(options, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  const QuerySample samples[] = {{1, 0}, {2, 1}, {3, 2}};
  const Query query{0, samples};
  for (const bool cancel : {true, false}) {
    AnswerCollector sink;
    ASSERT_TRUE((*made)->Start(sink).has_value());
    (*made)->Issue({&query, 1});
    if (cancel) {
      (*made)->Cancel();
      EXPECT_EQ(sink.WaitFor(3).size(), 3u);
    }
    (*made)->Stop();
    const auto answers = sink.WaitFor(3);
    ASSERT_EQ(answers.size(), 3u);
    for (const Answer& answer : answers) EXPECT_EQ(answer.status, SampleStatus::kCancelled);
  }
  EXPECT_EQ(RunAll(**made, 16, 1).at(15).status, SampleStatus::kOk);  // and it starts again
}

TEST_F(Onnxruntime, MoreThanTheQueueTakesIsRefusedAtOnce) {
  ExecutorOptions options = OptionsFor("softmax");
  options.max_batch = 64;
  options.batch_wait_ns = 3'600'000'000'000;
  options.options = {{"queue", "1"}};
  auto made = Make(options, &input_);
  ASSERT_TRUE(made.has_value()) << made.error().what;
  AnswerCollector sink;
  const std::uint64_t index = 0;
  ASSERT_TRUE((*made)->LoadSamples({&index, 1}).has_value());
  ASSERT_TRUE((*made)->Start(sink).has_value());
  // The worker takes what waits into its batch at any moment; far more queries than it can take meanwhile.
  std::vector<QuerySample> samples;
  std::vector<Query> queries;
  for (std::uint64_t i = 0; i < 5000; ++i) samples.push_back({i + 1, 0});
  for (std::uint64_t i = 0; i < 5000; ++i) queries.push_back({i, {&samples[i], 1}});
  (*made)->Issue(queries);
  (*made)->Stop();
  std::map<std::int32_t, std::size_t> by_error;
  const auto answers = sink.WaitFor(5000);
  ASSERT_EQ(answers.size(), 5000u);
  for (const Answer& answer : answers) ++by_error[answer.error];
  EXPECT_GT(by_error[3], 0u);
  EXPECT_EQ(by_error[0] + by_error[3], 5000u);
}

TEST_F(Onnxruntime, ModelsThatDontFitAreRefusedWithBothSides) {
  std::string what;
  RowInput<float> wide({ElementType::kFloat32, {4}}, {});
  auto made = Make(OptionsFor("softmax"), &wide);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, ErrorCode::kSutMismatch);
  EXPECT_EQ(made.error().what,
            "executor onnxruntime: expected input float32[1,4] per sample with a batch axis in front, found 'x' "
            "float32[N,3]");
  RowInput<std::uint8_t> bytes({ElementType::kUInt8, {3}}, {});
  made = Make(OptionsFor("softmax"), &bytes);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, ErrorCode::kSutMismatch);

  EXPECT_EQ(CodeFor(OptionsFor("two_inputs"), &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("found 2 inputs: 'a' float32[N,3], 'b' float32[N,3]"), std::string::npos) << what;
  EXPECT_EQ(CodeFor(OptionsFor("double_output"), &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("found 'y' float64[N,3]"), std::string::npos) << what;
  ExecutorOptions four = OptionsFor("one_row");
  four.max_batch = 4;
  EXPECT_EQ(CodeFor(four, &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("with a row per sample, found 'y' float32[1,1]"), std::string::npos) << what;
  four.model = ModelPath("no_rows");
  EXPECT_EQ(CodeFor(four, &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("expected 4 rows of output for as many samples, found float32[1]"), std::string::npos) << what;
}

TEST_F(Onnxruntime, APrecisionThatIsClaimedMustBeTheModels) {
  ExecutorOptions options = OptionsFor("softmax");
  options.precision = "int8";
  std::string what;
  EXPECT_EQ(CodeFor(options, &what), ErrorCode::kSutMismatch);
  EXPECT_NE(what.find("expected a model of precision int8, found fp32"), std::string::npos) << what;
  options = OptionsFor("linear_int8");
  options.precision = "int8";
  EXPECT_TRUE(Make(options, &input_).has_value());
}

TEST_F(Onnxruntime, FilesThatArentModels) {
  std::string what;
  EXPECT_EQ(CodeFor(OptionsFor("nowhere")), ErrorCode::kNotFound);
  ExecutorOptions options = OptionsFor("softmax");
  const std::string path = testing::TempDir() + "onnxruntime_executor_test.onnx";
  options.model = path;
  { std::ofstream(path, std::ios::binary); }
  EXPECT_EQ(CodeFor(options), ErrorCode::kEmpty);
  std::ifstream whole(ModelPath("softmax"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(whole)), {});
  { std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() / 2); }
  EXPECT_EQ(CodeFor(options, &what), ErrorCode::kSutFailed);
  EXPECT_NE(what.find("onnxruntime can't open " + path), std::string::npos) << what;
  { std::ofstream(path, std::ios::binary) << "this is not a model"; }
  EXPECT_EQ(CodeFor(options, &what), ErrorCode::kSutFailed);
  std::remove(path.c_str());
}

TEST_F(Onnxruntime, OptionsAreCheckedByNameAndValue) {
  const auto with = [](const char* key, const char* value) {
    ExecutorOptions options = OptionsFor("softmax");
    options.options = {{key, value}};
    return options;
  };
  std::string what;
  EXPECT_EQ(CodeFor(with("optimisation", "all")), ErrorCode::kUnknownKey);
  EXPECT_EQ(CodeFor(with("optimization", "most"), &what), ErrorCode::kUnknownName);
  EXPECT_NE(what.find("expected none, basic, extended or all, found 'most'"), std::string::npos) << what;
  EXPECT_EQ(CodeFor(with("provider", "quantum")), ErrorCode::kUnknownName);
  for (const char* value : {"0", "-1", "x", "257", "", "1.5"}) {
    EXPECT_EQ(CodeFor(with("workers", value)), ErrorCode::kOutOfRange) << value;
  }
  EXPECT_EQ(CodeFor(with("spin", "maybe")), ErrorCode::kOutOfRange);
  for (const char* level : {"none", "basic", "extended", "all"}) {
    auto made = Make(with("optimization", level), &input_);
    ASSERT_TRUE(made.has_value()) << made.error().what;
    const auto details = (*made)->Describe().details;
    EXPECT_EQ(std::ranges::find(details, "optimization", &std::pair<std::string, std::string>::first)->second, level);
  }
}

// The library that tools/setup.sh installs computes on the CPU only.
TEST_F(Onnxruntime, AProviderThatTheLibraryLacksIsNamedWithThoseItHas) {
  for (const char* provider : {"cuda", "tensorrt"}) {
    ExecutorOptions options = OptionsFor("softmax");
    options.options = {{"provider", provider}};
    const auto made = Make(options, &input_);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().code, ErrorCode::kSutFailed);
    EXPECT_NE(made.error().what.find(std::string("provider ") + provider + " isn't in the installed onnxruntime 1."),
              std::string::npos)
        << made.error().what;
    EXPECT_NE(made.error().what.find("CPUExecutionProvider"), std::string::npos) << made.error().what;
    EXPECT_NE(made.error().hint.find("onnxruntime-gpu"), std::string::npos) << made.error().hint;
  }
}

}  // namespace
}  // namespace assay
