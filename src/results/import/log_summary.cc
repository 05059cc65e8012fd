// SPDX-License-Identifier: Apache-2.0
#include "results/import/log_summary.h"

#include <charconv>
#include <cmath>

#include "results/plain_text.h"

namespace assay::results {
namespace {

using round::ResultUnit;
using round::Scenario;

constexpr double kSamplesPerQuery = 8;  // MultiStream from v2.0

bool Reads(std::string_view line) { return line.find(':') != line.npos; }

Result<Headline> Missing(std::string_view what) {
  return Fail(ErrorCode::kBadRow, "expected '" + std::string(what) + "' in the run's summary, found none");
}

Result<Headline> Latency(const LogSummary& log, std::string_view round, const round::ScenarioRule* rule,
                         Scenario scenario, Scenario ran) {
  const double usual = scenario == Scenario::kMultiStream ? 0.99 : 0.90;
  const double percentile = rule != nullptr && rule->percentile > 0 ? rule->percentile : usual;
  auto latency_ns = log.Percentile(percentile, "Early stopping");
  if (!latency_ns && round::CompareRounds(round, "v2.0") < 0) latency_ns = log.Percentile(percentile, "percentile latency");
  if (!latency_ns) return Missing("Early stopping … percentile estimate");
  const bool inferred = ran != scenario;
  const double times = inferred ? kSamplesPerQuery : 1;
  const bool seconds = rule != nullptr && rule->unit == ResultUnit::kLatencyS;
  return Headline{*latency_ns * times / (seconds ? 1e9 : 1e6), seconds ? ResultUnit::kLatencyS : ResultUnit::kLatencyMs,
                  inferred};
}

Result<Headline> Rate(const LogSummary& log, std::string_view round, const round::ScenarioRule* rule, Scenario scenario,
                      Scenario ran) {
  const bool tokens = rule != nullptr && rule->unit == ResultUnit::kTokensPerSecond;
  if (scenario == Scenario::kOffline) {
    const bool inferred = ran != scenario;
    const std::string_view key = inferred ? "QPS w/o loadgen overhead" : tokens ? "Tokens per second" : "Samples per second";
    const auto value = inferred && ran != Scenario::kSingleStream ? std::nullopt : log.Number(key);
    if (!value) return Missing(key);
    return Headline{*value, tokens ? ResultUnit::kTokensPerSecond : ResultUnit::kSamplesPerSecond, inferred};
  }
  const bool completed = round::CompareRounds(round, "v4.1") >= 0;
  const std::string_view key = tokens ? "Completed tokens per second" : completed ? "Completed samples per second"
                                                                                  : "Scheduled samples per second";
  const auto value = log.Number(key);
  if (!value) return Missing(key);
  return Headline{*value, tokens ? ResultUnit::kTokensPerSecond : ResultUnit::kQueriesPerSecond, false};
}

}  // namespace

LogSummary::LogSummary(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (!Reads(line)) continue;
    const std::size_t colon = line.rfind(':');
    std::string_view key = Trimmed(line.substr(0, colon));
    if (key.starts_with("* ")) key.remove_prefix(2);
    values_.try_emplace(std::string(key), Trimmed(line.substr(colon + 1)));
  }
}

void LogSummary::TakeDetail(std::string_view text) {
  constexpr std::string_view kKeys[][2] = {
      {"result_completed_tokens_per_second", "Completed tokens per second"},
      {"result_completed_samples_per_sec", "Completed samples per second"},
      {"result_scheduled_samples_per_sec", "Scheduled samples per second"},
      {"result_samples_per_second", "Samples per second"},
      {"result_tokens_per_second", "Tokens per second"},
      {"result_qps_without_loadgen_overhead", "QPS w/o loadgen overhead"},
  };
  for (const auto& [key, name] : kKeys) {
    const std::string start = "\"key\": \"" + std::string(key) + "\", \"value\": ";
    const std::size_t at = text.find(start);
    if (at == text.npos) continue;
    const std::string_view rest = text.substr(at + start.size());
    const std::string_view number = Trimmed(rest.substr(0, rest.find_first_of(",}")));
    if (results::Number(number)) values_[std::string(name)] = number;
  }
}

std::string_view LogSummary::Text(std::string_view key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<double> LogSummary::Number(std::string_view key) const { return results::Number(Text(key)); }

std::optional<double> LogSummary::Percentile(double percentile, std::string_view words) const {
  for (const auto& [key, text] : values_) {
    if (key.find(words) == key.npos || key.find("token") != key.npos || key.find("Token") != key.npos) continue;
    const std::size_t digit = key.find_first_of("0123456789");
    if (digit == key.npos) continue;
    double named = 0;
    std::from_chars(key.data() + digit, key.data() + key.size(), named);
    if (std::abs(named - percentile * 100) < 1e-6) return results::Number(text);
  }
  return std::nullopt;
}

std::optional<Scenario> LogSummary::scenario() const { return round::ParseScenario(Text("Scenario")); }

Result<Headline> HeadlineOf(const LogSummary& log, std::string_view round, const round::ScenarioRule* rule,
                            Scenario scenario) {
  auto ran = log.scenario();
  if (!ran) return Missing("Scenario");
  if (scenario == Scenario::kInteractive && *ran == Scenario::kServer) ran = scenario;  // LoadGen has no other word
  const bool one_of_stream = *ran == Scenario::kSingleStream &&
                             (scenario == Scenario::kMultiStream || scenario == Scenario::kOffline);
  if (*ran != scenario && !one_of_stream) {
    return Fail(ErrorCode::kBadRow, "expected a run of " + std::string(round::NameOf(scenario)) + ", found one of " +
                                        std::string(round::NameOf(*ran)));
  }
  if (scenario == Scenario::kMultiStream && round::CompareRounds(round, "v2.0") < 0) {
    const auto streams = log.Number("Samples per query");
    if (!streams) return Missing("Samples per query");
    return Headline{*streams, ResultUnit::kStreams, false};
  }
  if (scenario == Scenario::kSingleStream || scenario == Scenario::kMultiStream) {
    return Latency(log, round, rule, scenario, *ran);
  }
  return Rate(log, round, rule, scenario, *ran);
}

}  // namespace assay::results
