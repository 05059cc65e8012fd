// SPDX-License-Identifier: Apache-2.0
#include "base/crc32c.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace assay::base {
namespace {

std::span<const std::byte> Bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

// Right values: RFC 3720, appendix B.4 (the first four); "123456789" is the check value of CRC catalogues.
TEST(Crc32c, EqualsThePublishedVectors) {
  std::string up, down;
  for (int i = 0; i < 32; ++i) {
    up += static_cast<char>(i);
    down += static_cast<char>(31 - i);
  }
  for (const auto crc : {Crc32c, Crc32cByTable}) {
    EXPECT_EQ(crc(Bytes(std::string(32, '\0')), 0), 0x8A9136AAu);
    EXPECT_EQ(crc(Bytes(std::string(32, '\xFF')), 0), 0x62A8AB43u);
    EXPECT_EQ(crc(Bytes(up), 0), 0x46DD794Eu);
    EXPECT_EQ(crc(Bytes(down), 0), 0x113FDB5Cu);
    EXPECT_EQ(crc(Bytes("123456789"), 0), 0xE3069283u);
    EXPECT_EQ(crc({}, 0), 0u);
  }
}

TEST(Crc32c, PiecesGiveTheWhole) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += static_cast<char>(i * 37);
  const std::uint32_t whole = Crc32cByTable(Bytes(text));
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_EQ(Crc32c(Bytes(text).subspan(cut), Crc32c(Bytes(text).first(cut))), whole) << cut;
  }
}

}  // namespace
}  // namespace assay::base
