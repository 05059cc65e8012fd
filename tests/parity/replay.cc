// SPDX-License-Identifier: Apache-2.0
// Runs cases through this project's load generator under a simulated clock and prints what happened, a JSON line each.
// Usage: loadgen_replay CASES.json FOLDER
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/manual_clock.h"
#include "loadgen/client.h"
#include "loadgen/engine_core.h"
#include "loadgen/settings_json.h"

namespace {

using assay::loadgen::Engine;
using nlohmann::json;

json Replay(const json& settings, const std::string& folder) {
  assay::base::ManualClock clock(1'000'000);
  Engine::Core core(clock);
  assay::loadgen::NotingQsl qsl(settings.at("total"), settings.at("perf"));
  json runs = json::array();
  std::int64_t first_ns = 0;
  qsl.on_load = [&] {
    runs.push_back({{"load", qsl.loaded.back()}, {"queries", json::array()}, {"due_ns", json::array()}});
  };
  assay::loadgen::ScriptedSut sut([&](const std::vector<mlperf::QuerySample>& samples) {
    json query = json::array();
    std::vector<mlperf::QuerySampleResponse> responses;
    for (const mlperf::QuerySample& sample : samples) {
      query.push_back(sample.index);
      responses.push_back(assay::loadgen::Response(sample));
    }
    if (runs.back()["queries"].empty()) first_ns = clock.NowNs();
    runs.back()["queries"].push_back(std::move(query));
    runs.back()["due_ns"].push_back(clock.NowNs() - first_ns);
    core.Complete(responses.data(), responses.size(), {});
  });
  mlperf::LogSettings logs;
  logs.enable_trace = false;
  logs.log_output.outdir = folder;
  core.Run(sut, qsl, assay::loadgen::SettingsOf(settings), logs, assay::loadgen::Options(), "");
  return {{"runs", runs}, {"flushes", sut.flushes}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream file(arguments[1]);
  std::size_t number = 0;
  for (const json& settings : json::parse(file)) {
    const std::string folder = std::string(arguments[2]) + "/" + std::to_string(number++);
    std::filesystem::create_directories(folder);
    std::cout << Replay(settings, folder) << "\n";
  }
  return 0;
}
