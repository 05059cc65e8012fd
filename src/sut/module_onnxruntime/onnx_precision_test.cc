// SPDX-License-Identifier: Apache-2.0
#include "sut/module_onnxruntime/onnx_precision.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/file.h"

namespace assay::sut {
namespace {

std::string ModelBytes(const std::string& name) {
  auto bytes = base::ReadFile(std::string(ASSAY_GOLDEN_DIR) + "/onnx/" + name + ".onnx");
  return bytes.has_value() ? *bytes : std::string();
}

std::optional<OnnxContent> Read(const std::string& bytes) {
  return ReadOnnxContent(std::as_bytes(std::span(bytes)));
}

struct Case {
  const char* model;
  const char* precision;
  std::map<std::string, std::uint64_t> parameters;
};

// Right values: the tensors that tools/make_test_models.py puts into each model (weights 3 x 2, bias 2; the quantised
// one has 6 weights and a zero point in int8, two scales in fp32).
const Case kCases[] = {
    {"softmax", "fp32", {{"fp32", 8}}},
    {"linear_int8", "int8", {{"int8", 7}, {"fp32", 2}}},
    {"linear_fp16", "fp16", {{"fp16", 6}}},
    {"linear_mixed", "mixed", {{"fp16", 6}, {"fp32", 2}}},
    {"branches_fp64", "fp64", {{"fp64", 2}}},
    {"two_inputs", "fp32", {}},
};

TEST(OnnxPrecision, IsWhatTheModelStores) {
  for (const Case& c : kCases) {
    const auto content = Read(ModelBytes(c.model));
    ASSERT_TRUE(content.has_value()) << c.model;
    EXPECT_EQ(PrecisionOf(*content), c.precision) << c.model;
    EXPECT_EQ(content->parameters, c.parameters) << c.model;
  }
}

TEST(OnnxPrecision, QuantisedModelsByTheirOperatorsAndTypes) {
  OnnxContent content{.parameters = {{"fp32", 10}, {"int4", 6}}, .quantised_int8 = true};
  EXPECT_EQ(PrecisionOf(content), "int4");  // QuantizeLinear to 4 bits
  content.parameters["int8"] = 3;
  EXPECT_EQ(PrecisionOf(content), "mixed");
  content = {.parameters = {{"fp32", 10}}, .quantised_int4 = true};
  EXPECT_EQ(PrecisionOf(content), "int4");
  content.quantised_int8 = true;
  EXPECT_EQ(PrecisionOf(content), "mixed");
  content = {.parameters = {{"fp8", 10}}, .quantised_int8 = true};
  EXPECT_EQ(PrecisionOf(content), "fp8");
}

TEST(OnnxPrecision, EveryPrefixOfAModelIsSafe) {
  const std::string whole = ModelBytes("branches_fp64");
  ASSERT_FALSE(whole.empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto content = Read(whole.substr(0, size));  // a cut between two fields of the outermost message is readable
    EXPECT_TRUE(!content.has_value() || content->has_nodes) << size;
  }
  EXPECT_FALSE(Read(whole.substr(0, whole.size() / 2)).has_value());
}

// Seeded, so that a failure comes back.
TEST(OnnxPrecision, ArbitraryBytesAreSafe) {
  const std::string whole = ModelBytes("linear_int8");
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = whole;
    for (int flips = 0; flips < 4; ++flips) bytes[random() % bytes.size()] = static_cast<char>(random());
    const auto content = Read(bytes);
    EXPECT_TRUE(!content.has_value() || !PrecisionOf(*content).empty()) << round;
  }
  EXPECT_FALSE(Read("").has_value());
  EXPECT_FALSE(Read("this is not a model").has_value());
}

// A dimension product beyond 64 bits stays at the largest number instead of wrapping.
TEST(OnnxPrecision, HugeDimensionsSaturate) {
  const std::string dim = "\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f";  // dims: 2^63 - 1
  const std::string tensor = dim + dim + std::string("\x10\x01", 2);   // twice; data_type: FLOAT
  const std::string node = std::string("\x0a\x02\x22\x00", 4);         // node with an empty op_type
  const std::string graph = node + "\x2a" + static_cast<char>(tensor.size()) + tensor;
  const auto content = Read(std::string("\x3a") + static_cast<char>(graph.size()) + graph);
  ASSERT_TRUE(content.has_value());
  EXPECT_EQ(content->parameters.at("fp32"), ~std::uint64_t{0});
}

// 40 graphs inside one another: attribute 6 of a node is a graph.
TEST(OnnxPrecision, NestingIsLimited) {
  const auto field = [](char tag, const std::string& bytes) {
    std::string text(1, tag);
    for (std::size_t size = bytes.size();; size >>= 7) {
      text += static_cast<char>((size & 0x7f) | (size > 0x7f ? 0x80 : 0));
      if (size <= 0x7f) break;
    }
    return text + bytes;
  };
  const auto nested = [&](int depth) {
    std::string graph = field('\x0a', "");
    for (int i = 0; i < depth; ++i) graph = field('\x0a', field('\x2a', field('\x32', graph)));
    return field('\x3a', graph);
  };
  EXPECT_TRUE(Read(nested(32)).has_value());
  EXPECT_FALSE(Read(nested(33)).has_value());
}

}  // namespace
}  // namespace assay::sut
