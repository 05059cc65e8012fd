// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/fields.h"

#include <gtest/gtest.h>

#include "citation/reading/vocabulary_for_tests.h"

namespace assay::citation {
namespace {

Results<FieldsFile> Read(std::string_view text) { return ReadFields(text, "claims.yaml", VocabularyForTests()); }

std::string OneLine(std::string_view text) {
  const auto file = Read(text);
  if (!file) return "error: " + file.error().front().what;
  std::string out;
  for (const Quote& quote : file->quotes) out += (out.empty() ? "" : "\n") + LineOf(quote);
  return out;
}

TEST(ReadFields, KeysAndValuesInAnySpelling) {
  constexpr std::string_view kExpected =
      "MLPerf Inference accelerator=NVIDIA H200-SXM-141GB accelerators=8 availability=available benchmark=llama2-70b-99.9 "
      "category=datacenter division=closed precision=fp16, fp8 result_id=5.1-0022 round=v5.1 scenario=SingleStream "
      "software=TensorRT 10.8 submitter=Dell unit=Tokens/s value=34988.2";
  EXPECT_EQ(OneLine("suite: inference\nround: v5.1\ndivision: Closed\navailability: available\ncategory: datacenter\n"
                    "benchmark: llama2-70b-99.9\nscenario: SingleStream\nvalue: 34988.2\nunit: Tokens/s\n"
                    "submitter: Dell\naccelerator: NVIDIA H200-SXM-141GB\naccelerators: 8\nsoftware: TensorRT 10.8\n"
                    "precision: fp8, fp16\nresult_id: 5.1-0022\n"),
            kExpected);
  EXPECT_EQ(OneLine("Suite: MLPerf Inference\nMLPerf Version: 5.1\nCategory: CLOSED\nStatus: Available\n"
                    "system_type: data center\nModel: Llama2_70B-99.9\nScenario: single stream\n"
                    "Performance_Result: 34,988.2 tokens/sec\nOrganization: Dell\nAccel: NVIDIA H200-SXM-141GB\n"
                    "'a#': 8.0\nframework: TensorRT 10.8\nweight_data_types: [fp8, fp16]\nPublic ID: 5.1-0022\n"),
            kExpected);
}

TEST(ReadFields, OneAListOrCitations) {
  EXPECT_EQ(OneLine("- {round: v5.1, value: 1}\n- {round: v6.0, value: 2}\n"), "- round=v5.1 value=1\n- round=v6.0 value=2");
  const auto file = Read("citations:\n  - {round: v5.1, value: 1}\n  - 35K tokens/s on 8x H200\nneeds: {scenario: server}\n");
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->quotes.size(), 2u);
  EXPECT_EQ(file->quotes[0].place.part, "citation 1");
  EXPECT_EQ(file->quotes[0].place.line, 2);
  EXPECT_EQ(LineOf(file->quotes[1]), "- ~ accelerator=H200 accelerators=8 unit=Tokens/s value=35000");
  ASSERT_TRUE(file->needs.has_value());
  EXPECT_EQ(file->needs->scenario, round::Scenario::kServer);
}

// The keys of a round's summary_results.json, as v5.1 publishes them.
TEST(ReadFields, ARecordOfARoundsSummary) {
  EXPECT_EQ(OneLine(R"json([{"ID": "5.1-0001", "Submitter": "AMD", "Availability": "available", "Category": "closed",
      "Suite": "datacenter", "System": "Supermicro AS-8125GS-TNMR2", "Platform": "8xMI300X_2xEPYC_9575F",
      "UsedModel": "llama2-70b-99", "Model": "llama2-70b-99", "Scenario": "Offline", "Accuracy": "ROUGE1: 44.4465",
      "Nodes": 1, "Processor": "AMD EPYC 9575F", "host_processors_per_node": 2, "host_processor_core_count": 64,
      "Accelerator": "AMD Instinct MI300X 192GB HBM3", "a#": 8, "Location": "closed/AMD/results", "Software": "vLLM 0.9",
      "operating_system": "Ubuntu", "Notes": "", "compliance": 1, "errors": 0, "version": "v5.1", "inferred": 0,
      "has_power": false, "weight_data_types": "fp8", "p#": 2, "Details": "x", "Code": "y",
      "Unique ID (e.g. for Audit)": "z", "ColorKey": "#fff", "Performance_Result": 27803.9,
      "Performance_Units": "Tokens/s"}])json"),
            "- accelerator=AMD Instinct MI300X 192GB HBM3 accelerators=8 availability=available benchmark=llama2-70b-99 "
            "category=datacenter division=closed host_processor=AMD EPYC 9575F inferred=no model=llama2-70b-99 "
            "precision=fp8 result_id=5.1-0001 round=v5.1 scenario=Offline software=vLLM 0.9 submitter=AMD "
            "system=Supermicro AS-8125GS-TNMR2 unit=Tokens/s value=27803.9");
}

