// SPDX-License-Identifier: Apache-2.0
#include "results/filter.h"

#include <gtest/gtest.h>

#include "results/row_for_test.h"

namespace assay::results {
namespace {

using enum round::Scenario;
using enum round::ResultUnit;

TEST(Filter, NothingAskedLetsAllThrough) {
  RowSet rows;
  const Row& row = AddTestRow(rows, "v5.1", "llama2-70b-99", kServer, 1, kTokensPerSecond);
  EXPECT_TRUE(Matches(row, {}));
  EXPECT_EQ(WhyNot(row, {}), "");
}

TEST(Filter, EachAxisLetsThroughAndSaysWhyNot) {
  RowSet rows;
  const Row& row = AddTestRow(rows, "v5.1", "llama2-70b-99", kServer, 1, kTokensPerSecond);
  SystemOf(row).host_processor = "EPYC 9575F";
  struct Case {
    Filter yes, no;
    std::string_view why;
  };
  Case cases[] = {
      {{.rounds = {"v4.1", "V5.1"}}, {.rounds = {"v4.1", "v6.0"}}, "round v5.1 isn't among v4.1, v6.0"},
      {{.benchmarks = {"LLAMA2-70B"}}, {.benchmarks = {"llama2-70b-99.9"}},
       "benchmark llama2-70b-99 isn't among llama2-70b-99.9"},
      {{.scenarios = {kServer}}, {.scenarios = {kOffline, kInteractive}},
       "scenario Server isn't among Offline, Interactive"},
      {{.divisions = {Division::kClosed}}, {.divisions = {Division::kOpen}}, "division closed isn't among open"},
      {{.availabilities = {Availability::kAvailable}}, {.availabilities = {Availability::kRdi}},
       "availability available isn't among rdi"},
      {{.category = round::Category::kDatacenter}, {.category = round::Category::kEdge},
       "category datacenter isn't edge"},
      {{.precision = {NumericType::kFp8, NumericType::kFp16}}, {.precision = {NumericType::kFp16}},
       "precision fp8 isn't among fp16"},
      {{.hardware = "chip"}, {.hardware = "H100"}, "hardware 'Chip-A' doesn't hold 'H100'"},
      {{.software = "tensorrt"}, {.software = "vLLM"}, "software 'TensorRT 10.8' doesn't hold 'vLLM'"},
      {{.submitter = "wind"}, {.submitter = "Contoso"}, "submitter 'Northwind' doesn't hold 'Contoso'"},
      {{.system = "SYSa"}, {.system = "sysB"}, "system 'Northwind One' doesn't hold 'sysB'"},
      {{.power = false}, {.power = true}, "no power submission"},
      {{.accelerators_at_most = 8}, {.accelerators_at_most = 7},
       "8x Chip-A: more than 7 accelerators, or not known to be fewer"},
  };
  for (const Case& c : cases) {
    EXPECT_TRUE(Matches(row, c.yes)) << c.why;
    EXPECT_EQ(WhyNot(row, c.yes), "") << c.why;
    EXPECT_FALSE(Matches(row, c.no)) << c.why;
    EXPECT_EQ(WhyNot(row, c.no), c.why);
  }
  EXPECT_TRUE(Matches(row, {.hardware = "epyc"}));
}

// A precision that isn't disclosed is none of those that are acceptable, and a mixed one is only if all its types are.
TEST(Filter, PrecisionIsAllOrNothing) {
  RowSet rows;
  Row& row = AddTestRow(rows, "v5.1", "llama2-70b-99", kServer, 1, kTokensPerSecond);
  const Filter filter{.precision = {NumericType::kFp8, NumericType::kFp16}};
  row.weights = ParsePrecision("fp8,fp16");
  EXPECT_TRUE(Matches(row, filter));
  row.weights = ParsePrecision("fp8,fp16,int8");
  EXPECT_FALSE(Matches(row, filter));
  row.weights = ParsePrecision("UNSET");
  EXPECT_FALSE(Matches(row, filter));
  EXPECT_EQ(WhyNot(row, filter), "precision undisclosed isn't among fp8, fp16");
}

TEST(Filter, ACountThatIsNotKnownIsNotFew) {
  RowSet rows;
  const Row& row = AddTestRow(rows, "v5.1", "resnet", kOffline, 1, kSamplesPerSecond);
  SystemOf(row).accelerators = {};
  EXPECT_FALSE(Matches(row, {.accelerators_at_most = 1000}));
  SystemOf(row).accelerators.source = AcceleratorCount::Source::kNone;
  EXPECT_TRUE(Matches(row, {.accelerators_at_most = 0}));
}

}  // namespace
}  // namespace assay::results
