// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/assertions.h"

#include <gtest/gtest.h>

namespace assay::citation {
namespace {

using Words = std::vector<std::string>;

// Right values: read off each sentence by hand.
TEST(ReadAssertions, SaysWhatGoesBeyondTheNumber) {
  EXPECT_EQ(ReadAssertions("34,988 tokens/s on Llama 2 70B"), Words{});
  EXPECT_EQ(ReadAssertions("the most accurate answers at production quality"), Words{"accuracy"});
  EXPECT_EQ(ReadAssertions("which cuts your cost per token in half"), Words{"cost"});
  EXPECT_EQ(ReadAssertions("a cost-effective system with the lowest TCO"), Words{"cost"});
  EXPECT_EQ(ReadAssertions("safe and hallucination-free"), Words{"safety"});
  EXPECT_EQ(ReadAssertions("thanks to its new memory"), Words{"why"});
  EXPECT_EQ(ReadAssertions("so it will sustain your production traffic"), Words{"ours"});
  EXPECT_EQ(ReadAssertions("MLCommons recommends the DGX B200"), Words{"endorsement"});
  EXPECT_EQ(ReadAssertions("3,750 tokens/s/GPU"), Words{"per_accelerator"});
  EXPECT_EQ(ReadAssertions("performance per watt by its TDP"), (Words{"per_watt", "tdp"}));
  EXPECT_EQ(ReadAssertions("a geomean over all benchmarks"), Words{"composite"});
  EXPECT_EQ(ReadAssertions("1.5x faster and world-record performance"), (Words{"speedup", "superlative"}));
}

TEST(ReadAssertions, DeniedWordsDontCount) {
  EXPECT_EQ(ReadAssertions("This is not an official result."), Words{});
  EXPECT_EQ(ReadAssertions("We make no claim about cost per token."), Words{});
  EXPECT_EQ(ReadAssertions("It isn't faster."), Words{});
  EXPECT_EQ(ReadAssertions("without loss of accuracy"), Words{"accuracy"});  // itself a denial that asserts
}

TEST(ReadAssertions, AGateIsNoClaimOfAccuracy) {
  EXPECT_EQ(ReadAssertions("Llama 2 70B at 99.9% accuracy of the reference"), Words{});
}

}  // namespace
}  // namespace assay::citation
