// SPDX-License-Identifier: Apache-2.0
#include "decision/shortlist.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace assay::decision {
namespace {

using results::Row;
using round::ResultUnit;

bool IsRate(ResultUnit unit) {
  return unit == ResultUnit::kSamplesPerSecond || unit == ResultUnit::kQueriesPerSecond ||
         unit == ResultUnit::kTokensPerSecond;
}

// A query of Server is one sample, so these two are one kind of rate; tokens are another.
bool IsSameRate(ResultUnit a, ResultUnit b) {
  return IsRate(a) && IsRate(b) && (a == ResultUnit::kTokensPerSecond) == (b == ResultUnit::kTokensPerSecond);
}

void Add(std::string& reasons, const std::string& reason) {
  if (!reasons.empty()) reasons += "; ";
  reasons += reason;
}

std::string UnitWords(const Row& row) {
  const std::string stated(row.unit_stated.empty() ? round::TextOf(row.unit) : row.unit_stated);
  std::string words = "unit as published, " + stated + ", contradicts the benchmark";
  const round::Round* rules = results::RulesReadBy(row);
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row.benchmark) : nullptr;
  const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row.scenario) : nullptr;
  if (rule != nullptr) words += ": " + std::string(rules->name) + " counts " + std::string(round::TextOf(rule->unit));
  return words;
}

// Rows of one system share their accuracy over scenarios, so most readings of a gate were made before.
class GateMemo {
 public:
  const results::GateReading& Of(const Row& row) {
    const round::Round* rules = row.rules();
    const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row.benchmark) : nullptr;
    const bool by_scenario = benchmark == nullptr || std::ranges::any_of(benchmark->gates, [](const round::Gate& gate) {
                               return gate.scenario.has_value();
                             });
    const Key key{benchmark, by_scenario ? row.scenario : round::Scenario::kOffline, row.accuracy};
    if (benchmark == nullptr) return other_ = results::ReadGates(row);  // its words name the round
    const auto [entry, is_new] = readings_.try_emplace(key);
    if (is_new) entry->second = results::ReadGates(row);
    return entry->second;
  }

 private:
  struct Key {
    const round::Benchmark* benchmark;
    round::Scenario scenario;
    std::string_view accuracy;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.accuracy) ^ (std::hash<const void*>()(key.benchmark) * 31) ^
             static_cast<std::size_t>(key.scenario);
    }
  };
  std::unordered_map<Key, results::GateReading, Hash> readings_;
  results::GateReading other_;
};

// A bound by rule is that of the round, benchmark and scenario; only rows that state one of their own, or whose number is
// a latency itself, differ from it.
class SlaMemo {
 public:
  explicit SlaMemo(const results::NeededSla& needed) : needed_(needed) {}

  results::SlaReading Of(const Row& row) {
    const bool asked = needed_.latency_ns || needed_.ttft_ns || needed_.tpot_ns;
    if (asked && !IsRate(row.unit)) return results::ReadSla(row, needed_);
    const auto [entry, is_new] =
        readings_.try_emplace({row.system->round, row.benchmark, row.scenario, row.target_latency_ns});
    if (is_new) entry->second = results::ReadSla(row, needed_);
    return entry->second;
  }

 private:
  using Key = std::tuple<std::string_view, std::string_view, round::Scenario, std::optional<std::int64_t>>;
  const results::NeededSla& needed_;
  std::map<Key, results::SlaReading> readings_;
};

// Why a row can't stand in any shortlist, all reasons; empty when it can. No gate binds an open row, but a model that
// misses the closed gate is no answer to who needs the benchmark's quality.
std::string WhyDropped(const Row& row, GateMemo& gates) {
  std::string reasons;
  if (!row.valid) Add(reasons, "invalid");
  if (row.withdrawn) Add(reasons, "withdrawn after publication");
  if (row.unit_state == results::UnitState::kContradicts) Add(reasons, UnitWords(row));
  const results::GateReading& gate = gates.Of(row);
  if (gate.state == results::GateState::kMissed) {
    Add(reasons, (row.system->division == results::Division::kOpen ? "would miss the closed gate: " : "misses the gate: ") +
                     gate.words);
  } else if (row.accuracy.empty()) {
    Add(reasons, "accuracy not stated");
  } else if (gate.state == results::GateState::kNotKnown) {
    Add(reasons, "accuracy not known to meet a gate" + (gate.words.empty() ? "" : ": " + gate.words));
  }
  if (!reasons.empty() && row.other_model) Add(reasons, "ran another model, " + std::string(row.model_stated));
  if (!reasons.empty() && !row.weights.disclosed) Add(reasons, "precision not disclosed");
  return reasons;
}

bool ShowsOurs(results::SlaState state) {
  return state == results::SlaState::kMatch || state == results::SlaState::kStricter ||
         state == results::SlaState::kNotAsked;
}

