// SPDX-License-Identifier: Apache-2.0
// Nothing is left behind by a run: two runs in one process plan and resolve what two processes do, and with a simulated
// clock they leave the same record, byte by byte.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/manual_clock.h"
#include "record/record_writer.h"
#include "run/cell_run.h"
#include "run/run_spec.h"
#include "spec/error_text.h"

namespace assay::run {
namespace {

namespace fs = std::filesystem;

constexpr char kSpec[] =
    "assay: spec/1\n"
    "task: {name: twice, kind: multiclass}\n"
    "systems:\n"
    "  - {id: fixed, executor: \"null\"}\n"
    "  - {id: drawn, executor: synthetic, options: {latency: lognormal, mean: 1ms, error_rate: 0.1, workers: 2}}\n"
    "traffic:\n"
    "  - {name: online, scenario: Server, rate: 2000/s, duration: 50ms, latency: {percentile: 0.5, at_most: 10s},"
    " shared_cores: declared, seeds: {qsl: 1, sample_index: 2, schedule: 16159082839903944936}}\n"
    "  - {name: bursts, arrivals: {gamma: {shape: 0.25}}, rate: 2000/s, duration: 50ms, shared_cores: declared}\n";
constexpr const char* kCells[] = {"fixed/online/1", "fixed/bursts/1", "drawn/online/1", "drawn/bursts/1"};

std::string TextOf(const std::string& path) {
  auto text = base::ReadFile(path);
  EXPECT_TRUE(text.has_value()) << path;
  return text ? *text : "";
}

class TwoRuns : public testing::Test {
 protected:
  void SetUp() override {
    home_ = fs::path(testing::TempDir()) / ("assay_two_runs_" + std::to_string(getpid()));
    fs::create_directories(home_);
    ASSERT_TRUE(base::WriteFileAtomically(SpecPath(), kSpec).has_value());
  }
  void TearDown() override { fs::remove_all(home_); }

  std::string SpecPath() const { return home_ / "spec.yaml"; }
  std::string RunHere(const std::string& root) const {
    RunOptions options;
    options.root = home_ / root;
    const auto outcome = RunSpec(SpecPath(), options);
    EXPECT_TRUE(outcome.has_value()) << (outcome ? "" : spec::FormatErrors(outcome.error(), false));
    return outcome ? outcome->directory : "";
  }
  // The program, as a process of its own.
  std::string RunThere(const std::string& root) const {
    const std::string folder = home_ / root;
    const std::string command = "'" ASSAY_PROGRAM "' run '" + SpecPath() + "' -q -o '" + folder + "' > /dev/null";
    EXPECT_NE(std::system(command.c_str()), -1);
    for (const auto& entry : fs::directory_iterator(folder)) return entry.path();
    ADD_FAILURE() << "no run in " << folder;
    return "";
  }

  fs::path home_;
};

TEST_F(TwoRuns, PlanAndResolveTheSameInOneProcessAndInTwo) {
  const std::string first = RunHere("first"), second = RunHere("second"), third = RunThere("third");
  for (const std::string& other : {second, third}) {
    EXPECT_EQ(TextOf(first + "/resolved.yaml"), TextOf(other + "/resolved.yaml"));
    for (const char* cell : kCells) {
      const auto a = record::ReadRecord(first + "/" + cell + "/record.assay");
      const auto b = record::ReadRecord(other + "/" + cell + "/record.assay");
      ASSERT_TRUE(a.has_value() && b.has_value()) << cell;
      EXPECT_GT(a->queries(), 50u) << cell;
      EXPECT_EQ(a->due_ns, b->due_ns) << cell;
      EXPECT_EQ(a->sample_index, b->sample_index) << cell;
    }
  }
}

TEST_F(TwoRuns, LeaveTheSameRecordUnderASimulatedClock) {
  const auto spec = ReadAndCheck(SpecPath(), {});
  ASSERT_TRUE(spec.has_value()) << spec::FormatErrors(spec.error(), false);
  for (const PlannedCell& cell : PlannedCells(*spec)) {
    for (const char* root : {"one", "two"}) {
      base::ManualClock clock;
      CellRunOptions options;
      options.run_directory = home_ / root;
      const auto record = RunCell(*spec, *cell.system, cell.traffic, cell.repeat, nullptr, "", clock, options);
      ASSERT_TRUE(record.has_value()) << spec::FormatErrors(record.error(), false);
      EXPECT_EQ(record->end, record::EndState::kComplete);
    }
  }
  for (const char* cell : kCells) {
    const std::string file = std::string(cell) + "/record.assay";
    const std::string one = TextOf(home_ / "one" / file);
    EXPECT_GT(one.size(), 1000u) << cell;
    EXPECT_EQ(one, TextOf(home_ / "two" / file)) << cell;
  }
}

}  // namespace
}  // namespace assay::run
