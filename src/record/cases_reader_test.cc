// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <unistd.h>

#include <gtest/gtest.h>

#include "base/file.h"
#include "record/cases.h"

namespace assay::record {
namespace {

class CasesTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = testing::TempDir() + "assay_cases_test_" + std::to_string(::getpid()) + ".jsonl";
};

TEST_F(CasesTest, ALineHasTheDocumentedForm) {
  CaseLine line{.sample = 3, .id = "r\"1", .index = 7, .label = "1", .predicted = "0", .score = 0.1, .correct = false,
                .status = SampleStatus::kOk, .latency_ns = 1234567, .slow = true};
  EXPECT_EQ(CaseToJson(line),
            R"({"sample":3,"id":"r\"1","index":7,"label":"1","predicted":"0","score":0.1,"correct":false,"status":"ok",)"
            R"("latency_ns":1234567,"slow":true})"
            "\n");
  EXPECT_EQ(CaseToJson({.sample = 4, .id = "x", .status = SampleStatus::kLost}),
            R"({"sample":4,"id":"x","index":0,"label":null,"predicted":null,"score":null,"correct":null,"status":"lost",)"
            R"("latency_ns":null,"slow":null})"
            "\n");
}

TEST_F(CasesTest, ReadsBackWhatWasWritten) {
  const std::vector<CaseLine> lines = {
      {.sample = 0, .id = "a", .index = 18446744073709551615u, .label = "ü", .score = 0.30000000000000004},
      {.sample = 1, .id = "", .correct = true, .status = SampleStatus::kCancelled, .latency_ns = -5, .slow = false}};
  ASSERT_TRUE(WriteCases(path_, lines).has_value());
  const auto read = ReadCases(path_);
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(CaseToJson((*read)[i]), CaseToJson(lines[i]));
}

TEST_F(CasesTest, NamesEveryBadLine) {
  const std::string good = CaseToJson({.id = "a"});
  std::string wrong_type = good, unknown = good;
  wrong_type.replace(wrong_type.find("\"a\""), 3, "5");
  unknown.replace(unknown.find("\"ok\""), 4, "\"fine\"");
  ASSERT_TRUE(base::WriteFileAtomically(path_, good + "{\"sample\":1}\n" + wrong_type + good + unknown + "{\n").has_value());
  const auto read = ReadCases(path_);
  ASSERT_FALSE(read.has_value());
  const std::vector<std::pair<ErrorCode, int>> expected = {{ErrorCode::kMissingKey, 2}, {ErrorCode::kWrongType, 3},
                                                           {ErrorCode::kUnknownName, 5}, {ErrorCode::kSyntax, 6}};
  ASSERT_EQ(read.error().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(read.error()[i].code, expected[i].first);
    EXPECT_EQ(read.error()[i].where[0].line, expected[i].second);
  }
  ASSERT_TRUE(base::WriteFileAtomically(path_, "").has_value());
  EXPECT_EQ(ReadCases(path_).error()[0].code, ErrorCode::kEmpty);
  EXPECT_EQ(ReadCases("no/such/file").error()[0].code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::record
