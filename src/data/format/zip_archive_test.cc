// SPDX-License-Identifier: Apache-2.0
#include "data/format/zip_archive.h"

#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay::data {
namespace {

// An archive of two files, packed.
std::string Packed(const std::string& first, const std::string& second) {
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / ("packed_" + std::to_string(getpid()) + ".zip");
  std::filesystem::remove(path);
  zipFile archive = zipOpen64(path.c_str(), 0);
  for (const auto& [name, bytes] :
       {std::pair<const char*, const std::string&>{"a.txt", first}, {"b/c.txt", second}}) {
    zipOpenNewFileInZip(archive, name, nullptr, nullptr, 0, nullptr, 0, nullptr, 8, 6);
    zipWriteInFileInZip(archive, bytes.data(), static_cast<unsigned>(bytes.size()));
    zipCloseFileInZip(archive);
  }
  zipClose(archive, nullptr);
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  std::filesystem::remove(path);
  return all.str();
}

TEST(ZipArchive, ReadsItsFiles) {
  const std::string bytes = Packed("one", "two");
  auto archive = ZipArchive::Open(bytes);
  ASSERT_TRUE(archive.has_value());
  EXPECT_EQ(archive->names(), (std::vector<std::string>{"a.txt", "b/c.txt"}));
  EXPECT_EQ(archive->Read("b/c.txt").value(), "two");
  EXPECT_EQ(archive->Read("a.txt").value(), "one");
  EXPECT_EQ(archive->Read("A.TXT").error().code, ErrorCode::kNotFound);
}

// 100 kB of blanks pack into some hundred bytes; what all files unpack to is counted together.
TEST(ZipArchive, StopsWhereTheBudgetEnds) {
  const std::string blanks(100'000, ' ');
  const std::string bytes = Packed(blanks, blanks);
  ASSERT_LT(bytes.size(), 1000u);
  auto archive = ZipArchive::Open(bytes, 150'000);
  ASSERT_TRUE(archive.has_value());
  EXPECT_EQ(archive->Read("a.txt").value(), blanks);
  EXPECT_EQ(archive->Read("b/c.txt").error().code, ErrorCode::kOutOfRange);
}

TEST(ZipArchive, DamageIsAnError) {
  std::string bytes = Packed(std::string(500, 'x') + "y", "two");
  EXPECT_FALSE(ZipArchive::Open("").has_value());
  EXPECT_FALSE(ZipArchive::Open(std::string_view(bytes).substr(0, bytes.size() / 2)).has_value());
  bytes[40] = static_cast<char>(bytes[40] ^ 0x55);  // within the first file's packed bytes
  auto archive = ZipArchive::Open(bytes);
  ASSERT_TRUE(archive.has_value());
  EXPECT_FALSE(archive->Read("a.txt").has_value());
}

}  // namespace
}  // namespace assay::data
