// SPDX-License-Identifier: Apache-2.0
#include "results/precision.h"

#include <gtest/gtest.h>

namespace assay::results {
namespace {

struct Case {
  std::string_view text, types;
};

// All spellings of the columns weight_data_types and input_data_types in the rounds v0.5 to v6.0, each read by hand.
constexpr Case kWeights[] = {
    {"int8", "int8"}, {"fp32", "fp32"}, {"fp16", "fp16"}, {"uint8", "uint8"}, {"int8,fp16", "fp16, int8"},
    {"fp4", "fp4"}, {"fp8", "fp8"}, {"INT8", "int8"}, {"No change.", "undisclosed"}, {"bfloat16", "bf16"},
    {"", "undisclosed"}, {"float8", "fp8"}, {"UNSET", "undisclosed"}, {"Google bfloat16.", "bf16"}, {"int4", "int4"},
    {"We transform the original fp32 weight to int8 weight.", "int8"}, {"mxfp4", "fp4"},
    {R"({"clip1": "fp32", "clip2": "fp32", "unet": "fp8", "vae": "fp32"})", "fp32, fp8"},
    {R"({"clip1": "fp16", "clip2": "fp16", "unet": "fp8", "vae": "int8"})", "fp16, fp8, int8"},
    {"Signed 8-bit integer.", "int8"}, {"int8_t", "int8"}, {"int8 and bf16", "bf16, int8"}, {"UINT4", "uint4"},
    {"int8,int4", "int8, int4"}, {"FP32 + Int8", "fp32, int8"}, {"MXFP4", "fp4"}, {"int8 and bfloat16.", "bf16, int8"},
    {"bf16", "bf16"}, {"INT4", "int4"}, {"clip1:fp32,clip2:fp32,unet:fp8,vae:fp32", "fp32, fp8"}, {"float16", "fp16"},
    {"fp8,fp16,int8", "fp16, fp8, int8"}, {"BF16/F32/F8_E4M3/U8", "fp32, bf16, fp8, uint8"}, {"fp8,bf16", "bf16, fp8"},
};
constexpr Case kInputs[] = {
    {"int8", "int8"}, {"fp32", "fp32"}, {"int32", "int32"}, {"uint8", "uint8"}, {"fp16", "fp16"}, {"", "undisclosed"},
    {"int64", "int64"}, {"No change.", "undisclosed"}, {"INT8", "int8"}, {"FP32", "fp32"}, {"bfloat16", "bf16"},
    {"float8", "fp8"}, {"UNSET", "undisclosed"}, {"Dense: uint8 / Sparse: uint64", "uint8, uint64"},
    {"UTF-8", "undisclosed"}, {"We transform the fp32 input data to int8 data.", "int8"}, {"uint8_t", "uint8"},
    {"fp32 and int32", "fp32, int32"}, {"INT64", "int64"}, {"UINT8", "uint8"}, {"Int8.", "int8"}, {"float32", "fp32"},
    {"in8", "undisclosed"}, {"float16", "fp16"}, {"INT32", "int32"}, {"Dense: uint8 / Sparse: int32", "uint8, int32"},
};

TEST(Precision, TrapC_EverySpellingOfTheRounds) {
  for (const Case& c : kWeights) EXPECT_EQ(NameOf(ParsePrecision(c.text)), c.types) << c.text;
  for (const Case& c : kInputs) EXPECT_EQ(NameOf(ParsePrecision(c.text)), c.types) << c.text;
  EXPECT_EQ(std::size(kWeights), 34u);
  EXPECT_EQ(std::size(kInputs), 26u);
}

TEST(Precision, OtherSpellings) {
  EXPECT_EQ(NameOf(ParsePrecision("NVFP4")), "fp4");
  EXPECT_EQ(NameOf(ParsePrecision("FP-16 / int 8")), "fp16, int8");
  EXPECT_EQ(NameOf(ParsePrecision("unsigned 8-bit integers")), "uint8");
  EXPECT_EQ(NameOf(ParsePrecision("16-bit floating point")), "fp16");
  EXPECT_EQ(NameOf(ParsePrecision("sprint8 fp320 xint8")), "undisclosed");  // whole words only
  EXPECT_EQ(NameOf(ParsePrecision(std::string_view("\xff\x00{{\"", 5))), "undisclosed");
}

TEST(Precision, ClassIsTheLowestTypeFloatFirst) {
  EXPECT_EQ(PrecisionClass(ParsePrecision("fp8,fp16,int8")), "fp8");
  EXPECT_EQ(PrecisionClass(ParsePrecision("int8,int4")), "int4");
  EXPECT_EQ(PrecisionClass(ParsePrecision("fp32")), "fp32");
  EXPECT_EQ(PrecisionClass(ParsePrecision("UNSET")), "undisclosed");
}

}  // namespace
}  // namespace assay::results
