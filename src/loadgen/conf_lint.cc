// SPDX-License-Identifier: Apache-2.0
//
// First what a line alone shows: slips of the grammar, keys that don't exist or aren't looked at, numbers that are read
// otherwise than they are written. Then who takes what: for each reader (model and scenario) the file is looked up as
// LoadGen does it; a line that no reader takes is overridden or without effect.
#include "loadgen/conf_lint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "spec/near_name.h"

namespace assay::loadgen {
namespace {

constexpr std::array<std::string_view, 4> kScenarios = {"SingleStream", "MultiStream", "Server", "Offline"};
constexpr std::string_view kAnyOtherModel = "*";  // LoadGen looks up model "*" as a name; it finds the wildcards

class Lint {
 public:
  Lint(const ConfText& text, std::string file, ConfFile kind, const ConfTable& official, ConfReader reader)
      : text_(text), file_(std::move(file)), kind_(kind), official_(official), reader_(std::move(reader)),
        table_(text.entries) {}

  std::vector<ConfigNote> Run() {
    for (const ConfSlip& slip : text_.slips) Slip(slip);
    for (const ConfEntry& entry : text_.entries) Entry(entry);
    if (text_.Refusal() == nullptr) Readers();
    std::ranges::stable_sort(notes_, {}, [](const ConfigNote& note) { return std::pair(note.line, note.column); });
    return std::move(notes_);
  }

 private:
  void Add(const ConfEntry& entry, int column, ConfigFault fault, std::string what, std::string hint = {}) {
    const bool is_error = fault == ConfigFault::kOutOfRange || fault == ConfigFault::kContradiction;
    notes_.push_back({fault, is_error, file_, entry.line, column, entry.key, std::move(what), std::move(hint)});
  }
  void Slip(const ConfSlip& slip);
  void Entry(const ConfEntry& entry);
  void Number(const ConfEntry& entry, const ConfKey& key);
  void Readers();
  void Fate(const ConfEntry& entry, const std::vector<ConfReader>& readers);
  void Contradictions(const ConfReader& reader);
  std::vector<ConfReader> AllReaders() const;
  std::vector<ConfTaken> TakenBy(const ConfReader& reader, mlperf::TestSettings& settings) const;

