// SPDX-License-Identifier: Apache-2.0
// The files rounds/results/*.tsv, which the assembler puts into the program byte for byte; and their reader. Format:
// docs/formats/results.md.
#include <algorithm>
#include <array>
#include <vector>

#include "results/category.h"
#include "results/plain_text.h"
#include "results/row_set.h"

// The folder is on the assembler's search path (src/CMakeLists.txt), so that no path of the build machine gets in.
#define ASSAY_HELD_ROUND(name, file)                                        \
  asm(".pushsection .rodata\n"                                              \
      ".globl assay_held_" #name "\n"                                       \
      ".hidden assay_held_" #name "\n"                                      \
      "assay_held_" #name ":\n"                                             \
      ".incbin \"" file "\"\n"                                              \
      ".globl assay_held_" #name "_end\n"                                   \
      ".hidden assay_held_" #name "_end\n"                                  \
      "assay_held_" #name "_end:\n"                                         \
      ".byte 0\n"                                                           \
      ".popsection\n");                                                     \
  extern "C" __attribute__((visibility("hidden"))) const char assay_held_##name[]; \
  extern "C" __attribute__((visibility("hidden"))) const char assay_held_##name##_end[]

ASSAY_HELD_ROUND(v0_5, "v0.5.tsv");
ASSAY_HELD_ROUND(v0_7, "v0.7.tsv");
ASSAY_HELD_ROUND(v1_0, "v1.0.tsv");
ASSAY_HELD_ROUND(v1_1, "v1.1.tsv");
ASSAY_HELD_ROUND(v2_0, "v2.0.tsv");
ASSAY_HELD_ROUND(v2_1, "v2.1.tsv");
ASSAY_HELD_ROUND(v3_0, "v3.0.tsv");
ASSAY_HELD_ROUND(v4_1, "v4.1.tsv");
ASSAY_HELD_ROUND(v5_1, "v5.1.tsv");
ASSAY_HELD_ROUND(v6_0, "v6.0.tsv");

namespace assay::results {
namespace {

struct HeldRound {
  std::string_view name;
  const char* begin;
  const char* end;
};

constexpr std::array<std::string_view, 10> kHeldNames = {"v0.5", "v0.7", "v1.0", "v1.1", "v2.0",
                                                     "v2.1", "v3.0", "v4.1", "v5.1", "v6.0"};

const HeldRound kHeld[] = {
    {kHeldNames[0], assay_held_v0_5, assay_held_v0_5_end}, {kHeldNames[1], assay_held_v0_7, assay_held_v0_7_end},
    {kHeldNames[2], assay_held_v1_0, assay_held_v1_0_end}, {kHeldNames[3], assay_held_v1_1, assay_held_v1_1_end},
    {kHeldNames[4], assay_held_v2_0, assay_held_v2_0_end}, {kHeldNames[5], assay_held_v2_1, assay_held_v2_1_end},
    {kHeldNames[6], assay_held_v3_0, assay_held_v3_0_end}, {kHeldNames[7], assay_held_v4_1, assay_held_v4_1_end},
    {kHeldNames[8], assay_held_v5_1, assay_held_v5_1_end}, {kHeldNames[9], assay_held_v6_0, assay_held_v6_0_end},
};

// What a row shares with many others of its round: how the submission was made.
struct Build {
  std::string_view weights, inputs, retraining, weight_transformations, loadgen_version;
};

// Cuts the text into lines, and a line into fields.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool Next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + 1);
    return true;
  }
  std::string_view line() const { return line_; }
  // The next field of the line; empty when none is left.
  std::string_view Field() {
    const std::size_t end = line_.find('\t');
    const std::string_view field = line_.substr(0, end);
    line_ = end == line_.npos ? std::string_view() : line_.substr(end + 1);
    return field;
  }
  std::optional<std::int64_t> Count() { return WholeNumber(Field()); }

 private:
  std::string_view rest_, line_;
};

// What the few spellings of a column mean, read once each.
template <class Value>
class Spellings {
 public:
  template <class Read>
  std::optional<Value> Of(std::string_view text, Read read) {
    for (const auto& [spelling, value] : known_) {
      if (spelling == text) return value;
    }
    return known_.emplace_back(text, read(text)).second;
  }

 private:
  std::vector<std::pair<std::string_view, std::optional<Value>>> known_;
};

enum class Section { kHead, kSystems, kBuilds, kRows };

// A head line "# word value".
std::string_view HeadValue(std::string_view line, std::string_view word) {
  if (!line.starts_with("# ") || !line.substr(2).starts_with(word)) return {};
  line.remove_prefix(2 + word.size());
  return line.starts_with(' ') ? line.substr(1) : std::string_view();
}

class RoundReader {
 public:
  RoundReader(const HeldRound& held, RowSet& rows)
      : lines_({held.begin, static_cast<std::size_t>(held.end - held.begin)}), name_(held.name), rows_(rows) {}

