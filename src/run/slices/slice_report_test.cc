// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "run/example_run_test.h"

namespace assay::run {
namespace {

// 1,200 predictions over three channels; every third answer in channel c is wrong, no other is.
std::string Planted() {
  std::string csv = "id,y,p,channel,age\n";
  for (int i = 0; i < 1200; ++i) {
    const int y = i / 3 % 2;
    const char channel = "abc"[i % 3];
    const bool wrong = channel == 'c' && i / 6 % 3 == 0;
    csv += "r" + std::to_string(i) + "," + std::to_string(y) + "," + ((y == 1) != wrong ? "0.75" : "0.25") + "," + channel +
           "," + std::to_string(20 + i * 7 % 61) + "\n";
  }
  return csv;
}

class SliceReportTest : public testing::Test {
 protected:
  SliceReport Report(const PredictionColumns& columns, const SliceReportOptions& options) {
    EXPECT_TRUE(base::WriteFileAtomically(columns.path, Planted()).has_value());
    auto report = SlicesOfFile(columns, options);
    if (report) return *std::move(report);
    ADD_FAILURE() << report.error().front().what;
    return {.systems = {{}}};
  }

  PredictionColumns Columns() const { return {.path = folder_.In("p.csv"), .id = "id", .label = "y", .score = "p"}; }

  TestFolder folder_;
};

// 400 cases of c, i / 3 of them 0 … 399: i / 6 % 3 == 0 for 2 of each 6, so 134 errors.
TEST_F(SliceReportTest, FindsAPlantedSliceAndTestsItOnTheOtherHalf) {
  const SliceReport report = Report(Columns(), {.by = {"channel", "age"}, .declared = {"channel == c", "age >= 70"}});
  const SystemSlices& system = report.systems.at(0);
  EXPECT_EQ(system.slices.all.rows, 1200u);
  EXPECT_EQ(system.slices.all.errors, 134.0);
  ASSERT_EQ(system.slices.declared.size(), 2u);
  EXPECT_TRUE(system.slices.declared[0].shown);
  EXPECT_NEAR(*system.slices.declared[0].all.rate, 134.0 / 400, 1e-12);
  EXPECT_FALSE(system.slices.declared[1].shown);
  ASSERT_FALSE(system.slices.found.empty());
  const slice::SliceFinding& found = system.slices.found.front();
  EXPECT_EQ(found.text, "channel = c");
  EXPECT_TRUE(found.shown);
  EXPECT_LT(found.tested.rows, found.all.rows);
  EXPECT_EQ(system.slices.searched_rows + system.slices.held_out_rows, 1200u);
  ASSERT_FALSE(system.found_examples.front().empty());
  EXPECT_EQ(std::stoi(system.found_examples.front().front().substr(1)) % 3, 2);  // a case of channel c
}

// Errors by right answer add up to all of them.
TEST_F(SliceReportTest, ClassesAddUp) {
  const SliceReport report = Report(Columns(), {});
  double errors = 0;
  std::uint64_t rows = 0;
  for (const ClassErrors& entry : report.systems.at(0).by_class) errors += entry.errors.errors, rows += entry.errors.rows;
  EXPECT_EQ(errors, 134.0);
  EXPECT_EQ(rows, 1200u);
}

// A right answer at 0.75 or 0.25 has a squared error of 1/16, a wrong one of 9/16.
TEST_F(SliceReportTest, MeasuresSquaredErrors) {
  const SliceReport report = Report(Columns(), {.measure = ErrorMeasure::kSquaredError});
  EXPECT_NEAR(*report.systems.at(0).slices.all.rate, (1066 * 1.0 + 134 * 9.0) / 16 / 1200, 1e-12);
}

TEST_F(SliceReportTest, AColumnThatIsNotThereIsNamedWithANearOne) {
  ASSERT_TRUE(base::WriteFileAtomically(folder_.In("p.csv"), Planted()).has_value());
  PredictionColumns columns = Columns();
  columns.score = "pp";
  const auto report = SlicesOfFile(columns, {});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().front().code, ErrorCode::kBadReference);
  EXPECT_NE(report.error().front().what.find("no column 'pp'"), std::string::npos);
}

}  // namespace
}  // namespace assay::run
