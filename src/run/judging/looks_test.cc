// SPDX-License-Identifier: Apache-2.0
#include "run/judging/looks.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "base/file.h"

namespace assay::run {
namespace {

std::string FreshPath(const char* name) {
  const auto folder = std::filesystem::path(testing::TempDir()) / (std::string("looks-") + name);
  std::filesystem::remove_all(folder);
  return (folder / "state" / "looks.log").string();
}

TEST(Looks, AreCountedForTheSameLabels) {
  const std::string path = FreshPath("count");
  const std::string set = LabelSetHash(std::vector<std::string>{"a", "b"}, std::vector<std::int32_t>{1, 0});
  EXPECT_EQ(CountLook(path, set, "first").count, 1u);
  EXPECT_TRUE(CountLook(path, set, "second").fresh());
  const Looks third = CountLook(path, set, "first");
  EXPECT_EQ(third.count, 3u);
  EXPECT_EQ(third.questions, 2u);
  EXPECT_FALSE(third.fresh());
  EXPECT_NE(LooksText(third).find("no longer fresh"), std::string::npos);
  const std::string other = LabelSetHash(std::vector<std::string>{"a", "b"}, std::vector<std::int32_t>{1, 1});
  EXPECT_EQ(CountLook(path, other, "first").count, 1u);
}

TEST(Looks, NameASetWhateverItsOrder) {
  const std::vector<std::string> ids = {"a", "b", "c"}, back = {"c", "b", "a"};
  EXPECT_EQ(LabelSetHash(ids, std::vector<std::int32_t>{1, 0, 0}), LabelSetHash(back, std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_NE(LabelSetHash(ids, std::vector<std::int32_t>{1, 0, 0}), LabelSetHash(ids, std::vector<std::int32_t>{0, 1, 0}));
  // Lengths stand before the ids, so that no two lists run together.
  EXPECT_NE(LabelSetHash(std::vector<std::string>{"a=1\n1:b"}, std::vector<std::int32_t>{0}),
            LabelSetHash(std::vector<std::string>{"a", "b"}, std::vector<std::int32_t>{1, 0}));
}

TEST(Looks, AtTheSameTimeAreAllCounted) {
  const std::string path = FreshPath("threads");
  const std::string set = LabelSetHash(std::vector<std::string>{"a"}, std::vector<std::int32_t>{1});
  constexpr int kThreads = 8, kEach = 25;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        for (int k = 0; k < kEach; ++k) CountLook(path, set, std::to_string(i));
      });
    }
  }
  const Looks last = CountLook(path, set, "0");
  EXPECT_EQ(last.count, kThreads * kEach + 1u);
  EXPECT_EQ(last.questions, static_cast<std::uint64_t>(kThreads));
}

TEST(Looks, WhatCannotBeWrittenIsANote) {
  const std::string path = FreshPath("note");
  ASSERT_TRUE(base::EnsureDirectory(std::filesystem::path(path).parent_path().string()));
  ASSERT_TRUE(base::WriteFileAtomically(path, "no look\n"));
  const Looks looks = CountLook(path + "/below/looks.log", "x", "y");
  EXPECT_FALSE(looks.counted());
  EXPECT_FALSE(LooksText(looks).empty());
  EXPECT_EQ(CountLook("", "x", "y").note, "");
}

TEST(Looks, HaveAPlaceByFlagThenEnvironment) {
  const std::string flag = "mine";
  EXPECT_EQ(LooksPath(&flag, "env", "state", "home"), "mine");
  EXPECT_EQ(LooksPath(nullptr, "env", "state", "home"), "env");
  EXPECT_EQ(LooksPath(nullptr, "", "state", "home"), "state/assay/looks.log");
  EXPECT_EQ(LooksPath(nullptr, nullptr, "", "home"), "home/.local/state/assay/looks.log");
  EXPECT_EQ(LooksPath(nullptr, "off", "state", "home"), "");
  EXPECT_EQ(LooksPath(nullptr, nullptr, nullptr, nullptr), "");
}

}  // namespace
}  // namespace assay::run
