// SPDX-License-Identifier: Apache-2.0
#include "results/row_set.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "results/accelerator_count.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

void ReadSystem(System& system, RowSet& rows) {
  if (!system.availability_stated.empty()) {
    system.availability = ParseAvailability(system.availability_stated).value_or(Availability::kUnknown);
  }
  AcceleratorReading reading = CountAccelerators(system);
  system.accelerators = {reading.total, reading.source, {}};
  if (!reading.note.empty()) system.accelerators.note = rows.Keep(std::move(reading.note));
}

// What a text means, remembered by text: a round has thousands of rows and some dozens of texts.
template <class Value>
class Memo {
 public:
  template <class Read>
  const Value& Of(std::string_view text, Read read) {
    if (last_ != nullptr && (text.data() == last_text_.data() ? text.size() == last_text_.size() : text == last_text_)) {
      return *last_;
    }
    auto found = values_.find(text);
    if (found == values_.end()) found = values_.emplace(text, read(text)).first;
    last_text_ = found->first;
    last_ = &found->second;
    return *last_;
  }

 private:
  std::unordered_map<std::string_view, Value> values_;  // nodes stay where they are
  std::string_view last_text_;
  const Value* last_ = nullptr;
};

struct RoundMemo {
  Memo<std::string_view> benchmarks;
  Memo<Precision> precisions;
  Memo<std::optional<round::ResultUnit>> units;
};

bool OneKind(round::ResultUnit a, round::ResultUnit b) {
  const auto is_latency = [](round::ResultUnit unit) {
    return unit == round::ResultUnit::kLatencyMs || unit == round::ResultUnit::kLatencyS;
  };
  return a == b || (is_latency(a) && is_latency(b));
}

UnitState StateOfUnit(const Row& row, const round::Round& rules) {
  const round::Benchmark* benchmark = row.benchmark.empty() ? nullptr : rules.Find(row.benchmark);
  const round::ScenarioRule* rule = benchmark == nullptr ? nullptr : benchmark->Find(row.scenario);
  if (rule == nullptr) return UnitState::kNotKnown;
  return OneKind(rule->unit, row.unit) ? UnitState::kAgrees : UnitState::kContradicts;
}

// A row of a round that isn't known: the newest known round with such a benchmark says how to read it.
void ReadByNewestRules(Row& row, bool has_unit) {
  const auto rounds = round::AllRounds();
  for (std::size_t i = rounds.size(); i-- > 0 && row.benchmark.empty();) {
    row.benchmark = round::CanonicalBenchmark(rounds[i], row.slot_stated.empty() ? row.model_stated : row.slot_stated);
  }
  const round::Round* rules = RulesReadBy(row);
  row.other_model = row.system->division == Division::kOpen &&
                    (rules == nullptr || round::CanonicalBenchmark(*rules, row.model_stated) != row.benchmark);
  if (rules != nullptr && has_unit) row.unit_state = StateOfUnit(row, *rules);
}

void ReadRow(Row& row, const round::Round* rules, RoundMemo& memo) {
  row.weights = memo.precisions.Of(row.weights_stated, &ParsePrecision);
  row.inputs = memo.precisions.Of(row.inputs_stated, &ParsePrecision);
  const auto unit = memo.units.Of(row.unit_stated, [](std::string_view text) { return round::ParseUnit(text); });
  row.benchmark = {};
  row.unit_state = UnitState::kNotKnown;
  if (unit) row.unit = *unit;
  if (rules == nullptr) return ReadByNewestRules(row, unit.has_value());
  const auto canonical = [&](std::string_view text) {
    return memo.benchmarks.Of(text, [&](std::string_view name) { return round::CanonicalBenchmark(*rules, name); });
  };
  row.benchmark = canonical(row.slot_stated.empty() ? row.model_stated : row.slot_stated);
  row.other_model = row.system->division == Division::kOpen &&
                    (row.benchmark.empty() || canonical(row.model_stated) != row.benchmark);
  if (unit) row.unit_state = StateOfUnit(row, *rules);
}

