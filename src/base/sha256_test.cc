// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

// Right values: NIST's example files for FIPS 180-4 (abc, the 448-bit and the 896-bit message, a million a); the empty
// message and the 55 to 64 byte ones, where the padding changes form, by coreutils' sha256sum 9.1.
TEST(Sha256, EqualsThePublishedVectors) {
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256Hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                      "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(Sha256Hex(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex(std::string(55, 'a')), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(Sha256Hex(std::string(56, 'a')), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(Sha256Hex(std::string(63, 'a')), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
  EXPECT_EQ(Sha256Hex(std::string(64, 'a')), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST(Sha256, PiecesGiveTheWhole) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i);
  const std::string whole = Sha256Hex(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 hash;
    EXPECT_EQ(ToHex(hash.Update(text.substr(0, cut)).Update(text.substr(cut)).Finish()), whole) << cut;
  }
}

TEST(Sha256, AMissingFileIsAnError) {
  EXPECT_EQ(Sha256HexOfFile("no/such/file").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::base
