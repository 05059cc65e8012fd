// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <unistd.h>

#include <gtest/gtest.h>

#include "base/file.h"
#include "record/manifest.h"

namespace assay::record {
namespace {

class ManifestTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "assay_manifest_test_" + std::to_string(::getpid());
    std::filesystem::remove_all(folder_);
    ASSERT_TRUE(base::EnsureDirectory(run_ + "/s/online/1").has_value());
    Write(run_ + "/spec.yaml", "abc");
    Write(run_ + "/s/online/1/record.assay", "");
    Write(folder_ + "/input.csv", "abc");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static void Write(const std::string& path, std::string_view bytes) {
    ASSERT_TRUE(base::WriteFileAtomically(path, bytes).has_value());
  }
  std::string folder_ = testing::TempDir() + "assay_manifest_test_" + std::to_string(::getpid());
  std::string run_ = folder_ + "/run";
};

// sha256("abc"): FIPS 180-4 example.
constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST_F(ManifestTest, ReadsBackAndVerifies) {
  const std::vector<std::string> inputs = {folder_ + "/input.csv"};
  const auto built = BuildManifest(run_, inputs, "", "0.1.0");
  ASSERT_TRUE(built.has_value());
  ASSERT_TRUE(WriteManifest(run_, *built).has_value());
  const auto read = ReadManifest(run_);
  ASSERT_TRUE(read.has_value()) << read.error().what;
  ASSERT_EQ(read->files.size(), 2u);
  EXPECT_EQ(read->files[0].path, "s/online/1/record.assay");
  EXPECT_EQ(read->files[1].sha256, kAbc);
  EXPECT_EQ(read->files[1].bytes, 3u);
  EXPECT_EQ(read->inputs.at(0).path, inputs[0]);
  EXPECT_EQ(read->program_version, "0.1.0");
  EXPECT_FALSE(read->program.has_value());
  EXPECT_TRUE(VerifyManifest(run_, *read).empty());

  Write(run_ + "/spec.yaml", "abd");
  Write(run_ + "/new", "");
  std::filesystem::remove(run_ + "/s/online/1/record.assay");
  std::filesystem::remove(inputs[0]);
  const Errors differences = VerifyManifest(run_, *read);
  ASSERT_EQ(differences.size(), 4u);
  EXPECT_EQ(differences[0].code, ErrorCode::kNotFound);  // the input
  EXPECT_EQ(differences[1].code, ErrorCode::kNotFound);
  EXPECT_EQ(differences[2].code, ErrorCode::kMismatch);
  EXPECT_NE(differences[2].what.find(kAbc), std::string::npos);
  EXPECT_NE(differences[3].what.find("'new'"), std::string::npos);
}

TEST_F(ManifestTest, OtherFilesAreRefused) {
  EXPECT_EQ(ReadManifest(run_).error().code, ErrorCode::kNotFound);
  Write(run_ + "/manifest.json", "{}");
  EXPECT_EQ(ReadManifest(run_).error().code, ErrorCode::kWrongType);
  Write(run_ + "/manifest.json", R"({"schema":"assay.manifest/1","inputs":[],"files":[{"path":"x"}]})");
  EXPECT_EQ(ReadManifest(run_).error().where[0].path, "files[0]");
  EXPECT_EQ(BuildManifest(run_, std::vector<std::string>{"no/such"}, "", "").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::record