  void Read() {
    Section section = Section::kHead;
    while (lines_.Next()) {
      const std::string_view line = lines_.line();
      if (line.starts_with("# ")) {
        if (!HeadValue(line, "systems").empty()) section = Section::kSystems;
        if (!HeadValue(line, "builds").empty()) section = Section::kBuilds;
        if (!HeadValue(line, "rows").empty()) section = Section::kRows;
        if (const auto source = HeadValue(line, "source"); !source.empty()) source_ = source.substr(0, source.find(' '));
      } else if (section == Section::kSystems) {
        ReadSystem();
      } else if (section == Section::kBuilds) {
        ReadBuild();
      } else if (section == Section::kRows) {
        ReadRow();
      }
    }
  }

 private:
  void ReadSystem() {
    System& system = rows_.AddSystem();
    system.round = name_;
    system.submitter = lines_.Field();
    system.division = ParseDivision(lines_.Field()).value_or(Division::kOpen);
    system.availability_stated = lines_.Field();
    SetCategory(lines_.Field(), system);
    system.id = lines_.Field();
    system.name = lines_.Field();
    system.accelerator = lines_.Field();
    system.accelerators_per_node = lines_.Count();
    system.nodes = lines_.Count();
    system.total_accelerators = lines_.Count();
    system.host_processor = lines_.Field();
    system.host_processors_per_node = lines_.Count();
    system.host_cores = lines_.Field();
    system.framework = lines_.Field();
    system.operating_system = lines_.Field();
    systems_.push_back(&system);
  }

  void ReadBuild() {
    Build& build = builds_.emplace_back();
    build.weights = lines_.Field();
    build.inputs = lines_.Field();
    build.retraining = lines_.Field();
    build.weight_transformations = lines_.Field();
    build.loadgen_version = lines_.Field();
  }

  void ReadRow() {
    const auto system = lines_.Count();
    const auto build = lines_.Count();
    if (!system || !build || static_cast<std::size_t>(*system) >= systems_.size() ||
        static_cast<std::size_t>(*build) >= builds_.size()) {
      return;
    }
    Row& row = rows_.AddRow();
    row.system = systems_[static_cast<std::size_t>(*system)];
    const Build& made = builds_[static_cast<std::size_t>(*build)];
    row.weights_stated = made.weights;
    row.inputs_stated = made.inputs;
    row.retraining = made.retraining;
    row.weight_transformations = made.weight_transformations;
    row.loadgen_version = made.loadgen_version;
    row.model_stated = lines_.Field();
    row.scenario_stated = lines_.Field();
    row.scenario = scenarios_.Of(row.scenario_stated, &round::ParseScenario).value_or(round::Scenario::kOffline);
    row.value_stated = lines_.Field();
    row.value = Number(row.value_stated).value_or(0);
    row.unit_stated = lines_.Field();
    row.slot_stated = lines_.Field();
    if (const auto inferred = lines_.Field(); !inferred.empty()) row.inferred = inferred == "1";
    row.runs = lines_.Count().value_or(1);
    row.accuracy = lines_.Field();
    row.target_latency_ns = lines_.Count();
    if (row.target_latency_ns == 0) row.target_latency_ns.reset();  // LoadGen writes 0 where it tests none
    row.ttft_p99_ns = lines_.Count();
    row.tpot_p99_ns = lines_.Count();
    row.has_power = lines_.Field() == "1";
    row.power_value = Number(lines_.Field());
    if (const auto unit = lines_.Field(); !unit.empty()) row.power_unit = power_units_.Of(unit, &round::ParseUnit);
    row.result_id = lines_.Field();
    row.source = source_;
  }

  Lines lines_;
  std::string_view name_, source_;
  Spellings<round::Scenario> scenarios_;
  Spellings<round::ResultUnit> power_units_;
  RowSet& rows_;
  std::vector<System*> systems_;
  std::vector<Build> builds_;
};

}  // namespace

std::span<const std::string_view> HeldRounds() { return kHeldNames; }

bool IsHeld(std::string_view round) {
  const auto* rules = round::FindRound(round);
  return rules != nullptr && std::find(kHeldNames.begin(), kHeldNames.end(), rules->name) != kHeldNames.end();
}

RowSet LoadHeldRounds() { return LoadHeldRounds(HeldRounds()); }

RowSet LoadHeldRounds(std::span<const std::string_view> rounds) {
  RowSet rows;
  for (const HeldRound& held : kHeld) {
    const bool asked = std::any_of(rounds.begin(), rounds.end(), [&](std::string_view name) {
      const auto* rules = round::FindRound(name);
      return name == held.name || (rules != nullptr && rules->name == held.name);
    });
    if (asked) RoundReader(held, rows).Read();
  }
  rows.Normalise();
  return rows;
}

std::string_view HeldDataDate() {
  Lines lines({kHeld[0].begin, static_cast<std::size_t>(kHeld[0].end - kHeld[0].begin)});
  while (lines.Next() && lines.line().starts_with("# ")) {
    if (const auto date = HeadValue(lines.line(), "taken"); !date.empty()) return date;
  }
  return {};
}

}  // namespace assay::results
