// SPDX-License-Identifier: Apache-2.0
// The engine against recorded runs of the official program, call by call, under a simulated clock.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/manual_clock.h"
#include "loadgen/client.h"
#include "loadgen/engine_core.h"
#include "loadgen/settings_json.h"

namespace assay::loadgen {
namespace {

using nlohmann::json;

json Golden(const std::string& name) {
  std::ifstream file(ASSAY_GOLDEN_DIR "/loadgen/" + name);
  return json::parse(file);
}

struct Issued {
  std::vector<std::uint64_t> indices;
  std::int64_t at_ns;
  std::size_t series;
};

// Runs the case on a system that answers at once, and compares everything that the recording has.
void Replay(const json& golden) {
  base::ManualClock clock(1'000'000);
  Engine::Core core(clock);
  NotingQsl qsl(golden.at("settings").at("total"), golden.at("settings").at("perf"));
  std::vector<Issued> issued;
  std::vector<std::size_t> flushed_after;
  ScriptedSut sut(
      [&](const std::vector<mlperf::QuerySample>& samples) {
        Issued query{{}, clock.NowNs(), qsl.loaded.size() - 1};
        std::vector<mlperf::QuerySampleResponse> responses;
        for (const mlperf::QuerySample& sample : samples) {
          query.indices.push_back(sample.index);
          responses.push_back(Response(sample));
        }
        issued.push_back(std::move(query));
        core.Complete(responses.data(), responses.size(), {});
      },
      [&] { flushed_after.push_back(issued.size()); });
  const Folder folder;
  const TestResult result =
      core.Run(sut, qsl, SettingsOf(golden.at("settings")), folder.Logs(), Options(), "no audit.config");

  const json& runs = golden.at("runs");
  ASSERT_EQ(qsl.loaded.size(), runs.size());
  ASSERT_EQ(qsl.unloaded.size(), runs.size());
  ASSERT_EQ(flushed_after.size(), runs.size());
  std::size_t next = 0;
  std::map<std::string, std::vector<std::string>> generated;
  for (const Value& value : result.values) generated[value.key].push_back(value.text);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const json& run = runs[r];
    EXPECT_EQ(qsl.loaded[r], run.at("load").get<std::vector<std::uint64_t>>());
    EXPECT_EQ(qsl.unloaded[r].size(), run.at("unload_n").get<std::size_t>());
    const json& queries = run.at("queries");
    const std::size_t first = next;
    const std::int64_t start_ns = issued[first].at_ns;
    const bool server = golden.at("settings").at("scenario") == "Server";
    // Where the recording ended by its real clock it holds fewer queries.
    for (; next < issued.size() && issued[next].series == r && next - first < queries.size(); ++next) {
      const json& query = queries[next - first];
      ASSERT_EQ(issued[next].indices, query.is_array() ? query.get<std::vector<std::uint64_t>>()
                                                       : std::vector<std::uint64_t>{query.get<std::uint64_t>()})
          << "run " << r << " query " << next - first;
      if (server) {
        ASSERT_EQ(issued[next].at_ns - start_ns, run.at("sched_ns")[next - first].get<std::int64_t>());
      }
    }
    EXPECT_EQ(next - first, queries.size());
    while (next < issued.size() && issued[next].series == r) ++next;
    EXPECT_EQ(flushed_after[r], next);
    for (const char* key : {"generated_query_count", "generated_samples_per_query", "generated_query_duration"}) {
      EXPECT_EQ(generated[key].at(r), golden.at("effective").at(key)[r].dump()) << key;
    }
  }

  // Each effective_* value as the detail log has it.
  std::map<std::string, json> lines;
  std::set<std::pair<std::string, std::string>> said;
  std::istringstream detail(folder.Read("mlperf_log_detail.txt"));
  for (std::string line; std::getline(detail, line);) {
    const json entry = json::parse(line.substr(line.find('{')));
    lines[entry.at("key")] = entry.at("value");
    if (entry.at("metadata").at("is_error") || entry.at("metadata").at("is_warning")) {
      said.emplace(entry.at("key"), entry.at("value"));
    }
  }
  for (const auto& [key, value] : golden.at("effective").items()) {
    if (key.starts_with("effective_")) {
      EXPECT_EQ(lines[key], value) << key;
    }
  }
  std::set<std::pair<std::string, std::string>> expected;
  for (const json& message : golden.at("messages")) expected.emplace(message[0], message[1]);
  EXPECT_EQ(said, expected);

  std::set<std::pair<std::uint64_t, std::uint64_t>> logged, wanted;
  for (const json& entry : json::parse(folder.Read("mlperf_log_accuracy.json"))) {
    logged.emplace(entry.at("seq_id"), entry.at("qsl_idx"));
  }
  for (const json& entry : golden.at("accuracy_log")) wanted.emplace(entry[0], entry[1]);
  EXPECT_EQ(logged, wanted);
}

TEST(Sequences, EqualTheOfficialProgramCallByCall) {
  std::size_t cases = 0;
  for (const json& name : Golden("sequences/index.json")) {
    const std::string path = "sequences/" + name.get<std::string>() + ".json";
    if (!std::ifstream(ASSAY_GOLDEN_DIR "/loadgen/" + path)) continue;
    SCOPED_TRACE(name);
    Replay(Golden(path));
    ++cases;
  }
  EXPECT_EQ(cases, 90u);
}

}  // namespace
}  // namespace assay::loadgen
