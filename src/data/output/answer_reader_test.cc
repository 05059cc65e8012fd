// SPDX-License-Identifier: Apache-2.0
#include "data/output/answer_reader.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace assay::data {
namespace {

template <class T>
Result<Answer> Read(const spec::OutputSpec& spec, ElementType type, const std::vector<T>& output) {
  const auto bytes = std::as_bytes(std::span(output));
  ASSAY_TRY(reader, AnswerReader::Make(spec, type, bytes.size()));
  return reader.Read(bytes);
}

TEST(AnswerReader, TakesTheScoreAndDecidesAtTheThreshold) {
  spec::OutputSpec spec;
  spec.score = "probabilities[1]";
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {0.25F, 0.75F})->score, 0.75);
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {0.5F, 0.5F})->predicted, 1);  // at the threshold counts as above
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {1.0F, 0.25F})->predicted, 0);
  spec.threshold = 0.25;
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {1.0F, 0.25F})->predicted, 1);
}

TEST(AnswerReader, TakesTheLargestClassOrTheLabel) {
  spec::OutputSpec spec;
  spec.argmax = true;
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {-3, 2, 2})->predicted, 1);
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {-3, 2, 2})->score, std::nullopt);
  EXPECT_EQ(Read<std::uint8_t>(spec, ElementType::kUInt8, {1, 255, 0})->predicted, 1);
  spec.argmax = false;
  EXPECT_EQ(Read<std::int64_t>(spec, ElementType::kInt64, {7})->predicted, 7);
  EXPECT_EQ(Read<std::int32_t>(spec, ElementType::kInt32, {-7}).error().code, ErrorCode::kOutOfRange);
}

TEST(AnswerReader, RefusesWhatIsNoAnswer) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  spec::OutputSpec spec;
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {1}).error().code, ErrorCode::kMissingKey);
  spec.score = "p[2]";
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {1, 2}).error().code, ErrorCode::kSutMismatch);
  spec.score = "p[0]";
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {kNan, 0}).error().code, ErrorCode::kNotFinite);
  spec.score = "p[0]x";
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {0}).error().code, ErrorCode::kSyntax);
  spec.score = "";
  spec.argmax = true;
  EXPECT_EQ(Read<float>(spec, ElementType::kFloat32, {0, kNan}).error().code, ErrorCode::kNotFinite);
  const std::vector<std::byte> short_output(3);
  EXPECT_EQ(AnswerReader::Make(spec, ElementType::kFloat32, 8)->Read(short_output).error().code, ErrorCode::kSutMismatch);
}

TEST(ScorePlace, HasTwoForms) {
  EXPECT_EQ(ParseScorePlace("probabilities[12]")->element, 12u);
  EXPECT_EQ(ParseScorePlace("label")->tensor, "label");
  for (const char* bad : {"", "[1]", "p[", "p[]", "p[-1]", "p[1", "p[1]]"}) EXPECT_FALSE(ParseScorePlace(bad).has_value()) << bad;
}

}  // namespace
}  // namespace assay::data