  const ConfText& text_;
  const std::string file_;
  const ConfFile kind_;
  const ConfTable& official_;
  const ConfReader reader_;
  const ConfTable table_;
  std::vector<ConfigNote> notes_;
  std::set<std::pair<int, std::string>> said_;       // contradictions, once each
  std::set<int> looked_at_;                          // lines with a key that LoadGen reads somewhere
};

void Lint::Slip(const ConfSlip& slip) {
  ConfigNote note{ConfigFault::kSyntax, slip.Refused(), file_, slip.line, slip.column, {}, {}, {}};
  switch (slip.kind) {
    case ConfSlip::Kind::kNotKeyValue:
      note.key = slip.token;
      note.what = "expected 'key = value'; LoadGen refuses the whole file for this line";
      note.hint = slip.token.starts_with('#') ? "a comment of several words begins with '# ', a blank after it"
                                              : "the key is one word, then comes '=' with blanks around it";
      break;
    case ConfSlip::Kind::kNotANumber:
      note.what = "'" + slip.token + "' isn't a number; LoadGen refuses the whole file for this line";
      if (slip.token.starts_with('#')) note.hint = "no comment may follow a value; write it on a line of its own";
      if (slip.token.find(',') != std::string::npos) note.hint = "the decimal sign is a dot";
      break;
    case ConfSlip::Kind::kOneToken:
      note.what = "'" + slip.token + "' alone says nothing; LoadGen passes over the line";
      if (const std::size_t at = slip.token.find('='); at != std::string::npos) {
        note.key = slip.token.substr(0, at);
        note.hint = "write '" + note.key + " = " + slip.token.substr(at + 1) + "', with blanks around '='";
      }
      break;
    case ConfSlip::Kind::kNoValue:
      note.key = slip.token;
      note.what = "the key has no value; LoadGen passes over the line";
      break;
  }
  if (&slip == text_.Refusal()) note.logged = RefusalText(slip);
  notes_.push_back(std::move(note));
}

void Lint::Entry(const ConfEntry& entry) {
  if (entry.key.starts_with("\xEF\xBB\xBF")) {
    return Add(entry, entry.column, ConfigFault::kUnknownKey,
               "a byte order mark stands before the key: LoadGen doesn't find it", "save the file without one");
  }
  const auto parts = SplitConfKey(entry.key);
  if (!parts) {
    return Add(entry, entry.column, ConfigFault::kUnknownKey,
               "'" + entry.key + "' isn't model.scenario.key; LoadGen never looks it up");
  }
  const bool any_scenario = parts->scenario == "*";
  if (!any_scenario && std::ranges::find(kScenarios, parts->scenario) == kScenarios.end()) {
    return Add(entry, entry.column, ConfigFault::kUnknownKey,
               "there is no scenario '" + std::string(parts->scenario) + "'; the line is never looked up",
               spec::NameHint(parts->scenario, kScenarios));
  }
  if (!IsConfKeyName(parts->name)) {
    if (IsRetiredConfKey(parts->name)) {
      return Add(entry, entry.column, ConfigFault::kNoEffect, "no release of today reads '" + std::string(parts->name) + "'");
    }
    std::vector<std::string_view> names;
    for (const ConfKey& key : ConfKeys()) {
      if (std::ranges::find(names, key.name) == names.end()) names.push_back(key.name);
    }
    const std::string_view near = spec::NearName(parts->name, names);
    return Add(entry, entry.column, ConfigFault::kUnknownKey,
               "there is no key '" + std::string(parts->name) + "'; LoadGen passes over the line",
               near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
  }
  std::string where;
  for (const ConfKey& key : ConfKeys()) {
    if (key.name != parts->name) continue;
    if (!any_scenario && !key.scenario.empty() && key.scenario != parts->scenario) {
      where += (where.empty() ? "" : ", ") + std::string(key.scenario);
      continue;
    }
    if (key.built_in_only && kind_ != ConfFile::kOfficial) {
      return Add(entry, entry.column, ConfigFault::kNoEffect,
                 "LoadGen takes " + std::string(key.name) + " from its built-in defaults only; the line has no effect",
                 "set it in code, or leave it out");
    }
    looked_at_.insert(entry.line);
    Number(entry, key);
  }
  if (!looked_at_.contains(entry.line)) {
    Add(entry, entry.column, ConfigFault::kNoEffect,
        std::string(parts->name) + " is looked up under " + where + " only; the line has no effect");
  }
  if (entry.values > 1) {
    Add(entry, entry.value_column, ConfigFault::kOverridden,
        std::to_string(entry.values) + " values stand here; the last, " + entry.value + ", counts");
  }
}

void Lint::Number(const ConfEntry& entry, const ConfKey& key) {
  const ConfNumber& number = entry.number;
  const auto note = [&](ConfigFault fault, std::string what, std::string hint = {}) {
    Add(entry, entry.value_column, fault, std::move(what), std::move(hint));
  };
  if (key.form == ConfForm::kReal) {
    if (!std::isfinite(number.real)) return note(ConfigFault::kOutOfRange, "expected a finite number, found " + entry.value);
    const bool percent = key.name == "target_latency_percentile";
    if (percent && !(number.real > 0 && number.real < 100)) {
      return note(ConfigFault::kOutOfRange, "expected a percentile between 0 and 100, found " + entry.value,
                  number.real > 0 ? "" : "the unit is per cent: 99 or 99.9");
    }
    if (percent && number.real < 1) {
      return note(ConfigFault::kNumber, entry.value + " is read as " + entry.value + " %, a percentile near the minimum",
                  "the unit is per cent: 99 or 99.9");
    }
    if (!percent && key.name != "accuracy_log_probability" && number.real <= 0) {
      return note(ConfigFault::kOutOfRange, "expected a " + std::string(key.name) + " above 0, found " + entry.value);
    }
    return;
  }
  const std::string read = std::to_string(number.integer);
  if (!number.all_integer) {
    return note(ConfigFault::kNumber, std::string(key.name) + (key.scenario.empty() ? "" : " of " + std::string(key.scenario)) +
                           " is a whole number: LoadGen takes '" + entry.value + "' as " + read);
  }
  if (number.clamped) return note(ConfigFault::kNumber, entry.value + " is more than 64 bits hold: LoadGen takes it as " + read);
  if (entry.value.starts_with('-')) return note(ConfigFault::kNumber, "LoadGen takes " + entry.value + " as " + read);
  if (entry.value.size() > 1 && entry.value[0] == '0' && entry.value[1] >= '0' && entry.value[1] <= '9') {
    return note(ConfigFault::kNumber, "a leading 0 makes it octal: LoadGen takes '" + entry.value + "' as " + read);
  }
  if (key.form == ConfForm::kFlagOne && number.integer > 1) {
    return note(ConfigFault::kNumber, "only 1 turns " + std::string(key.name) + " on; " + entry.value + " counts as off");
  }
  if (key.name == "mode" && number.integer > 3) {
    note(ConfigFault::kNumber, "there is no mode " + entry.value + "; LoadGen passes over the line",
         "0 submission, 1 accuracy, 2 performance, 3 find peak");
  }
}

std::vector<ConfReader> Lint::AllReaders() const {
  std::set<std::string> models;
  bool conditional = false;  // some key is looked at for some models only
  for (const auto& [key, entry] : table_.entries()) {
    const auto parts = SplitConfKey(key);
    if (!parts) continue;
    models.emplace(parts->model);
    for (const ConfKey& known : ConfKeys()) conditional = conditional || (known.name == parts->name && known.wanted);
  }
  models.emplace(kAnyOtherModel);
  if (conditional) {
    for (const auto& [key, entry] : official_.entries()) {
      if (const auto parts = SplitConfKey(key)) models.emplace(parts->model);
    }
  }
  if (kind_ == ConfFile::kAudit) models = {std::string(kAnyOtherModel)};
  if (!reader_.model.empty()) models = {reader_.model};
  std::vector<ConfReader> readers;
  for (const std::string& model : models) {
    for (const std::string_view scenario : kScenarios) {
      if (reader_.scenario.empty() || reader_.scenario == scenario) readers.push_back({model, std::string(scenario)});
    }
  }
  return readers;
}

std::vector<ConfTaken> Lint::TakenBy(const ConfReader& reader, mlperf::TestSettings& settings) const {
  if (kind_ != ConfFile::kOfficial) ApplyConf(official_, reader.model, reader.scenario, true, settings);
  return ApplyConf(table_, reader.model, reader.scenario, kind_ == ConfFile::kOfficial, settings);
}

// Who takes the entry? It may be overridden everywhere, or in some scenarios: that is worth a word where it surprises,
// for a line of a model, and for a key that two scenarios read under the same name.
void Lint::Fate(const ConfEntry& entry, const std::vector<ConfReader>& readers) {
  const ConfEntry* const kept = table_.FindExact(entry.key);
  if (kept != nullptr && kept->line != entry.line) {
    return Add(entry, entry.column, ConfigFault::kOverridden,
               "overridden by line " + std::to_string(kept->line) + ", the same key");
  }
  const auto parts = SplitConfKey(entry.key);
  const ConfEntry* winner = nullptr;
  bool applies = false, counts = false;
  std::vector<std::string_view> lost;
  for (const ConfReader& reader : readers) {
    for (const ConfKey& key : ConfKeys()) {
      if (key.name != parts->name) continue;
      // Of the keys of a scenario only those of the one that runs matter.
      if (!key.scenario.empty() && key.scenario != reader.scenario) continue;
      if (parts->scenario != "*" && parts->scenario != reader.scenario) continue;
      if (parts->model != "*" && parts->model != reader.model) continue;
      applies = true;
      const ConfEntry* const found = table_.Find(reader.model, reader.scenario, key.name);
      if (found == nullptr || found->line == entry.line) {
        counts = true;
        continue;
      }
      if (winner == nullptr || !winner->key.starts_with("*.")) winner = found;
      if (found->key.starts_with("*.") && std::ranges::find(lost, reader.scenario) == lost.end()) {
        lost.push_back(reader.scenario);
      }
    }
  }
  const bool surprises = parts->scenario == "*" && winner != nullptr && winner->key.starts_with("*.") &&
                         (parts->model != "*" || IsScenarioConfKey(parts->name));
  if (winner != nullptr && (!counts || surprises)) {
    std::string where;
    for (const std::string_view scenario : lost) where += (where.empty() ? " in " : ", ") + std::string(scenario);
    Add(entry, entry.column, ConfigFault::kOverridden,
        "overridden by line " + std::to_string(winner->line) + ", " + winner->key + (counts ? where : ""),
        parts->scenario == "*" ? "a line for the scenario goes before one for the model" : "");
  } else if (!applies && kind_ == ConfFile::kAudit && parts->model != "*") {
    Add(entry, entry.column, ConfigFault::kNoEffect, "an audit file is read for model '*': the line has no effect",
        "write '*." + std::string(parts->scenario) + "." + std::string(parts->name) + "'");
  }
}

void Lint::Contradictions(const ConfReader& reader) {
  mlperf::TestSettings settings;
  const std::vector<ConfTaken> taken = TakenBy(reader, settings);
  const auto line_of = [&](std::initializer_list<std::string_view> names) -> const ConfEntry* {
    for (const std::string_view name : names) {
      for (const ConfTaken& one : taken) {
        if (one.key->name == name) return one.entry;
      }
    }
    return nullptr;
  };
  const auto say = [&](const ConfEntry* entry, std::string what) {
    if (entry == nullptr || !said_.emplace(entry->line, what).second) return;
    Add(*entry, entry->value_column, ConfigFault::kContradiction, std::move(what));
  };
  if (reader.scenario != "Offline") {
    if (settings.max_query_count != 0 && settings.max_query_count < settings.min_query_count) {
      say(line_of({"max_query_count", "min_query_count"}),
          "max_query_count " + std::to_string(settings.max_query_count) + " is below min_query_count " +
              std::to_string(settings.min_query_count) + ": no run could be VALID");
    }
    if (settings.max_duration_ms != 0 && settings.max_duration_ms < settings.min_duration_ms) {
      say(line_of({"max_duration", "min_duration"}),
          "max_duration " + std::to_string(settings.max_duration_ms) + " ms is below min_duration " +
              std::to_string(settings.min_duration_ms) + " ms: no run could be VALID");
    }
  }
  if (settings.performance_issue_unique && settings.performance_issue_same) {
    say(line_of({"performance_issue_same", "performance_issue_unique"}),
        "performance_issue_unique and performance_issue_same are both on: LoadGen logs an error");
  }
}

void Lint::Readers() {
  const std::vector<ConfReader> readers = AllReaders();
  std::set<int> taken_lines, conditional_lines;
  for (const ConfReader& reader : readers) {
    mlperf::TestSettings settings;
    for (const ConfTaken& taken : TakenBy(reader, settings)) taken_lines.insert(taken.entry->line);
    Contradictions(reader);
  }
  for (const ConfEntry& entry : text_.entries) {
    if (!looked_at_.contains(entry.line)) continue;
    const std::size_t before = notes_.size();
    Fate(entry, readers);
    if (notes_.size() > before || taken_lines.contains(entry.line) || !reader_.model.empty()) continue;
    const auto name = SplitConfKey(entry.key)->name;
    for (const ConfKey& key : ConfKeys()) {
      if (key.name != name || key.wanted == nullptr) continue;
      Add(entry, entry.column, ConfigFault::kNoEffect,
          "the line has no effect: " +
              std::string(name == "token_latency_scaling_factor" ? "infer_token_latencies" : "use_token_latencies") +
              " isn't 1 for it");
      break;
    }
  }
}

}  // namespace

std::optional<ConfFile> ConfFileOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  if (name == "mlperf.conf") return ConfFile::kOfficial;
  if (name == "user.conf") return ConfFile::kUser;
  if (name == "audit.config" || name == "audit.conf") return ConfFile::kAudit;
  return std::nullopt;
}

std::vector<ConfigNote> LintConf(const ConfText& text, const std::string& file, ConfFile kind,
                                 const ConfTable& official, const ConfReader& reader) {
  return Lint(text, file, kind, official, reader).Run();
}

}  // namespace assay::loadgen
