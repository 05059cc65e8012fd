// SPDX-License-Identifier: Apache-2.0
#include "results/import/collector.h"

#include <algorithm>

#include "results/category.h"
#include "results/plain_text.h"

namespace assay::results {
namespace {

using enum StatedField;

constexpr std::size_t kMostShown = 60, kMostErrors = 20;

std::string Quoted(std::string_view text) {
  return "'" + std::string(text.substr(0, kMostShown)) + (text.size() > kMostShown ? "…" : "") + "'";
}

std::optional<bool> Flag(std::string_view text) {
  const std::string word = Lowered(Trimmed(text));
  if (word == "1" || word == "true" || word == "yes") return true;
  if (word == "0" || word == "false" || word == "no") return false;
  return std::nullopt;
}

// A count as stated: "8", "8.0" as spreadsheets write it; "N/A" and the like are no count.
std::optional<std::int64_t> CountIn(std::string_view text) {
  text = Trimmed(text);
  if (text.ends_with(".0")) text.remove_suffix(2);
  const auto count = WholeNumber(text);
  return count && *count >= 0 ? count : std::nullopt;
}

// "1,042,110.0" as tables print it.
std::optional<double> ValueIn(std::string_view text) {
  std::string digits(Trimmed(text));
  if (digits.find('.') != digits.npos || std::count(digits.begin(), digits.end(), ',') != 1 ||
      digits.size() - digits.find(',') == 4) {
    std::erase(digits, ',');
  }
  return Number(digits);
}

// A row's name in messages: what it has of id, submitter, system, benchmark and scenario.
std::string PathOf(const Stated& stated) {
  std::string path;
  for (const StatedField field : {kResultId, kSubmitter, kSystemId, kSystemName, kModel, kScenario}) {
    if (field == kSystemName && !stated[kSystemId].empty()) continue;
    if (!stated[field].empty()) path += (path.empty() ? "" : "/") + stated[field];
  }
  return path.substr(0, 200);
}

}  // namespace

std::string RoundName(std::string_view text) {
  text = Trimmed(text);
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  if (dot == text.npos) return {};
  const std::string_view major = text.substr(0, dot);
  const std::string_view rest = text.substr(dot + 1);
  const std::string_view minor = rest.substr(0, rest.find('-'));
  const auto is_number = [](std::string_view part) {
    return !part.empty() && part.size() <= 3 && part.find_first_not_of("0123456789") == part.npos;
  };
  if (!is_number(major) || !is_number(minor)) return {};
  return "v" + std::string(major) + "." + std::string(minor);
}

Collector::Collector(std::string kind, std::string source) {
  imported_.report.kind = std::move(kind);
  imported_.report.source = std::move(source);
}

std::string_view Collector::Keep(const std::string& text) {
  if (text.empty()) return {};
  const auto found = texts_.find(text);
  if (found != texts_.end()) return found->second;
  return texts_.emplace(text, imported_.rows.Keep(text)).first->second;
}

void Collector::NoteRound(std::string_view round) {
  auto& rounds = imported_.report.rounds;
  if (std::find(rounds.begin(), rounds.end(), round) == rounds.end()) rounds.emplace_back(round);
}

const System* Collector::SystemOf(const Stated& stated, std::string_view round, Division division) {
  std::string key(round);
  for (int field = 0; field <= static_cast<int>(kOperatingSystem); ++field) {
    if (static_cast<StatedField>(field) != kRound) key += '\x1f' + stated[static_cast<StatedField>(field)];
  }
  const auto [found, is_new] = systems_.try_emplace(std::move(key), nullptr);
  if (!is_new) return found->second;
  System& system = imported_.rows.AddSystem();
  system.round = Keep(std::string(round));
  system.submitter = Keep(stated[kSubmitter]);
  system.division = division;
  system.availability_stated = Keep(stated[kAvailability]);
  if (!stated[kCategory].empty() && !SetCategory(stated[kCategory], system)) {
    imported_.report.notes.push_back("category " + Quoted(stated[kCategory]) + " isn't datacenter or edge: not stated");
  }
  system.name = Keep(stated[kSystemName].empty() ? stated[kSystemId] : stated[kSystemName]);
  system.id = Keep(stated[kSystemId].empty() ? stated[kSystemName] : stated[kSystemId]);
  system.accelerator = Keep(stated[kAccelerator]);
  system.accelerators_per_node = CountIn(stated[kAcceleratorsPerNode]);
  system.nodes = CountIn(stated[kNodes]);
  system.total_accelerators = CountIn(stated[kTotalAccelerators]);
  system.host_processor = Keep(stated[kHostProcessor]);
  system.host_processors_per_node = CountIn(stated[kHostProcessorsPerNode]);
  system.host_cores = Keep(stated[kHostCores]);
  system.framework = Keep(stated[kFramework]);
  system.operating_system = Keep(stated[kOperatingSystem]);
  return found->second = &system;
}

// The checker writes power as a second row of the same result.
Result<void> Collector::TakePower(const Stated& stated, double value, round::ResultUnit unit, const Where& where) {
  std::string key = PathOf(stated);
  const auto found = places_.find(key);
  if (found == places_.end()) return FailAt(where, ErrorCode::kBadRow, "expected the result that this power belongs to above it");
  found->second->has_power = true;
  found->second->power_value = value;
  found->second->power_unit = unit;
  return {};
}

void Collector::Add(const Stated& stated, const Where& where) {
  Where place = where;
  if (place.path.empty()) place.path = PathOf(stated);
  if (auto taken = Take(stated, place); !taken) AddBad(std::move(taken).error());
}

Result<void> Collector::Take(const Stated& stated, const Where& where) {
  const auto bad = [&](const std::string& what) { return FailAt(where, ErrorCode::kBadRow, what); };
  const std::string round = RoundName(stated[kRound].empty() ? stated[kResultId] : stated[kRound]);
  if (round.empty()) return bad("expected a round such as v5.1, found " + Quoted(stated[kRound]));
  if (stated[kSubmitter].empty()) return bad("expected a submitter, found none");
  if (stated[kSystemId].empty() && stated[kSystemName].empty()) return bad("expected a system, found none");
  const auto division = ParseDivision(stated[kDivision]);
  if (!division) return bad("expected a division: closed, open or network, found " + Quoted(stated[kDivision]));
  const auto scenario = round::ParseScenario(stated[kScenario]);
  if (!scenario) return bad("expected a scenario, found " + Quoted(stated[kScenario]));
  const auto value = ValueIn(stated[kValue]);
  if (!value || *value <= 0) return bad("expected a result above 0, found " + Quoted(stated[kValue]));
  const auto unit = round::ParseUnit(stated[kUnit]);
  if (!unit) return bad("expected the result's unit, such as Tokens/s, found " + Quoted(stated[kUnit]));
  if (*unit == round::ResultUnit::kWatts || *unit == round::ResultUnit::kMillijoules) {
    return TakePower(stated, *value, *unit, where);
  }
  const std::string& used = stated[kUsedModel].empty() ? stated[kModel] : stated[kUsedModel];
  const std::string& slot = stated[kUsedModel].empty() ? stated[kSlot] : stated[kModel];
  if (used.empty() && slot.empty()) return bad("expected a benchmark, found none");

  Row& row = imported_.rows.AddRow();
  row.system = SystemOf(stated, round, *division);
  row.scenario = *scenario;
  row.scenario_stated = Keep(stated[kScenario]);
  row.model_stated = Keep(used.empty() ? slot : used);
  row.slot_stated = slot == used ? std::string_view() : Keep(slot);
  row.inferred = Flag(stated[kInferred]);
  row.valid = stated[kValid].empty() || SameIgnoringCase(stated[kValid], "VALID");
  row.runs = CountIn(stated[kRuns]).value_or(1);
  if (!row.valid) imported_.report.notes.push_back(where.path + ": the run is INVALID; kept, and marked so");
  row.value = *value;
  row.value_stated = Keep(stated[kValue]);
  row.unit = *unit;
  row.unit_stated = Keep(stated[kUnit]);
  row.accuracy = Keep(stated[kAccuracy]);
  row.weights_stated = Keep(stated[kWeights]);
  row.inputs_stated = Keep(stated[kInputs]);
  row.retraining = Keep(stated[kRetraining]);
  row.weight_transformations = Keep(stated[kWeightTransformations]);
  row.target_latency_ns = CountIn(stated[kTargetLatencyNs]);
  if (row.target_latency_ns == 0) row.target_latency_ns.reset();
  row.ttft_p99_ns = CountIn(stated[kTtftP99Ns]);
  row.tpot_p99_ns = CountIn(stated[kTpotP99Ns]);
  row.loadgen_version = Keep(stated[kLoadgenVersion]);
  row.power_value = Number(stated[kPowerValue]);
  if (!stated[kPowerUnit].empty()) row.power_unit = round::ParseUnit(stated[kPowerUnit]);
  row.has_power = Flag(stated[kHasPower]).value_or(row.power_value.has_value());
  row.result_id = Keep(stated[kResultId]);
  row.source = Keep(where.file + (where.line > 0 ? ":" + std::to_string(where.line) : ""));
  places_[PathOf(stated)] = &row;
  NoteRound(round);
  return {};
}

Results<Imported> Collector::Finish() {
  if (imported_.rows.rows().empty()) {
    if (imported_.report.bad_rows.empty()) {
      return std::unexpected(Errors{{ErrorCode::kEmpty, "expected results, found none", {{imported_.report.source}}}});
    }
    Errors errors = std::move(imported_.report.bad_rows);
    if (errors.size() > kMostErrors) {
      const std::string more = std::to_string(errors.size() - kMostErrors) + " more rows that can't be read";
      errors.resize(kMostErrors, Error{ErrorCode::kBadRow, {}});
      errors.push_back({ErrorCode::kBadRow, more, {{imported_.report.source}}});
    }
    return std::unexpected(std::move(errors));
  }
  imported_.rows.Normalise();
  imported_.report.rows = imported_.rows.rows().size();
  imported_.report.systems = imported_.rows.systems().size();
  return std::move(imported_);
}

}  // namespace assay::results
