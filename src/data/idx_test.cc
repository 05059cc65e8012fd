// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include "assay/dataset.h"
#include "base/file.h"
#include "data/image/idx_file.h"

namespace assay {

extern const DatasetInfo kDataset_idx;

namespace {

using namespace std::string_literals;

// Two images of 2 x 3 pixels and their labels, written by hand from the format's description.
const std::string kImages = "\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x03"s + "abcdefghijkl";
const std::string kLabels = "\0\0\x08\x01\0\0\0\x02\x07\x02"s;
// `printf '\0\0\010\001\0\0\0\002\007\002' | gzip -9n` (gzip 1.12)
const std::string kZippedLabels =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x63\x60\xe0\x60\x64\x60\x60\x60\x62\x67\x02\x00\xf2\x5b\xd3\x34\x0a\x00\x00\x00"s;

class IdxTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    Write("images", kImages);
    Write("labels", kLabels);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(base::WriteFileAtomically(folder_ + "/" + name, bytes).has_value());
  }
  Results<std::unique_ptr<Dataset>> Open(const std::string& label = "labels", const std::string& positive = "") {
    DatasetOptions options;
    options.path = folder_ + "/images";
    options.label = label;
    options.positive = positive;
    return kDataset_idx.open(options);
  }
  std::string folder_ = testing::TempDir() + "assay_idx_test_" + std::to_string(::getpid());
};

TEST_F(IdxTest, ReadsImagesAndLabels) {
  const auto data = Open();
  ASSERT_TRUE(data.has_value()) << data.error()[0].what;
  EXPECT_EQ((*data)->size(), 2u);
  EXPECT_EQ((*data)->Label(0), 7);
  EXPECT_EQ((*data)->Label(1), 2);
  EXPECT_EQ((*data)->classes().size(), 8u);
  EXPECT_EQ(std::vector<std::int64_t>((*data)->image_shape().begin(), (*data)->image_shape().end()),
            (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(static_cast<char>((*data)->Image(1)[0]), 'g');
  EXPECT_EQ((*data)->Image(1).size(), 6u);
  EXPECT_NE((*data)->ContentHash(0), (*data)->ContentHash(1));
  EXPECT_EQ((*Open("labels", "2"))->Label(1), 1);
  EXPECT_EQ((*Open(""))->Label(0), std::nullopt);
}

TEST_F(IdxTest, ReadsGzip) {
  Write("labels", kZippedLabels);
  const auto data = Open();
  ASSERT_TRUE(data.has_value()) << data.error()[0].what;
  EXPECT_EQ((*data)->Label(0), 7);
  Write("labels", kZippedLabels + kZippedLabels);  // two members unpack to one text, which is too long here
  EXPECT_EQ(Open().error()[0].code, ErrorCode::kBadRow);
}

TEST_F(IdxTest, EveryCutIsAnError) {
  for (const std::string* bytes : {&kImages, &kLabels, &kZippedLabels}) {
    for (std::size_t length = 0; length < bytes->size(); ++length) {
      const auto idx = data::ParseIdx(bytes->substr(0, length), "x");
      ASSERT_FALSE(idx.has_value()) << length;
      EXPECT_EQ(idx.error().code, length == 0 ? ErrorCode::kEmpty : ErrorCode::kBadRow);
    }
    EXPECT_TRUE(data::ParseIdx(*bytes, "x").has_value());
  }
}

TEST_F(IdxTest, SaysWhatDoesNotFit) {
  EXPECT_EQ(data::ParseIdx(kLabels + "x", "x").error().where[0].path, "byte 10");
  EXPECT_EQ(data::ParseIdx("\0\0\x0D\x01\0\0\0\x01xxxx"s, "x").error().code, ErrorCode::kBadRow);
  EXPECT_EQ(data::ParseIdx("\0\0\x08\x01\0\0\0\0"s, "x").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(data::ParseIdx("\0\0\x08\x02\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s, "x").error().code, ErrorCode::kBadRow);
  Write("labels", "\0\0\x08\x01\0\0\0\x01\x07"s);
  EXPECT_EQ(Open().error()[0].code, ErrorCode::kBadRow);
  EXPECT_EQ(Open("none").error()[0].code, ErrorCode::kNotFound);
  Write("labels", kLabels);
  EXPECT_EQ(Open("labels", "5").error()[0].code, ErrorCode::kOneClass);
  Write("images", kLabels);
  EXPECT_EQ(Open().error()[0].code, ErrorCode::kBadRow);
}

}  // namespace
}  // namespace assay
