// SPDX-License-Identifier: Apache-2.0
#include "loadgen/conf_table.h"

#include <utility>

namespace assay::loadgen {
namespace {

constexpr std::string_view kPresentRound = "v6.1";  // whose file LoadGen 6.0.17 has built in

ConfEntry EntryOf(std::string key, std::string value) {
  ConfEntry entry;
  entry.number = ReadConfNumber(value);
  entry.key = std::move(key);
  entry.value = std::move(value);
  return entry;
}

// v0.5, v1.1, v6.0: what the rules tables know without the file.
std::vector<ConfEntry> FromRules(const round::Round& round) {
  std::vector<ConfEntry> entries;
  const auto add = [&](std::string key, std::uint64_t value) {
    entries.push_back(EntryOf(std::move(key), std::to_string(value)));
  };
  add("*.*.qsl_rng_seed", round.qsl_seed);
  add("*.*.sample_index_rng_seed", round.sample_index_seed);
  add("*.*.schedule_rng_seed", round.schedule_seed);
  if (round.test05_seeds) {
    add("*.*.test05_qsl_rng_seed", round.test05_seeds->qsl);
    add("*.*.test05_sample_index_rng_seed", round.test05_seeds->sample_index);
    add("*.*.test05_schedule_rng_seed", round.test05_seeds->schedule);
  }
  add("*.*.min_duration", round.min_duration_ms);
  for (const round::Benchmark& benchmark : round.benchmarks) {
    const auto count = [&](std::string_view model) {
      add(std::string(model) + ".*.performance_sample_count_override", benchmark.performance_sample_count);
    };
    count(benchmark.name);
    count(round::FamilyOf(benchmark.name));
    for (const round::Alias& alias : round.aliases) {
      if (alias.benchmark == benchmark.name) count(alias.spelling);
    }
  }
  return entries;
}

}  // namespace

ConfTable::ConfTable(std::vector<ConfEntry> entries) {
  for (ConfEntry& entry : entries) {
    std::string key = entry.key;
    entries_.insert_or_assign(std::move(key), std::move(entry));
  }
}

const ConfEntry* ConfTable::FindExact(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

const ConfEntry* ConfTable::Find(std::string_view model, std::string_view scenario, std::string_view name) const {
  const auto key = [&](std::string_view a, std::string_view b) {
    return std::string(a).append(".").append(b).append(".").append(name);
  };
  for (const std::string& candidate : {key(model, scenario), key("*", scenario), key(model, "*"), key("*", "*")}) {
    if (const ConfEntry* entry = FindExact(candidate)) return entry;
  }
  return nullptr;
}

std::vector<ConfTaken> ApplyConf(const ConfTable& table, std::string_view model, std::string_view scenario,
                                 bool built_in, mlperf::TestSettings& settings) {
  std::vector<ConfTaken> taken;
  for (const ConfKey& key : ConfKeys()) {
    if ((key.built_in_only && !built_in) || (key.wanted != nullptr && !key.wanted(settings))) continue;
    const ConfEntry* entry = table.Find(model, key.scenario.empty() ? scenario : key.scenario, key.name);
    if (entry == nullptr) continue;
    key.set(settings, entry->number);
    taken.push_back({&key, entry});
  }
  return taken;
}

bool HasOfficialConf(const round::Round& round) { return !round.conf.empty(); }

Result<ConfTable> OfficialConf(std::string_view name) {
  const round::Round* round = round::FindRound(name.empty() ? kPresentRound : name);
  if (round == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no MLPerf round is called '" + std::string(name) + "'",
                "rounds are v0.5 to v6.1");
  }
  if (!HasOfficialConf(*round)) return ConfTable(FromRules(*round));
  std::vector<ConfEntry> entries;
  for (const round::ConfKey& key : round->conf) entries.push_back(EntryOf(std::string(key.key), std::string(key.value)));
  return ConfTable(std::move(entries));
}

}  // namespace assay::loadgen
