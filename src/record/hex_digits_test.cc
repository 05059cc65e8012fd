// SPDX-License-Identifier: Apache-2.0
#include "record/hex_digits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace assay::record {
namespace {

// By the definition of the digits, from nothing that the engines use.
std::string Expected(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    for (const int half : {std::to_integer<int>(byte) / 16, std::to_integer<int>(byte) % 16}) {
      text += static_cast<char>(half < 10 ? '0' + half : 'A' + half - 10);
    }
  }
  return text;
}

// Every byte in every lane: 600 bytes from each of 64 starts, in all lengths around the widths of registers.
TEST(HexDigits, EveryEngineWritesTheSame) {
  std::vector<std::byte> bytes(1024);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + i / 256);
  for (const HexEngine engine : HexEngines()) {
    for (std::size_t start = 0; start < 64; ++start) {
      for (const std::size_t size : {0, 1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 256, 600}) {
        const auto part = std::span(bytes).subspan(start, size);
        std::string text(2 * size + 2, '~');
        WriteHex(engine, part, text.data() + 1);
        EXPECT_EQ(text, "~" + Expected(part) + "~") << "engine " << static_cast<int>(engine) << " size " << size;
      }
    }
  }
}

TEST(HexDigits, ThePlainFormIsAlwaysThere) {
  EXPECT_EQ(HexEngines().front(), HexEngine::kScalar);
  std::vector<std::byte> bytes(100, std::byte{0x5A});
  std::string text(200, ' ');
  WriteHex(bytes, text.data());
  EXPECT_EQ(text, Expected(bytes));
}

}  // namespace
}  // namespace assay::record
