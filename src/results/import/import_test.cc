// SPDX-License-Identifier: Apache-2.0
#include "results/import/import.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "results/import/system_description.h"

namespace assay::results {
namespace {

std::string Golden(const std::string& name) {
  std::ifstream file(std::string(ASSAY_GOLDEN_DIR) + "/results/import/" + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const Row& At(const Imported& imported, std::size_t i) { return imported.rows.rows().at(i); }

// units.json: by construction. The third row says Queries/s for a benchmark that counts tokens.
TEST(Import, AUnitThatContradictsItsBenchmarkIsSaidNotRelabelled) {
  const auto imported = ImportSummaryJson(Golden("units.json"), "units.json");
  ASSERT_TRUE(imported.has_value());
  ASSERT_EQ(imported->rows.rows().size(), 4u);
  EXPECT_TRUE(imported->report.bad_rows.empty());
  EXPECT_EQ(imported->report.rounds, std::vector<std::string>{"v9.9"});
  EXPECT_EQ(At(*imported, 0).unit_state, UnitState::kAgrees);
  EXPECT_EQ(At(*imported, 1).unit_state, UnitState::kAgrees);
  EXPECT_EQ(At(*imported, 2).unit_state, UnitState::kContradicts);
  EXPECT_EQ(At(*imported, 2).unit_stated, "Queries/s");
  EXPECT_EQ(At(*imported, 2).unit, round::ResultUnit::kQueriesPerSecond);
  EXPECT_EQ(At(*imported, 3).unit_state, UnitState::kAgrees);
  EXPECT_EQ(At(*imported, 0).source, "units.json:2");
  EXPECT_EQ(At(*imported, 0).system->accelerators.total, 8);
  EXPECT_EQ(RowName(At(*imported, 3)), "9.9-0002.resnet.Server");
}

// divisions.json: by construction. An open row under a benchmark that it didn't run.
TEST(Import, AnOpenRowSaysWhatItRan) {
  const auto imported = ImportSummaryJson(Golden("divisions.json"), "divisions.json");
  ASSERT_TRUE(imported.has_value());
  ASSERT_EQ(imported->rows.rows().size(), 2u);
  EXPECT_EQ(ReadGates(At(*imported, 0)).state, GateState::kMet) << ReadGates(At(*imported, 0)).words;
  const Row& open = At(*imported, 1);
  EXPECT_EQ(open.system->division, Division::kOpen);
  EXPECT_TRUE(open.other_model);
  EXPECT_EQ(open.benchmark, "llama2-70b-99.9");
  EXPECT_EQ(open.model_stated, "llama3_1-70b-fp8_dyn");
  EXPECT_FALSE(open.weights.disclosed);
  const GateReading gates = ReadGates(open);
  EXPECT_EQ(gates.state, GateState::kMissed);
  EXPECT_NE(gates.words.find("ROUGE1 39.1 below 44.38677"), gates.words.npos) << gates.words;
  EXPECT_NE(gates.words.find("TOKENS_PER_SAMPLE 210 outside 265.005–323.895"), gates.words.npos) << gates.words;
}

// system.json: by construction. 2.2 TiB = 2.2 · 2^40 = 2418925581107.2 bytes.
TEST(Import, LooseTypesOfASystemDescription) {
  const auto system = ReadSystemDescription(Golden("system.json"), "system.json");
  ASSERT_TRUE(system.has_value());
  using enum StatedField;
  EXPECT_EQ(system->stated[kNodes], "2");
  EXPECT_EQ(system->stated[kAcceleratorsPerNode], "");  // unknown, not 0
  EXPECT_EQ(system->stated[kHostCores], "2 (big); 4 (LITTLE)");
  EXPECT_EQ(system->cores, (std::vector<std::pair<std::string, std::int64_t>>{{"big", 2}, {"LITTLE", 4}}));
  EXPECT_EQ(system->host_memory_bytes, 2418925581107u);
  EXPECT_EQ(system->accelerator_memory_bytes, std::nullopt);
  EXPECT_EQ(system->is_network, false);
  EXPECT_EQ(ParseDivision(system->stated[kDivision]), Division::kClosed);
  std::vector<std::string> changed;
  for (const TypeChange& change : system->changes) changed.push_back(change.key + " " + change.stated + " -> " + change.read_as);
  EXPECT_EQ(changed, (std::vector<std::string>{
                         "number_of_nodes \"2\" -> 2 (a whole number)",
                         "accelerators_per_node \"N/A\" -> unknown",
                         "host_memory_capacity \"2.2TiB\" -> 2418925581107 bytes",
                         "accelerator_memory_capacity \"disabled\" -> unknown",
                         "host_processor_core_count \"2 (big); 4 (LITTLE)\" -> big 2, LITTLE 4 (kept as text)"}));
}

TEST(Import, BytesAndCores) {
  EXPECT_EQ(BytesIn("134G"), 134'000'000'000u);
  EXPECT_EQ(BytesIn("80 GB"), 80'000'000'000u);
  EXPECT_EQ(BytesIn("768GiB"), 768ull << 30);
  EXPECT_EQ(BytesIn("0.5 kib"), 512u);
  EXPECT_EQ(BytesIn("16 x 64GB"), std::nullopt);
  EXPECT_EQ(BytesIn("."), std::nullopt);
  EXPECT_EQ(BytesIn("99999999999999999999 TB"), std::nullopt);
  EXPECT_EQ(BytesIn("99999999999999 PiB"), std::nullopt);
  EXPECT_EQ(CoresIn("6 (4 big; 2 LITTLE)"), (std::vector<std::pair<std::string, std::int64_t>>{{"big", 4}, {"LITTLE", 2}}));
  EXPECT_TRUE(CoresIn("64").empty());
  EXPECT_TRUE(CoresIn("64(AMD EPYC 9534) an").empty() || CoresIn("64(AMD EPYC 9534) an").size() == 1u);
  EXPECT_TRUE(CoresIn("(;;(").empty());
}

constexpr std::string_view kRecord =
    R"({"ID":"5.1-0001","Submitter":"A","Availability":"available","Category":"closed","Suite":"datacenter",)"
    R"("System":"S","Platform":"p","UsedModel":"resnet50","Model":"resnet","Scenario":"Offline","Accuracy":"acc: 76.2",)"
    R"("Performance_Result":10.5,"Performance_Units":"Samples/s","version":"v5.1"})";

TEST(Import, ABadRecordIsNamedWithItsLineAndTheOthersStand) {
  std::string bad(kRecord);
  bad.replace(bad.find("Offline"), 7, "Onlinee");
  const auto imported = ImportSummaryJson("[\n" + std::string(kRecord) + ",\n" + bad + ",\n7]", "round.json");
  ASSERT_TRUE(imported.has_value());
  EXPECT_EQ(imported->rows.rows().size(), 1u);
  ASSERT_EQ(imported->report.bad_rows.size(), 2u);
  EXPECT_EQ(imported->report.bad_rows[0].what, "expected a scenario, found 'Onlinee'");
  EXPECT_EQ(imported->report.bad_rows[0].where[0].path, "5.1-0001/A/p/resnet/Onlinee");
  EXPECT_EQ(imported->report.bad_rows[1].where[0].path, "record 3");
  const auto lined = ImportSummaryJson("[\n" + std::string(kRecord) + ",\n" + bad + "]", "round.json");
  EXPECT_EQ(lined->report.bad_rows.at(0).where[0].line, 3);
}

TEST(Import, NothingStandsOfWhatIsNoResults) {
  EXPECT_EQ(ImportSummaryJson("{}", "x").error()[0].code, ErrorCode::kWrongType);
  EXPECT_EQ(ImportSummaryJson("[]", "x").error()[0].code, ErrorCode::kEmpty);
  const auto syntax = ImportSummaryJson("[\n{\"a\": }]", "x");
  EXPECT_EQ(syntax.error()[0].code, ErrorCode::kSyntax);
  EXPECT_EQ(syntax.error()[0].where.at(0).line, 2);
  EXPECT_EQ(ImportSummaryJson("[{}]", "x").error()[0].code, ErrorCode::kBadRow);
  EXPECT_EQ(ImportTable("", "x").error()[0].code, ErrorCode::kEmpty);
  EXPECT_EQ(ImportTable("a,b\n1,2\n", "x").error()[0].code, ErrorCode::kMissingKey);
}

// Heads as the public table's export has them.
constexpr std::string_view kDashboard =
    "Public ID,Organization,Availability,Division,Suite,System Name (click + for details),# of Nodes,Accelerator,"
    "# of Accelerators,Model MLC,Scenario,Units,Avg. Result at System Name\n"
    "5.1-0001,A,available,Closed,datacenter,\"S, the first\",1,GPU,8,llama2-70b-99,Offline,Tokens/s,\"27,803.9\"\n"
    "5.1-0001,A,available,Closed,datacenter,\"S, the first\",1,GPU,8,llama2-70b-99,Server,Tokens/s,n/a\n";

TEST(Import, ThePublicTablesExport) {
  const auto imported = ImportTable(kDashboard, "table.csv");
  ASSERT_TRUE(imported.has_value());
  ASSERT_EQ(imported->rows.rows().size(), 1u);
  EXPECT_EQ(At(*imported, 0).value, 27803.9);
  EXPECT_EQ(At(*imported, 0).system->name, "S, the first");
  EXPECT_EQ(At(*imported, 0).system->accelerators.total, 8);
  EXPECT_EQ(At(*imported, 0).system->round, "v5.1");
  EXPECT_EQ(imported->report.bad_rows.at(0).what, "expected a result above 0, found 'n/a'");
  EXPECT_EQ(imported->report.bad_rows.at(0).where[0].line, 3);
  EXPECT_EQ(imported->report.columns_read.at(5), "System Name (click + for details) = system_name");
  EXPECT_TRUE(imported->report.columns_left.empty());
}

constexpr std::string_view kHeads28 =
    "Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,Scenario,Result,Accuracy,"
    "number_of_nodes,host_processor_model_name,host_processors_per_node,host_processor_core_count,accelerator_model_name,"
    "accelerators_per_node,Location,framework,operating_system,notes,compliance,errors,version,inferred,has_power,Units,"
    "weight_data_types\n";

TEST(Import, TheCheckersOlderTableUnquoted) {
  const std::string line =
      "A,available,closed,datacenter,S,p,resnet50,resnet,Offline,10.5,acc: 76.2,1,CPU,2,64,GPU,4,closed/A/results/p/resnet50/"
      "Offline,TensorRT 10.8, CUDA 12.9,Ubuntu,,1,0,v5.1,0,False,Samples/s,int8\n";
  const auto imported = ImportTable(std::string(kHeads28) + line, "summary.csv");
  ASSERT_TRUE(imported.has_value());
  EXPECT_EQ(imported->report.kind, "the official checker's summary (CSV, 28 columns)");
  EXPECT_EQ(At(*imported, 0).system->framework, "TensorRT 10.8, CUDA 12.9");
  EXPECT_EQ(At(*imported, 0).system->operating_system, "Ubuntu");
  EXPECT_EQ(At(*imported, 0).benchmark, "resnet");
  EXPECT_EQ(At(*imported, 0).model_stated, "resnet50");
  EXPECT_EQ(imported->report.notes.size(), 1u);
}

TEST(Import, TheCheckersNewerTableWithPowerRowsAndStrayQuotes) {
  const std::string heads = std::string(kHeads28.substr(0, kHeads28.find("Location"))) + "total_accelerators," +
                            std::string(kHeads28.substr(kHeads28.find("Location"), kHeads28.size() - kHeads28.find("Location") - 1)) +
                            ",design_power_watts,PrivateID\n";
  const auto row = [](std::string_view scenario, std::string_view value, std::string_view unit, std::string_view inferred) {
    return "\"A\",\"available\",\"closed\",\"edge\",\"the \"big\" one\",\"p\",\"resnet50\",\"resnet\",\"" + std::string(scenario) +
           "\",\"" + std::string(value) + "\",\"acc: 76.2\",\"1\",\"CPU\",\"2\",\"64\",\"N/A\",\"0\",\"0\",\"closed/A/results/p/"
           "resnet50/offline/performance/run_1\",\"TensorRT, CUDA\",\"Ubuntu\",\"\",\"closed\",\"0\",\"v5.1\",\"" +
           std::string(inferred) + "\",\"True\",\"" + std::string(unit) + "\",\"int8\",\"\",\"\"\n";
  };
  const auto imported = ImportTable(heads + row("offline", "10.5", "Samples/s", "1") + row("offline", "300", "Watts", "1") +
                                        row("MultiStream", "2", "Latency (ms)", "1") + row("Server", "9", "Watts", "0"),
                                    "summary.csv");
  ASSERT_TRUE(imported.has_value()) << imported.error()[0].what;
  EXPECT_EQ(imported->report.kind, "the official checker's summary (CSV, 31 columns)");
  ASSERT_EQ(imported->rows.rows().size(), 2u);
  EXPECT_EQ(At(*imported, 0).system->name, "the \"big\" one");
  EXPECT_EQ(At(*imported, 0).power_value, 300);
  EXPECT_EQ(At(*imported, 0).power_unit, round::ResultUnit::kWatts);
  EXPECT_EQ(At(*imported, 0).inferred, std::nullopt);  // a 1 beside a name in lower case says nothing
  EXPECT_EQ(At(*imported, 1).inferred, true);
  EXPECT_EQ(imported->report.bad_rows.size(), 1u);     // power of no result
}

class TreeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() / ("assay-tree-" + std::to_string(::getpid()));
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void Write(const std::string& path, std::string_view text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  // v5.1's seed says the round.
  static std::string Summary(std::string_view scenario, std::string_view lines) {
    return "SUT name : S\nScenario : " + std::string(scenario) + "\n" + std::string(lines) +
           "Result is : VALID\nqsl_rng_seed : 1780908523862526354\ntarget_latency (ns): 0\n";
  }
  std::filesystem::path root_;
};

constexpr std::string_view kSystem =
    R"({"division":"closed","submitter":"A","status":"available","system_name":"S","system_type":"edge",)"
    R"("number_of_nodes":"1","accelerators_per_node":"0","accelerator_model_name":"N/A","framework":"F"})";
constexpr std::string_view kMeasurements =
    R"({"weight_data_types":"int8","input_data_types":"uint8","retraining":"no","weight_transformations":"quantization"})";
constexpr std::string_view kOneStream = "QPS w/o loadgen overhead : 131.96\n"
                                        " * Early stopping 90.0th percentile estimate: 7627156\n"
                                        " * Early stopping 99.0th percentile estimate: 7836918\n";

// Headline numbers by the rules: 7627156 ns = 7.627156 ms; MultiStream from SingleStream 8 · 7.836918 = 62.695344 ms.
TEST_F(TreeTest, MeasurementsApartAsUpToV51) {
  Write("closed/A/systems/s.json", kSystem);
  for (const char* scenario : {"singlestream", "multistream", "offline"}) {
    const std::string at = std::string("/s/resnet50/") + scenario;
    Write("closed/A/results" + at + "/performance/run_1/mlperf_log_summary.txt", Summary("SingleStream", kOneStream));
    Write("closed/A/results" + at + "/accuracy/accuracy.txt", "accuracy=76.456%, good=38228, total=50000\n\nhash=ab\n");
    Write("closed/A/measurements" + at + "/s.json", kMeasurements);
  }
  const auto imported = ImportTree(root_.string());
  ASSERT_TRUE(imported.has_value()) << imported.error()[0].what;
  EXPECT_TRUE(imported->report.bad_rows.empty());
  ASSERT_EQ(imported->rows.rows().size(), 3u);
  const Row& multi = At(*imported, 0);
  EXPECT_EQ(multi.scenario, round::Scenario::kMultiStream);
  EXPECT_DOUBLE_EQ(multi.value, 62.695344);
  EXPECT_EQ(multi.inferred, true);
  EXPECT_EQ(At(*imported, 1).value, 131.96);
  EXPECT_EQ(At(*imported, 1).inferred, true);
  const Row& single = At(*imported, 2);
  EXPECT_EQ(single.value, 7.627156);
  EXPECT_EQ(single.inferred, false);
  EXPECT_EQ(single.benchmark, "resnet");
  EXPECT_EQ(single.system->round, "v5.1");
  EXPECT_EQ(single.accuracy, "acc: 76.456");
  EXPECT_EQ(ReadGates(single).state, GateState::kMet);
  EXPECT_EQ(single.weights_stated, "int8");
  EXPECT_EQ(single.unit_state, UnitState::kAgrees);
  EXPECT_EQ(single.target_latency_ns, std::nullopt);
  EXPECT_EQ(LocationOf(single), "closed/A/results/s/resnet50/singlestream");
  EXPECT_EQ(ImportTree((root_ / "closed").string())->rows.rows().size(), 3u);
  EXPECT_EQ(ImportTree((root_ / "closed/A").string())->rows.rows().size(), 3u);
}

TEST_F(TreeTest, MeasurementsBesideTheResultsAndWhatIsBroken) {
  Write("closed/A/systems/s.json", kSystem);
  Write("closed/A/systems/broken.json", "{");
  Write("closed/A/results/s/resnet50/SingleStream/measurements.json", kMeasurements);
  Write("closed/A/results/s/resnet50/SingleStream/performance/run_1/mlperf_log_summary.txt",
        Summary("SingleStream", kOneStream));
  Write("closed/A/results/s/resnet50/Server/performance/run_1/mlperf_log_summary.txt", Summary("Server", ""));
  Write("closed/A/results/s/resnet50/Offline/performance/nothing", "");
  Write("closed/A/results/s/resnet50/Onlinee/nothing", "");
  Write("closed/A/results/broken/resnet50/Offline/nothing", "");
  Write("closed/A/results/missing/resnet50/Offline/nothing", "");
  const auto imported = ImportTree(root_.string());
  ASSERT_TRUE(imported.has_value());
  ASSERT_EQ(imported->rows.rows().size(), 1u);
  EXPECT_EQ(At(*imported, 0).weights_stated, "int8");
  EXPECT_EQ(At(*imported, 0).accuracy, "");
  EXPECT_EQ(imported->report.bad_rows.size(), 5u);
  for (const Error& error : imported->report.bad_rows) EXPECT_FALSE(error.where.empty()) << error.what;
  EXPECT_FALSE(ImportTree((root_ / "nowhere").string()).has_value());
}

TEST_F(TreeTest, ServerTakesTokensAndBounds) {
  Write("closed/A/systems/s.json", kSystem);
  Write("closed/A/results/s/llama3.1-8b/Interactive/performance/run_1/mlperf_log_summary.txt",
        Summary("Server", "Completed samples per second : 39.56\nCompleted tokens per second: 5103.99\n"
                          "99.00 percentile first token latency (ns)   : 400000000\n"
                          "99.00 percentile time to output token (ns)   : 20000000\n"));
  Write("closed/A/results/s/llama3.1-8b/Interactive/performance/run_1/mlperf_log_detail.txt",
        ":::MLLOG {\"key\": \"result_completed_tokens_per_second\", \"value\": 5103.987, \"time_ms\": 1}\n");
  Write("closed/A/results/s/llama3.1-8b/Interactive/accuracy/accuracy.txt",
        "{'rouge1': '38.7898', 'rouge2': '15.9437', 'rougeL': '24.5735', 'rougeLsum': '35.8053', 'gen_len': 8163079}\n");
  const auto imported = ImportTree(root_.string());
  ASSERT_TRUE(imported.has_value()) << imported.error()[0].what;
  const Row& row = At(*imported, 0);
  EXPECT_EQ(row.value, 5103.987);  // the detail log's digits
  EXPECT_EQ(row.unit, round::ResultUnit::kTokensPerSecond);
  EXPECT_EQ(row.inferred, false);
  EXPECT_EQ(row.ttft_p99_ns, 400000000);
  EXPECT_EQ(row.tpot_p99_ns, 20000000);
  EXPECT_EQ(ReadGates(row).state, GateState::kMet) << ReadGates(row).words;
}

TEST(Import, WhichReader) {
  EXPECT_EQ(KindOf("/nowhere/at/all").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(*KindOf(std::string(ASSAY_GOLDEN_DIR) + "/results/import/units.json"), ImportKind::kSummaryJson);
  EXPECT_EQ(*KindOf(std::string(ASSAY_GOLDEN_DIR) + "/results/v5.1_checker.csv"), ImportKind::kTable);
  EXPECT_EQ(*KindOf(std::string(ASSAY_GOLDEN_DIR)), ImportKind::kTree);
}

}  // namespace
}  // namespace assay::results
