// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_subject.h"

#include <algorithm>

namespace assay::run {

Result<AccuracySubject> FindAccuracySubject(const std::string& round_name, const std::string& benchmark_name,
                                              const std::string& scenario_name) {
  if (round_name.empty() || benchmark_name.empty()) {
    return Fail(ErrorCode::kUsage, "a gate belongs to a round and a benchmark: --round v5.1 --benchmark resnet");
  }
  AccuracySubject wanted;
  wanted.round = round::FindRound(round_name);
  if (wanted.round == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no round is called '" + round_name + "'", "`assay list rounds` shows them");
  }
  const std::string_view name = round::CanonicalBenchmark(*wanted.round, benchmark_name);
  wanted.benchmark = name.empty() ? nullptr : wanted.round->Find(name);
  if (wanted.benchmark == nullptr) {
    std::string known;
    for (const std::string_view one : round::BenchmarksNamed(*wanted.round, benchmark_name)) {
      known += (known.empty() ? "" : " or ") + std::string(one);
    }
    if (!known.empty()) return Fail(ErrorCode::kUsage, "'" + benchmark_name + "' can be " + known + ": say which");
    for (const round::Benchmark& one : wanted.round->benchmarks) known += (known.empty() ? "" : ", ") + std::string(one.name);
    return Fail(ErrorCode::kUnknownName, std::string(wanted.round->name) + " has no benchmark '" + benchmark_name + "'",
                "it has: " + known);
  }
  if (!scenario_name.empty()) {
    wanted.scenario = round::ParseScenario(scenario_name);
    if (!wanted.scenario) {
      return Fail(ErrorCode::kUnknownName, "no scenario is called '" + scenario_name + "'",
                  "SingleStream, MultiStream, Server, Interactive or Offline");
    }
  }
  const bool depends =
      std::ranges::any_of(wanted.benchmark->gates, [](const round::Gate& gate) { return gate.scenario.has_value(); }) ||
      std::ranges::any_of(wanted.benchmark->scenarios,
                          [](const round::ScenarioRule& rule) { return rule.accuracy_samples.has_value(); });
  if (depends && !wanted.scenario) {
    return Fail(ErrorCode::kUsage, "what " + std::string(wanted.benchmark->name) +
                                       " must reach depends on the scenario: --scenario NAME");
  }
  return wanted;
}

}  // namespace assay::run