TEST(ReadFields, AClaimFillsWhatTheFieldsLeaveOut) {
  EXPECT_EQ(OneLine("round: v5.1\nscenario: Offline\nvalue: 34988\n"
                    "claim: Over 34,988 tokens/s on Llama 2 70B Server, 1.5x faster than H100, in production.\n"),
            "- ~ benchmark=llama2-70b round=v5.1 scenario=Offline unit=Tokens/s value=34988 vs{accelerator=H100} !ours "
            "!speedup");
}

TEST(ReadFields, TheOtherSidesOfAComparison) {
  EXPECT_EQ(OneLine("value: 2\ncompared_with: [{round: 4.1, gpu: H100, n_accel: 8}, the old one]\n"),
            "- value=2 vs{accelerator=H100 accelerators=8 round=v4.1} vs{system=the old one}");
}

TEST(ReadFields, TwoKeysForOneFieldHaveToAgree) {
  EXPECT_EQ(OneLine("division: closed\ncategory: closed\nvalue: 1\n"), "- division=closed value=1");
  EXPECT_EQ(OneLine("round: v5.1\nversion: v6.0\n"), "error: round is given twice: 'v5.1' and 'v6.0'");
}

TEST(ReadFields, AllErrorsWithTheirPlace) {
  const auto file = Read("citations:\n  - roundd: v5.1\n    scenario: sometimes\n    accelerators: many\n"
                         "  - {value: fast, system: [1], date: yesterday, x-mine: 1}\nneeds: {rate: 4}\n");
  ASSERT_FALSE(file.has_value());
  std::vector<std::string> places;
  for (const Error& error : file.error()) {
    places.push_back(std::to_string(error.where[0].line) + " " + error.where[0].path);
  }
  EXPECT_EQ(places, (std::vector<std::string>{"6 rate", "2 citations[0].roundd", "3 citations[0].scenario",
                                              "4 citations[0].accelerators", "5 citations[1].value",
                                              "5 citations[1].system", "5 citations[1].date"}));
  EXPECT_EQ(file.error()[1].hint, "did you mean 'round'?");
  EXPECT_EQ(Read("").error()[0].code, ErrorCode::kSyntax);
  EXPECT_EQ(Read("[]").error()[0].code, ErrorCode::kEmpty);
  EXPECT_EQ(Read("5").error()[0].code, ErrorCode::kWrongType);
  EXPECT_EQ(Read(std::string(17u << 20, ' ')).error()[0].code, ErrorCode::kOutOfRange);
}

TEST(ReadResultId, AloneOrWithBenchmarkAndScenario) {
  EXPECT_EQ(LineOf(ReadResultId("5.1-0069").value()), "- result_id=5.1-0069");
  EXPECT_EQ(LineOf(ReadResultId("5.1-0069.llama2-70b-99.9.Server").value()),
            "- benchmark=llama2-70b-99.9 result_id=5.1-0069 scenario=Server");
  EXPECT_EQ(LineOf(ReadResultId("v4.1-0012.resnet.SingleStream").value()),
            "- benchmark=resnet result_id=4.1-0012 scenario=SingleStream");
  for (std::string_view text : {"", "5.1", "5.1-69", "5.1-00690", "id 5.1-0069", "5.1-0069 and 5.1-0070", "5.1-0069.x"}) {
    EXPECT_FALSE(ReadResultId(text).has_value()) << text;
  }
}

TEST(ValueIn, ConvertsTimesOnly) {
  EXPECT_EQ(ValueIn({{"value", "1.5"}, {"unit", "Latency (s)"}}, round::ResultUnit::kLatencyMs), 1500);
  EXPECT_EQ(ValueIn({{"value", "1.5"}}, round::ResultUnit::kTokensPerSecond), 1.5);
  EXPECT_EQ(ValueIn({{"value", "1.5"}, {"unit", "Tokens/s"}}, round::ResultUnit::kLatencyMs), std::nullopt);
  EXPECT_EQ(ValueIn({{"unit", "Tokens/s"}}, round::ResultUnit::kTokensPerSecond), std::nullopt);
}

}  // namespace
}  // namespace assay::citation