void AddReplicas(ShortlistEntry& entry, const ShortlistQuestion& question) {
  if (!question.rate_per_second) return;
  const Row& row = *entry.row;
  if (!IsRate(row.unit)) {
    entry.notes.push_back("states " + std::string(round::TextOf(row.unit)) + ", no rate to set ours beside");
  } else if (question.rate_unit && !IsSameRate(*question.rate_unit, row.unit)) {
    entry.notes.push_back("counts " + std::string(round::TextOf(row.unit)) + ", ours is in " +
                          std::string(round::TextOf(*question.rate_unit)));
  } else if (row.value > 0) {
    const double needed = std::ceil(*question.rate_per_second / row.value);
    // Beyond 2^53 the quotient isn't a count any more.
    if (needed < 9e15) entry.replicas = static_cast<std::uint64_t>(std::max(1.0, needed));
  }
}

void AddNotes(ShortlistEntry& entry) {
  const Row& row = *entry.row;
  const results::System& system = *row.system;
  if (system.availability == results::Availability::kPreview) {
    entry.notes.emplace_back("preview: not on sale when submitted, and can still be marked invalid");
  } else if (system.availability == results::Availability::kRdi) {
    entry.notes.emplace_back("rdi: research, development or internal; not on sale");
  } else if (system.availability == results::Availability::kUnknown) {
    entry.notes.emplace_back("availability not stated");
  }
  if (row.other_model) entry.notes.push_back("ran another model, " + std::string(row.model_stated));
  if (row.inferred.value_or(false)) entry.notes.emplace_back("inferred from another scenario's run");
  if (!row.weights.disclosed) entry.notes.emplace_back("precision not disclosed");
  if (row.twin != nullptr) entry.notes.push_back("same run as " + std::string(row.twin->benchmark));
  if (row.unit_state == results::UnitState::kNotKnown) {
    entry.notes.push_back("the rules of " + std::string(system.round) + " know no unit to check " +
                          std::string(round::TextOf(row.unit)) + " against");
  }
  if (!system.accelerators.note.empty()) entry.notes.emplace_back(system.accelerators.note);
  if (!ShowsOurs(entry.sla.state)) entry.notes.push_back(entry.sla.words);
}

ShortlistEntry EntryOf(const Row& row, results::SlaReading sla, const ShortlistQuestion& question) {
  ShortlistEntry entry;
  entry.row = &row;
  entry.sla = std::move(sla);
  if (entry.sla.by_rule) entry.by_rule.push_back("bound: " + entry.sla.theirs);
  AddReplicas(entry, question);
  const auto& count = row.system->accelerators.total;
  if (IsRate(row.unit) && count && *count > 0) entry.per_accelerator = row.value / static_cast<double>(*count);
  AddNotes(entry);
  return entry;
}

bool IsBetter(const ShortlistEntry& a, const ShortlistEntry& b) {
  return round::LowerIsBetter(a.row->unit) ? a.row->value < b.row->value : a.row->value > b.row->value;
}

// Open and network after closed, whatever the benchmark: they are never read beside it. Then by benchmark and scenario,
// the newest rounds first.
bool StandsBefore(const ShortlistGroup& a, const ShortlistGroup& b) {
  if (a.key.division != b.key.division) return a.key.division < b.key.division;
  if (a.key.benchmark != b.key.benchmark) return a.key.benchmark < b.key.benchmark;
  if (a.key.scenario != b.key.scenario) return a.key.scenario < b.key.scenario;
  if (a.key.rounds != b.key.rounds) {
    const int order = round::CompareRounds(a.entries[0].row->system->round, b.entries[0].row->system->round);
    if (order != 0) return order > 0;
  }
  return a.key < b.key;
}

}  // namespace

Shortlist MakeShortlist(const results::RowSet& rows, const ShortlistQuestion& question) {
  Shortlist list;
  std::map<results::ComparableKey, std::size_t> groups;
  results::KeyMaker keys;
  GateMemo gates;
  SlaMemo bounds(question.sla);
  for (const Row& row : rows.rows()) {
    if (!results::Matches(row, question.filter)) {
      ++list.filtered;
      continue;
    }
    ++list.considered;
    std::string reason = WhyDropped(row, gates);
    results::SlaReading sla = bounds.Of(row);
    if (!ShowsOurs(sla.state) && !question.any_sla) Add(reason, sla.words);
    if (!reason.empty()) {
      list.dropped.push_back({&row, std::move(reason)});
      continue;
    }
    results::ComparableKey key = keys.Of(row);
    const auto [group, is_new] = groups.try_emplace(std::move(key), list.groups.size());
    if (is_new) list.groups.push_back({group->first, {}});
    list.groups[group->second].entries.push_back(EntryOf(row, std::move(sla), question));
  }
  for (ShortlistGroup& group : list.groups) std::ranges::stable_sort(group.entries, IsBetter);
  std::ranges::stable_sort(list.groups, StandsBefore);
  return list;
}

}  // namespace assay::decision
