// SPDX-License-Identifier: Apache-2.0
// Right values: arithmetic beside each case; Cohen's h by its definition, 2 asin(sqrt(p)) - 2
// asin(sqrt(q)), worked out in Python's math module.
#include "fit/distance.h"

#include <gtest/gtest.h>

namespace assay::fit {
namespace {

Side Words(std::string words) {
  return {.words = std::move(words), .number = {}, .unit = {}, .source = {}};
}
Side Number(double number, std::string unit) {
  return {.words = "a number", .number = number, .unit = std::move(unit), .source = {}};
}

AxisDistance Of(Axis axis, Side ours, Side theirs) {
  return MeasureDistance(
      {{axis, std::move(ours), std::move(theirs)}})[static_cast<std::size_t>(axis)];
}

TEST(Distance, GivesEveryAxisInOrderAndNothingIsAssumed) {
  const auto axes = MeasureDistance({});
  ASSERT_EQ(axes.size(), 12u);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    EXPECT_EQ(axes[i].axis, static_cast<Axis>(i));
    EXPECT_EQ(axes[i].near, Near::kNotKnown);
    EXPECT_FALSE(axes[i].effect.has_value());
    EXPECT_TRUE(axes[i].licenses.empty());
    EXPECT_FALSE(axes[i].not_licenses.empty());
  }
}

struct NumberCase {
  Axis axis;
  double ours, theirs;
  const char* unit;
  Near near;
  double effect;
};

const NumberCase kNumberCases[] = {
    {Axis::kOutputSize, 5889, 294.45, "tokens", Near::kFar, 20},
    {Axis::kOutputSize, 294.45, 294.45, "tokens", Near::kSame, 1},
    {Axis::kInputSize, 60211.2, 50176, "pixels", Near::kClose, 1.2},
    {Axis::kInputSize, 40140.8, 50176, "pixels", Near::kClose, 0.8},
    {Axis::kInputSize, 784, 50176, "pixels", Near::kFar, 0.015625},
    {Axis::kClassBalance, 0.9854, 0.001, "share", Near::kFar, 2.8360836963},
    {Axis::kClassBalance, 0.1, 0.001, "share", Near::kFar, 0.5802450099},
    {Axis::kClassBalance, 0.5, 0.5, "share", Near::kSame, 0},
    {Axis::kClassBalance, 0.5, 0.65, "share", Near::kClose, 0.3046926540},
    {Axis::kQualityBar, 0.99, 0.99, "of the reference", Near::kSame, 1},
    {Axis::kQualityBar, 0.98, 0.99, "of the reference", Near::kClose, 2},
    {Axis::kQualityBar, 0.999, 0.99, "of the reference", Near::kFar, 0.1},
    {Axis::kQualityBar, 80, 75, "% accuracy", Near::kFar, 5},
    {Axis::kSla, 10, 15, "ms at p99", Near::kFar, 1.5},
    {Axis::kSla, 30, 15, "ms at p99", Near::kClose, 0.5},
    {Axis::kSla, 15, 15, "ms at p99", Near::kSame, 1},
};

TEST(Distance, ComparesNumbersOfOneUnit) {
  for (const NumberCase& each : kNumberCases) {
    const AxisDistance axis =
        Of(each.axis, Number(each.ours, each.unit), Number(each.theirs, each.unit));
    EXPECT_EQ(axis.near, each.near) << NameOf(each.axis) << " " << each.ours << " " << each.theirs;
    ASSERT_TRUE(axis.effect.has_value());
    EXPECT_NEAR(*axis.effect, each.effect, 1e-9) << NameOf(each.axis) << " " << each.ours;
    EXPECT_FALSE(axis.effect_name.empty());
    const bool near = each.near == Near::kSame || each.near == Near::kClose;
    EXPECT_NE(axis.licenses.empty(), near);
    EXPECT_EQ(axis.not_licenses.empty(), near);
  }
}

TEST(Distance, DoesntCompareNumbersOfTwoUnits) {
  for (const Axis axis : {Axis::kInputSize, Axis::kSla, Axis::kQualityBar, Axis::kClassBalance}) {
    const AxisDistance distance = Of(axis, Number(4, "columns"), Number(4, "pixels"));
    EXPECT_EQ(distance.near, Near::kFar) << NameOf(axis);
    EXPECT_FALSE(distance.effect.has_value());
  }
}

TEST(Distance, KnowsNothingOfWordsWithoutANumber) {
  EXPECT_EQ(Of(Axis::kInputSize, Number(900, "tokens"), Words("at most 1024 tokens")).near,
            Near::kNotKnown);
  EXPECT_EQ(Of(Axis::kSla, Words("TTFT p99 at most 500 ms"), Number(15, "ms at p99")).near,
            Near::kNotKnown);
  EXPECT_EQ(Of(Axis::kModel, Side{}, Words("ResNet-50")).near, Near::kNotKnown);
  EXPECT_EQ(Of(Axis::kInputSize, Number(0, "tokens"), Number(5, "tokens")).near, Near::kNotKnown);
}

struct WordCase {
  Axis axis;
  const char *ours, *theirs;
  Near near;
};

const WordCase kWordCases[] = {
    {Axis::kModel, "llama-2-70b-chat.gguf", "Llama 2 70B chat", Near::kSame},
    {Axis::kModel, "fashion-fp32.onnx", "ResNet-50 v1.5", Near::kFar},
    {Axis::kHardware, "NVIDIA L4", "NVIDIA H200-SXM-141GB", Near::kClose},
    {Axis::kHardware, "H200", "8x NVIDIA H200-SXM-141GB", Near::kSame},
    {Axis::kHardware, "AMD EPYC", "NVIDIA H200", Near::kFar},
    {Axis::kSoftware, "TensorRT 10.8", "TensorRT 10.8, CUDA 12.8", Near::kSame},
    {Axis::kSoftware, "TensorRT 8.6", "TensorRT 10.8, CUDA 12.8", Near::kClose},
    {Axis::kSoftware, "onnxruntime", "TensorRT 10.8", Near::kFar},
    {Axis::kPrecision, "fp8", "fp8", Near::kSame},
    {Axis::kPrecision, "fp16, int8", "int8, fp16", Near::kSame},
    {Axis::kPrecision, "fp32", "bf16", Near::kClose},
    {Axis::kPrecision, "fp32", "int8", Near::kFar},
    {Axis::kPrecision, "fp32", "undisclosed", Near::kNotKnown},
    {Axis::kTraffic, "Offline, Server", "Server", Near::kSame},
    {Axis::kTraffic, "Server", "Interactive", Near::kClose},
    {Axis::kTraffic, "own arrivals: poisson", "Server", Near::kClose},
    {Axis::kTraffic, "own arrivals: replay", "Server", Near::kNotKnown},
    {Axis::kTraffic, "own arrivals: gamma", "Server", Near::kFar},
    {Axis::kTraffic, "Offline", "SingleStream", Near::kFar},
    {Axis::kPipeline, "one model", "one model; images are preprocessed beforehand", Near::kSame},
    {Axis::kPipeline, "retrieve, rerank, generate", "one model; no retrieval", Near::kFar},
};

TEST(Distance, ComparesWords) {
  for (const WordCase& each : kWordCases) {
    EXPECT_EQ(Of(each.axis, Words(each.ours), Words(each.theirs)).near, each.near)
        << NameOf(each.axis) << ": " << each.ours << " | " << each.theirs;
  }
}

}  // namespace
}  // namespace assay::fit
