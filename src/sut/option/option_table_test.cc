// SPDX-License-Identifier: Apache-2.0
#include "sut/option/option_table.h"

#include <gtest/gtest.h>

namespace assay::sut {
namespace {

constexpr OptionInfo kKnown[] = {
    {"mean", "duration", "5ms", ""}, {"share", "share", "0", ""}, {"workers", "count", "1", ""},
    {"shape", "word", "round", ""},
};
constexpr std::string_view kShapes[] = {"round", "square"};

ExecutorOptions With(std::vector<std::pair<std::string, std::string>> options) {
  ExecutorOptions arguments;
  arguments.options = std::move(options);
  return arguments;
}

TEST(OptionTable, ReadsTextsAndDefaults) {
  const ExecutorOptions options = With({{"mean", "2s"}, {"share", "5%"}});
  const auto table = OptionTable::Read(options, kKnown);
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->DurationNs("mean", 0), 2'000'000'000);
  EXPECT_EQ(table->Share("share"), 0.05);
  EXPECT_EQ(table->Count("workers", 0), 1u);
  EXPECT_EQ(table->Word("shape", kShapes), 0u);
}

TEST(OptionTable, RefusesUnknownNamesAndNamesTheNearest) {
  const auto table = OptionTable::Read(With({{"maen", "2s"}}), kKnown);
  ASSERT_FALSE(table.has_value());
  EXPECT_EQ(table.error().code, ErrorCode::kUnknownKey);
  EXPECT_EQ(table.error().hint, "did you mean 'mean'?");
  EXPECT_EQ(table.error().where[0].path, "options.maen");
  EXPECT_EQ(OptionTable::Read(With({{"mean", "1s"}, {"mean", "2s"}}), kKnown).error().code, ErrorCode::kDuplicateKey);
}

TEST(OptionTable, RefusesWhatIsNotAValue) {
  const auto error = [](const char* name, const char* text) {
    const ExecutorOptions options = With({{name, text}});
    const auto table = OptionTable::Read(options, kKnown);
    if (std::string_view(name) == "mean") return table->DurationNs(name, 1).error();
    if (std::string_view(name) == "share") return table->Share(name).error();
    if (std::string_view(name) == "workers") return table->Count(name, 1).error();
    return table->Word(name, kShapes).error();
  };
  EXPECT_EQ(error("mean", "5").code, ErrorCode::kBadQuantity);
  EXPECT_EQ(error("mean", "0ms").code, ErrorCode::kOutOfRange);
  EXPECT_EQ(error("share", "120%").code, ErrorCode::kOutOfRange);
  EXPECT_EQ(error("workers", "-1").code, ErrorCode::kBadQuantity);
  EXPECT_EQ(error("workers", "1.5").code, ErrorCode::kBadQuantity);
  EXPECT_EQ(error("workers", "0").code, ErrorCode::kOutOfRange);
  EXPECT_EQ(error("workers", "99999999999999999999").code, ErrorCode::kOutOfRange);
  EXPECT_EQ(error("shape", "squar").hint, "did you mean 'square'?");
  EXPECT_EQ(error("workers", "x").where[0].path, "options.workers");
}

}  // namespace
}  // namespace assay::sut
