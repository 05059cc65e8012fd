// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "citation/reading/fields.h"
#include "citation/reading/vocabulary_for_tests.h"

namespace assay::citation {
namespace {

using Cells = std::vector<std::string>;

std::vector<std::string> Row(const Cells& titles, const Cells& cells) {
  std::vector<std::string> out;
  for (const Quote& quote : ReadTableRow(titles, cells, {}, VocabularyForTests())) out.push_back(LineOf(quote));
  return out;
}

TEST(ReadTableRow, OneQuoteForEachValue) {
  EXPECT_EQ(Row({"Submitter", "Result ID", "Tokens/s"}, {"Dell", "5.1-0022", "33,379"}),
            Cells{"- result_id=5.1-0022 submitter=Dell unit=Tokens/s value=33379"});
  EXPECT_EQ(Row({"Workload", "Offline (tokens/s)", "Server (tokens/s)"}, {"Llama 2 70B", "34,988", "33,379"}),
            (Cells{"- benchmark=llama2-70b scenario=Offline unit=Tokens/s value=34988",
                   "- benchmark=llama2-70b scenario=Server unit=Tokens/s value=33379"}));
  EXPECT_EQ(Row({"Benchmark", "8x H200 tokens/s", "8x MI325X tokens/s"}, {"Llama 2 70B", "34,988", "-"}),
            Cells{"- accelerator=H200 accelerators=8 benchmark=llama2-70b unit=Tokens/s value=34988"});
  EXPECT_EQ(Row({"System", "Scenario", "Result", "Units"}, {"DGX H200", "single stream", "1.9", "ms"}),
            Cells{"- scenario=SingleStream system=DGX H200 unit=Latency (ms) value=1.9"});
  EXPECT_EQ(Row({"Benchmark", "tokens/s per GPU"}, {"Llama 2 70B", "4,373"}),
            Cells{"- benchmark=llama2-70b metric=per_accelerator unit=Tokens/s value=4373 !per_accelerator"});
}

TEST(ReadTableRow, OtherTablesHaveNoQuotes) {
  EXPECT_EQ(Row({"Quarter", "Revenue"}, {"Q3", "35.1"}), Cells{});
  EXPECT_EQ(Row({"Name", "Phone"}, {"Ada", "555 0100"}), Cells{});
  EXPECT_EQ(Row({"GPU", "Memory", "TDP"}, {"H200", "141 GB", "700 W"}), Cells{});
  EXPECT_EQ(Row({"Benchmark", "Server"}, {"Llama 2 70B", "n/a"}), Cells{});
  EXPECT_EQ(Row({}, {"1"}), Cells{});
}

}  // namespace
}  // namespace assay::citation
