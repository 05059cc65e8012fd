// SPDX-License-Identifier: Apache-2.0
#include "random/philox.h"

#include <gtest/gtest.h>

namespace assay::random {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

// Right values: numpy 2.4.6, numpy.random.Philox(key, counter).random_raw(4), which adds 1 to the counter first.
TEST(Philox, EqualsNumpy) {
  EXPECT_EQ(PhiloxAt({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  EXPECT_EQ(PhiloxAt({41, 0, 0, 0}, {20261129, 7}),
            (PhiloxCounter{0xb09c3e7189d2135b, 0xec34fd7c7935fa47, 0xcdb7a1a7d4a8b153, 0x8e754ae7954bf814}));
  EXPECT_EQ(PhiloxAt({5, kMost, 3, std::uint64_t{1} << 63}, {kMost, kMost}),
            (PhiloxCounter{0x1d52cb03e421011f, 0x1de7c713dca4b1ed, 0x1bb9db34415e7727, 0x53b3da7712a6383f}));
}

TEST(Philox, AStreamIsItsBlocksInOrder) {
  Philox stream(11, 12);
  for (std::uint64_t block = 0; block < 3; ++block) {
    for (const std::uint64_t number : PhiloxAt({block, 0, 0, 0}, {11, 12})) EXPECT_EQ(stream.Next(), number);
  }
  EXPECT_NE(Philox(11, 13).Next(), Philox(11, 12).Next());
}

TEST(Philox, BelowStaysBelow) {
  Philox stream(1, 2);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(stream.Below(7), 7u);
  EXPECT_EQ(stream.Below(1), 0u);
}

}  // namespace
}  // namespace assay::random
