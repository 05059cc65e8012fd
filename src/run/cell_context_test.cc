// SPDX-License-Identifier: Apache-2.0
#include "run/cell_context.h"

#include <gtest/gtest.h>

namespace assay::run {
namespace {

CellContext Example() {
  CellContext context;
  context.cell = {"mlp-int8", "online", 3};
  context.task = "a \"quoted\" task";
  context.scenario = "Server";
  context.split = "certify";
  context.planned_queries = 8001;
  context.min_query_count = 662;
  context.min_duration_ns = 20'000'000'000;
  context.rate_asked = 400.5;
  context.size_origin = "spec";
  context.executor.name = "onnxruntime";
  context.executor.precision = "int8";
  context.executor.output_bytes = 8;
  context.executor.details = {{"provider", "cpu"}};
  context.threads = 2;
  context.sharing_declared = true;
  context.notes = {"one note"};
  return context;
}

TEST(CellContext, ComesBackAsItWasWritten) {
  const CellContext before = Example();
  const auto after = ParseCellContext(ToJson(before), "record.assay");
  ASSERT_TRUE(after.has_value()) << after.error().what;
  EXPECT_EQ(ToJson(*after), ToJson(before));
  EXPECT_EQ(after->cell.Relative(), "mlp-int8/online/3");
  EXPECT_EQ(after->rate_asked, 400.5);
}

TEST(CellContext, NamesTheFieldThatIsMissing) {
  std::string text = ToJson(Example());
  text.replace(text.find("\"scenario\""), 10, "\"scenarix\"");
  const auto result = ParseCellContext(text, "record.assay");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kBadRecord);
  EXPECT_EQ(result.error().where.at(0).path, "scenario");
}

TEST(CellContext, RefusesAnotherSchema) {
  std::string text = ToJson(Example());
  text.replace(text.find("assay.cell/1"), 12, "assay.cell/9");
  EXPECT_FALSE(ParseCellContext(text, "record.assay").has_value());
  EXPECT_FALSE(ParseCellContext("{}", "record.assay").has_value());
  EXPECT_FALSE(ParseCellContext("[", "record.assay").has_value());
}

}  // namespace
}  // namespace assay::run
