// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <filesystem>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/sha256.h"

namespace assay::base {
namespace {

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "assay_file_test_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    ASSERT_TRUE(EnsureDirectory(folder_ + "/a/b").has_value());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(FileTest, ReadsBackWhatItWroteByteForByte) {
  std::string bytes;
  for (int i = 0; i < 3000000; ++i) bytes += static_cast<char>(i % 251);
  const std::string path = folder_ + "/x.bin";
  ASSERT_TRUE(WriteFileAtomically(path, "old").has_value());
  ASSERT_TRUE(WriteFileAtomically(path, bytes).has_value());
  EXPECT_EQ(ReadFile(path).value(), bytes);
  EXPECT_EQ(Sha256HexOfFile(path).value(), Sha256Hex(bytes));
  EXPECT_EQ(ListDirectory(folder_).value(), (std::vector<std::string>{"a", "x.bin"}));
}

TEST_F(FileTest, ListsWhatLiesBelow) {
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/z", "").has_value());
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/a/b/y é", "").has_value());
  EXPECT_EQ(ListFilesBelow(folder_).value(), (std::vector<std::string>{"a/b/y é", "z"}));
}

TEST_F(FileTest, SaysWhatIsWrong) {
  EXPECT_EQ(ReadFile(folder_ + "/none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ReadFile(folder_).error().code, ErrorCode::kUnreadable);
  EXPECT_EQ(ReadFile("/dev/zero").error().code, ErrorCode::kUnreadable);
  EXPECT_EQ(ListDirectory(folder_ + "/none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(WriteFileAtomically(folder_ + "/none/x", "").error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(WriteFileAtomically(folder_ + "/a", "").error().code, ErrorCode::kUnwritable);
  ASSERT_TRUE(WriteFileAtomically(folder_ + "/file", "").has_value());
  EXPECT_EQ(EnsureDirectory(folder_ + "/file").error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(EnsureDirectory(folder_ + "/file/below").error().code, ErrorCode::kUnwritable);
  // Nothing of the failed attempts stays.
  EXPECT_EQ(ListFilesBelow(folder_).value(), (std::vector<std::string>{"file"}));
}

// /dev/full takes no byte: write() there gives ENOSPC (full(4)).
TEST_F(FileTest, AFullDiskIsUnwritable) {
  std::filesystem::create_symlink("/dev/full", folder_ + "/full.part-" + std::to_string(::getpid()));
  const auto written = WriteFileAtomically(folder_ + "/full", "x");
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::kUnwritable);
}

TEST(Path, IsTakenFromTheFolderOfTheFileThatNamesIt) {
  EXPECT_EQ(ResolveBeside("specs/a.yaml", "data/x.csv"), "specs/data/x.csv");
  EXPECT_EQ(ResolveBeside("a.yaml", "../x.csv"), "../x.csv");
  EXPECT_EQ(ResolveBeside("specs/a.yaml", "/x.csv"), "/x.csv");
  EXPECT_EQ(JoinPath("a", "b"), "a/b");
  EXPECT_EQ(JoinPath("a/", "b"), "a/b");
}

}  // namespace
}  // namespace assay::base
