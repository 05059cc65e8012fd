// SPDX-License-Identifier: Apache-2.0
#include "base/column.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <vector>

namespace assay::base {
namespace {

// Pages of this process in memory, in bytes: the second number of /proc/self/statm.
std::uint64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return pages * 4096;
}

TEST(Column, GrowsLikeAVector) {
  Column<std::int64_t> column;
  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < 100'000; ++i) {
    column.push_back(i * i);
    expected.push_back(i * i);
  }
  EXPECT_EQ(column, expected);
  const Column<std::int64_t> copy = column;
  column[7] = -1;
  EXPECT_EQ(copy, expected);
  EXPECT_EQ(column[7], -1);
  const Column<std::int64_t> moved = std::move(column);
  EXPECT_EQ(moved.size(), 100'000u);
  EXPECT_EQ(moved.back(), 99'999LL * 99'999);
}

TEST(Column, NewValuesAreZeroAlsoAfterShrinking) {
  Column<std::uint32_t> column;
  column.assign(5000, 9);
  column.resize(10);
  column.resize(5000);
  for (std::uint64_t i = 0; i < column.size(); ++i) ASSERT_EQ(column[i], i < 10 ? 9u : 0u);
}

TEST(Column, InAFileKeepsItsValuesWhenPagesAreLetGo) {
  const std::string folder = testing::TempDir();
  Column<std::uint64_t> column(ColumnPlace{folder, 1 << 16});
  constexpr std::uint64_t kCount = 4 << 20;  // 32 MiB
  std::uint64_t most = 0;
  const std::uint64_t before = ResidentBytes();
  for (std::uint64_t i = 0; i < kCount; ++i) {
    column.push_back(i * 3);
    if ((i + 1) % (1 << 17) != 0) continue;
    column.Release(i + 1 - (1 << 17), 1 << 17);
    most = std::max(most, ResidentBytes());
  }
  ASSERT_TRUE(column.in_file());
  // Growing copies nothing, so the most that was there at once is a window of 1 MiB and the pages at its edges.
  EXPECT_LT(most, before + (8u << 20));
  for (std::uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(column[i], i * 3);
  EXPECT_TRUE(std::filesystem::is_empty(folder) || !std::filesystem::exists(folder + "/column-XXXXXX"));
}

TEST(Column, MovesToTheFileWithWhatItHolds) {
  Column<std::uint32_t> column(ColumnPlace{testing::TempDir(), 8192});
  for (std::uint32_t i = 0; i < 2048; ++i) column.push_back(i);
  EXPECT_FALSE(column.in_file());
  for (std::uint32_t i = 2048; i < 10'000; ++i) column.push_back(i);
  EXPECT_TRUE(column.in_file());
  for (std::uint32_t i = 0; i < 10'000; ++i) ASSERT_EQ(column[i], i);
  column.Populate(0, 10'000);
  column.Release(0, 20'000);
  EXPECT_EQ(column[9'999], 9'999u);
}

TEST(Column, WithoutAFolderStaysInMemory) {
  Column<std::uint64_t> column(ColumnPlace{"/no/such/folder", 4096});
  column.assign(512, 5);
  column.resize(10'000);
  EXPECT_FALSE(column.in_file());
  EXPECT_EQ(column[511], 5u);
  EXPECT_EQ(column[512], 0u);
}

TEST(Column, WithoutRoomThrowsAndKeepsWhatItHolds) {
  Column<std::uint64_t> column{1, 2, 3};
  EXPECT_THROW(column.reserve(std::uint64_t{1} << 62), std::bad_alloc);
  EXPECT_THROW(column.resize(std::uint64_t{1} << 58), std::bad_alloc);
  EXPECT_EQ(column, (std::vector<std::uint64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace assay::base
