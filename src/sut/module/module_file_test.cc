// SPDX-License-Identifier: Apache-2.0
#include "sut/module/module_file.h"

#include <gtest/gtest.h>

namespace assay::sut {
namespace {

const std::string kFakes = ASSAY_FAKE_MODULES;

TEST(ModuleFolders, NamedOnesFirstThenThoseOfTheProgram) {
  const auto folders = ModuleFolders("/a/b::/c");
  ASSERT_EQ(folders.size(), 4u);
  EXPECT_EQ(folders[0], "/a/b");
  EXPECT_EQ(folders[1], "/c");
  EXPECT_TRUE(folders[2].ends_with("/lib/assay")) << folders[2];
  EXPECT_TRUE(folders[3].ends_with("/bin")) << folders[3];  // this test program's own folder
  EXPECT_EQ(ModuleFolders("").size(), 2u);
}

TEST(OpenModule, MissingOneNamesTheFoldersAndThePackage) {
  const auto module = OpenModule("nowhere", {"/no/such", kFakes}, "the package libnowhere");
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(module.error().code, ErrorCode::kSutMissing);
  EXPECT_EQ(module.error().what, "executor nowhere needs the module executor_nowhere.so, found in none of: /no/such, " + kFakes);
  EXPECT_NE(module.error().hint.find("install the package libnowhere"), std::string::npos);
}

TEST(OpenModule, TakesTheFirstFolderThatHasIt) {
  const auto module = OpenModule("bad_answers", {"/no/such", kFakes}, "");
  ASSERT_TRUE(module.has_value()) << module.error().what;
  EXPECT_STREQ((*module)->name, "bad_answers");
}

TEST(OpenModule, RefusesWhatIsNoModuleOfThisVersion) {
  const auto no_symbol = OpenModule("no_symbol", {kFakes}, "");
  ASSERT_FALSE(no_symbol.has_value());
  EXPECT_EQ(no_symbol.error().code, ErrorCode::kSutFailed);
  EXPECT_NE(no_symbol.error().what.find("exports assay_executor_v1_get, found none"), std::string::npos);

  const auto old = OpenModule("old_abi", {kFakes}, "");
  ASSERT_FALSE(old.has_value());
  EXPECT_EQ(old.error().code, ErrorCode::kSutFailed);
  EXPECT_NE(old.error().what.find("ABI version 1"), std::string::npos);
  EXPECT_NE(old.error().what.find("found version 99"), std::string::npos);

  const auto unfinished = OpenModule("missing_function", {kFakes}, "");
  ASSERT_FALSE(unfinished.has_value());
  EXPECT_EQ(unfinished.error().code, ErrorCode::kSutFailed);
  EXPECT_NE(unfinished.error().what.find("found one missing"), std::string::npos);
}

TEST(OpenModuleFile, RefusesFilesThatArentLibraries) {
  EXPECT_EQ(OpenModuleFile("/no/such.so", "").error().code, ErrorCode::kNotFound);
  const auto text = OpenModuleFile(std::string(ASSAY_SOURCE_DIR) + "/LICENSE", "the package");
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code, ErrorCode::kSutFailed);
  EXPECT_EQ(text.error().hint, "install the package");
}

}  // namespace
}  // namespace assay::sut
