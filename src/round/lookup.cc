// SPDX-License-Identifier: Apache-2.0
// Finding a round, a benchmark and a rule by name. The tables are made by tools/round_tables.py.
#include <algorithm>
#include <charconv>
#include <utility>

#include "round/round.h"
#include "round/spelling.h"

namespace assay::round {
namespace {

// "v5.1" or "5.1" -> {5, 1}.
std::optional<std::pair<int, int>> VersionOf(std::string_view name) {
  if (name.starts_with('v') || name.starts_with('V')) name.remove_prefix(1);
  const std::size_t dot = name.find('.');
  if (dot == name.npos) return std::nullopt;
  std::pair<int, int> version;
  const auto read = [](std::string_view digits, int& into) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
    return error == std::errc() && end == digits.data() + digits.size() && digits.front() != '-';
  };
  if (!read(name.substr(0, dot), version.first) || !read(name.substr(dot + 1), version.second)) return std::nullopt;
  return version;
}

// The gates that a name can end with.
constexpr std::pair<std::string_view, double> kGates[] = {{"-99.9", 0.999}, {"-99", 0.99}, {"-95", 0.95}};

}  // namespace

const ScenarioRule* Benchmark::Find(Scenario wanted) const {
  const auto rule = std::ranges::find(scenarios, wanted, &ScenarioRule::scenario);
  return rule == scenarios.end() ? nullptr : &*rule;
}

const Benchmark* Round::Find(std::string_view benchmark) const {
  const auto found = std::ranges::find(benchmarks, benchmark, &Benchmark::name);
  return found == benchmarks.end() ? nullptr : &*found;
}

const Round* FindRound(std::string_view name) {
  // As the tables write it, which every row does: no number is read then.
  if (const auto written = std::ranges::find(AllRounds(), name, &Round::name); written != AllRounds().end()) {
    return &*written;
  }
  const auto version = VersionOf(name);
  if (!version) return nullptr;
  for (const Round& round : AllRounds()) {
    if (VersionOf(round.name) == version) return &round;
  }
  return nullptr;
}

int CompareRounds(std::string_view a, std::string_view b) {
  const Round* const known_a = FindRound(a);
  const Round* const known_b = FindRound(b);
  if (known_a && known_b) return known_a == known_b ? 0 : known_a < known_b ? -1 : 1;
  if (known_a || known_b) return known_a ? -1 : 1;
  const auto version_a = VersionOf(a), version_b = VersionOf(b);
  if (version_a && version_b) return *version_a == *version_b ? 0 : *version_a < *version_b ? -1 : 1;
  return a == b ? 0 : a < b ? -1 : 1;
}

std::span<const std::string_view> BenchmarksNamed(const Round& round, std::string_view text) {
  const std::string key = KeyOf(text);
  const auto found = std::ranges::lower_bound(round.spellings, std::string_view(key), {}, &Spelling::key);
  if (found == round.spellings.end() || found->key != key) return {};
  return found->benchmarks;
}

std::string_view CanonicalBenchmark(const Round& round, std::string_view text) {
  const auto named = BenchmarksNamed(round, text);
  return named.size() == 1 ? named.front() : std::string_view();
}

std::string_view FamilyOf(std::string_view benchmark) {
  for (const auto& [ending, gate] : kGates) {
    if (benchmark.ends_with(ending)) return benchmark.substr(0, benchmark.size() - ending.size());
  }
  return benchmark;
}

std::optional<double> GateOf(std::string_view benchmark) {
  for (const auto& [ending, gate] : kGates) {
    if (benchmark.ends_with(ending)) return gate;
  }
  return std::nullopt;
}

}  // namespace assay::round
