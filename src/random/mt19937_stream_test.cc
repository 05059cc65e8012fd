// SPDX-License-Identifier: Apache-2.0
#include "random/mt19937_stream.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace assay::random {
namespace {

// Right values: LoadGen 6.0.17's own distributions; see tests/golden/loadgen/README.md.
nlohmann::json Golden() {
  std::ifstream file(ASSAY_GOLDEN_DIR "/loadgen/rng_primitives.json");
  return nlohmann::json::parse(file);
}

TEST(Mt19937Stream, ShufflesAsLoadGen) {
  const nlohmann::json cases = Golden().at("shuffle");
  ASSERT_EQ(cases.size(), 24u);
  for (const auto& c : cases) {
    std::vector<std::uint64_t> values(c.at("n").get<std::size_t>());
    std::iota(values.begin(), values.end(), 0u);
    Mt19937Stream stream(c.at("seed").get<std::uint64_t>());
    stream.Shuffle(values);
    std::uint64_t hash = 1469598103934665603u;
    for (std::uint64_t value : values) hash = (hash ^ value) * 0x100000001b3u;
    EXPECT_EQ(std::to_string(hash), c.at("fnv1a_of_elements").get<std::string>())
        << c.at("n") << " " << c.at("seed");
    EXPECT_EQ(stream.NextU32(), c.at("next_u32").get<std::uint32_t>()) << c.at("n");
    const auto first = c.at("first").get<std::vector<std::uint64_t>>();
    EXPECT_TRUE(std::equal(first.begin(), first.end(), values.begin()));
  }
}

TEST(Mt19937Stream, DrawsExponentialIntervalsAsLoadGen) {
  const nlohmann::json cases = Golden().at("exponential_ns");
  ASSERT_EQ(cases.size(), 8u);
  for (const auto& c : cases) {
    Mt19937Stream stream(c.at("seed").get<std::uint64_t>());
    const double rate = c.at("qps").get<double>();
    for (const auto& ns : c.at("ns")) {
      EXPECT_EQ(static_cast<std::int64_t>(stream.Exponential(rate) * 1e9), ns.get<std::int64_t>())
          << rate;
    }
  }
}

TEST(Mt19937Stream, DrawsIntegersAndRealsAsLoadGen) {
  const nlohmann::json golden = Golden();
  ASSERT_EQ(golden.at("uniform_int").size(), 14u);
  for (const auto& c : golden.at("uniform_int")) {
    Mt19937Stream stream(c.at("seed").get<std::uint64_t>());
    for (const auto& value : c.at("v")) {
      EXPECT_EQ(stream.Below(c.at("n").get<std::uint32_t>()), value.get<std::uint32_t>())
          << c.at("n");
    }
  }
  ASSERT_EQ(golden.at("uniform_real").size(), 3u);
  for (const auto& c : golden.at("uniform_real")) {
    Mt19937Stream stream(c.at("seed").get<std::uint64_t>());
    for (const auto& value : c.at("v")) EXPECT_EQ(stream.Canonical(), value.get<double>());
  }
}

TEST(Mt19937Stream, TakesTheLow32BitsOfTheSeed) {
  // 4294967338 = 2^32 + 42.
  EXPECT_EQ(Mt19937Stream(42).NextU32(), Mt19937Stream(4294967338u).NextU32());
  EXPECT_NE(Mt19937Stream(42).NextU32(), Mt19937Stream(43).NextU32());
}

TEST(Mt19937Stream, EqualsTheStandardLibrary) {
  // Every engine must agree: three renewals of the state, for the seeds at the ends and some between.
  for (const std::uint32_t seed : {0u, 1u, 5489u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu}) {
    std::mt19937 standard(seed);
    Mt19937 own(seed);
    for (int i = 0; i < 3 * 624 + 7; ++i) ASSERT_EQ(own.Next(), standard()) << seed << " " << i;
  }
}

TEST(Mt19937Stream, IsTheStandardEngine) {
  // ISO C++ [rand.predef]: the 10000th output of a default-seeded (5489) mt19937 is 4123659995.
  Mt19937Stream stream(5489);
  for (int i = 0; i < 9999; ++i) stream.NextU32();
  EXPECT_EQ(stream.NextU32(), 4123659995u);
}

}  // namespace
}  // namespace assay::random