// Pairs that hold one number under both gates: the same system, family, scenario and value.
void FindTwins(std::deque<Row>& rows, std::size_t first) {
  std::map<std::tuple<const System*, std::string_view, round::Scenario, double>, Row*> seen;
  for (std::size_t i = first; i < rows.size(); ++i) {
    Row& row = rows[i];
    row.twin = nullptr;
    const auto gate = round::GateOf(row.benchmark);
    if (gate != 0.99 && gate != 0.999) continue;
    const std::tuple key(row.system, round::FamilyOf(row.benchmark), row.scenario, row.value);
    const auto [other, is_new] = seen.emplace(key, &row);
    if (is_new || round::GateOf(other->second->benchmark) == gate) continue;
    row.twin = other->second;
    other->second->twin = &row;
  }
}

// Whether `name`, in lower case, is a way to name the row.
bool Fits(const Row& row, std::string_view name) {
  if (!row.result_id.empty() && name.starts_with(Lowered(row.result_id))) {
    const std::string_view rest = name.substr(row.result_id.size());
    if (rest.empty()) return true;
    for (const std::string_view benchmark : {row.benchmark, row.model_stated, row.slot_stated}) {
      if (benchmark.empty()) continue;
      const std::string with_benchmark = "." + Lowered(benchmark);
      if (rest == with_benchmark || rest == with_benchmark + "." + Lowered(round::NameOf(row.scenario))) return true;
    }
  }
  const auto slash = name.find('/');
  if (slash == name.npos) return false;
  // Most rows are told apart by the round or the submitter, without a text being built.
  if (name.find(Lowered(row.system->submitter)) == name.npos) return false;
  std::string place = "/";
  for (const std::string_view part : {row.system->round, row.system->submitter, row.system->id}) {
    place += Lowered(part) + "/";
  }
  const std::string division(NameOf(row.system->division));
  const std::string scenario = "/" + Lowered(round::NameOf(row.scenario));
  for (const std::string_view benchmark : {row.model_stated, row.benchmark}) {
    if (benchmark.empty()) continue;
    const std::string whole = division + place + Lowered(benchmark) + scenario;
    if (name == whole) return true;
    if (row.system->division == Division::kClosed && name == std::string_view(whole).substr(division.size() + 1)) {
      return true;
    }
  }
  return name == Lowered(LocationOf(row));
}

}  // namespace

std::string_view RowSet::Keep(std::string text) { return texts_.emplace_back(std::move(text)); }

void RowSet::Normalise(std::size_t first) {
  for (; systems_read_ < systems_.size(); ++systems_read_) ReadSystem(systems_[systems_read_], *this);
  std::map<std::string_view, std::pair<const round::Round*, RoundMemo>> rounds;
  std::pair<const round::Round*, RoundMemo>* current = nullptr;
  std::string_view name;
  for (std::size_t i = first; i < rows_.size(); ++i) {
    if (current == nullptr || rows_[i].system->round != name) {
      name = rows_[i].system->round;
      const auto [found, is_new] = rounds.try_emplace(name);
      if (is_new) found->second.first = round::FindRound(name);
      current = &found->second;
    }
    ReadRow(rows_[i], current->first, current->second);
  }
  FindTwins(rows_, first);
}

void RowSet::Append(RowSet other, const std::function<bool(const Row&)>& keep) {
  const std::size_t first = rows_.size();
  std::unordered_map<const System*, const System*> systems;
  for (const Row& row : other.rows_) {
    if (!keep(row)) continue;
    const auto [system, is_new] = systems.try_emplace(row.system, nullptr);
    if (is_new) system->second = &systems_.emplace_back(*row.system);
    rows_.push_back(row);
    rows_.back().system = system->second;
  }
  texts_of_others_.push_back(std::move(other.texts_));
  for (auto& texts : other.texts_of_others_) texts_of_others_.push_back(std::move(texts));
  Normalise(first);
}

std::vector<const Row*> RowSet::Named(std::string_view name) const {
  std::vector<const Row*> found;
  const std::string lowered = Lowered(Trimmed(name));
  if (lowered.empty()) return found;
  for (const Row& row : rows_) {
    if (Fits(row, lowered)) found.push_back(&row);
  }
  return found;
}

}  // namespace assay::results
