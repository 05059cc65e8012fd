// SPDX-License-Identifier: Apache-2.0
// `assay results show`: one row, what is stated beside what was read from it; and what a comparison with another row
// would have to say.
#include "base/json.h"
#include "cli/results/page.h"
#include "cli/results/question.h"
#include "cli/results/ranking.h"
#include "cli/results/sub_verb.h"
#include "cli/shell/exit_code.h"
#include "results/category.h"
#include "results/row_json.h"
#include "results/sla.h"
#include "spec/quantity.h"

namespace assay::cli {
namespace {

using results::Row;

// A field of the row: as the source states it, and as it was read. Empty = not stated.
struct Field {
  std::string_view name;
  std::string stated, read;
};

// "8, 1, 8" with what isn't stated in words; empty when nothing is.
std::string Listed(std::initializer_list<std::string> values) {
  std::string text;
  bool any = false;
  for (const std::string& value : values) {
    any = any || !value.empty();
    text += (text.empty() ? "" : ", ") + (value.empty() ? "not stated" : value);
  }
  return any ? text : "";
}

std::string Whole(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : ""; }

std::string Duration(const std::optional<std::int64_t>& ns) {
  return ns && *ns > 0 ? spec::FormatDurationNs(static_cast<double>(*ns)) : "";
}

std::string Gates(const Row& row) {
  const results::GateReading gate = results::ReadGates(row);
  const bool open = row.system->division == results::Division::kOpen;
  const std::string suffix = open ? " (open: shown, not applied)" : "";
  if (gate.state == results::GateState::kMet) return "meets the gate: " + gate.words + suffix;
  if (gate.state == results::GateState::kMissed) return "misses the gate: " + gate.words + suffix;
  return "gate not known to be met" + (gate.words.empty() ? "" : ": " + gate.words) + suffix;
}

std::string Unit(const Row& row) {
  const std::string read(round::TextOf(row.unit));
  if (row.unit_state == results::UnitState::kContradicts) return read + ": contradicts the benchmark, in no ranking";
  if (row.unit_state == results::UnitState::kNotKnown) return read + ": no rule known to check it against";
  const round::Round* rules = results::RulesReadBy(row);
  return "as the rules of " + std::string(rules != nullptr ? rules->name : row.system->round) + " count";
}

std::vector<Field> SystemFields(const Row& row) {
  const results::System& system = *row.system;
  std::string count = results::AcceleratorText(system);
  if (!system.accelerators.note.empty()) count += "; " + std::string(system.accelerators.note);
  return {{"round", std::string(system.round), ""},
          {"submitter", std::string(system.submitter), ""},
          {"division", std::string(results::NameOf(system.division)), ""},
          {"category", "", std::string(results::CategoryText(system))},
          {"availability", std::string(system.availability_stated), std::string(results::NameOf(system.availability))},
          {"system", std::string(system.name), ""},
          {"system directory", std::string(system.id), ""},
          {"accelerator", std::string(system.accelerator), count},
          {"per node, nodes, total", Listed({Whole(system.accelerators_per_node), Whole(system.nodes),
                                             Whole(system.total_accelerators)}), ""},
          {"host processor", std::string(system.host_processor), ""},
          {"processors, cores", Listed({Whole(system.host_processors_per_node), std::string(system.host_cores)}), ""},
          {"framework", std::string(system.framework), ""},
          {"operating system", std::string(system.operating_system), ""}};
}

std::vector<Field> ResultFields(const Row& row) {
  const std::string power =
      row.power_value ? NumberText(*row.power_value) + " " +
                            std::string(row.power_unit ? round::TextOf(*row.power_unit) : std::string_view("unit not stated"))
                      : "";
  return {{"result id", std::string(row.result_id), row.result_id.empty() ? "the source states none" : ""},
          {"benchmark", std::string(row.slot_stated.empty() ? row.model_stated : row.slot_stated), std::string(row.benchmark)},
          {"model", std::string(row.model_stated), row.other_model ? "another model than the benchmark's" : ""},
          {"scenario", std::string(row.scenario_stated), std::string(round::NameOf(row.scenario))},
          {"value", std::string(row.value_stated), NumberText(row.value)},
          {"unit", std::string(row.unit_stated), Unit(row)},
          {"counts", "", std::string(results::MetricOf(row))},
          {"valid", row.valid ? "VALID" : "INVALID", row.withdrawn ? "withdrawn after publication" : ""},
          {"inferred", "", !row.inferred ? "not stated" : *row.inferred ? "yes, from another scenario's run" : "no"},
          {"accuracy", std::string(row.accuracy), Gates(row)},
          {"precision, weights", std::string(row.weights_stated), results::NameOf(row.weights)},
          {"precision, inputs", std::string(row.inputs_stated), results::NameOf(row.inputs)},
          {"retraining", std::string(row.retraining), ""},
          {"weight transformations", std::string(row.weight_transformations), ""},
          {"latency target", Duration(row.target_latency_ns), results::ReadSla(row, {}).words},
          {"TTFT p99 measured", Duration(row.ttft_p99_ns), ""},
          {"TPOT p99 measured", Duration(row.tpot_p99_ns), ""},
          {"power", power, row.has_power ? "a power submission: a table of its own" : ""},
          {"loadgen", std::string(row.loadgen_version), ""},
          {"twin", "", row.twin != nullptr ? "the same number is entered as " + results::RowName(*row.twin) : ""},
          {"ranking", "", results::TextOf(results::KeyOf(row))},
          {"source", std::string(row.source), ""}};
}

void AddFields(Page& page, const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    if (field.stated.empty() && field.read.empty()) continue;
    const bool both = !field.stated.empty() && !field.read.empty() && field.stated != field.read;
    page.Field(field.name, field.stated.empty() ? field.read : both ? field.stated + " → " + field.read : field.stated, 22);
  }
}

std::string OneText(const Row& row, const RenderOptions& render) {
  Page page(render);
  page.Line(results::RowName(row));
  page.Line(results::DescribeSystem(*row.system));
  page.Blank();
  page.Line("The system: as stated → as read");
  AddFields(page, SystemFields(row));
  page.Blank();
  page.Line("The result: as stated → as read");
  AddFields(page, ResultFields(row));
  return page.text();
}

std::string ManyText(std::string_view name, const std::vector<const Row*>& rows, const RenderOptions& render) {
  Page page(render);
  page.Line(std::string(name) + " names " + Counted(rows.size(), "row") + " of " +
            results::DescribeSystem(*rows[0]->system));
  report::TextTable table({"row", "value", "<precision"});
  for (const Row* row : rows) {
    table.AddRow("", {page.Cell(results::RowName(*row)), ValueCell(*row), page.Cell(results::NameOf(row->weights))});
    if (row->unit_state == results::UnitState::kContradicts) table.AddNote(page.Cell("unit " + Unit(*row)));
  }
  page.Table(table);
  page.Blank();
  page.Command("Next  assay results show " + results::RowName(*rows[0]));
  return page.text();
}

std::string ComparisonText(const Row& a, const Row& b, std::span<const results::Difference> differences, bool forbidden,
                           const RenderOptions& render) {
  Page page(render);
  page.Line(forbidden ? "NOT COMPARABLE: no wording makes this comparison legal"
                      : differences.empty() ? "COMPARABLE: the two differ in nothing that must be said"
                                            : "COMPARABLE: if each of these differences is said with it");
  page.Field("a", results::RowName(a) + ", " + std::string(a.value_stated) + " " + std::string(round::TextOf(a.unit)), 14);
  page.Field("b", results::RowName(b) + ", " + std::string(b.value_stated) + " " + std::string(round::TextOf(b.unit)), 14);
  for (const results::Difference& difference : differences) {
    page.Blank();
    page.Field(difference.axis, (difference.forbids ? "FORBIDS: " : "say: ") + difference.reason, 14);
    page.Field("", "a: " + difference.a, 14);
    page.Field("", "b: " + difference.b, 14);
  }
  return page.text();
}

std::string Json(const std::vector<const Row*>& rows, const Row* beside, std::span<const results::Difference> differences,
                 bool forbidden) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.results/1").Key("rows").BeginArray();
  for (const Row* row : rows) results::WriteRow(json, *row);
  json.EndArray();
  if (beside != nullptr) {
    json.Key("beside");
    results::WriteRow(json, *beside);
    json.Member("comparable", !forbidden).Key("differences");
    results::WriteDifferences(json, differences);
  }
  json.EndObject();
  return text + "\n";
}

int Run(const Arguments& arguments, Terminal& terminal) {
  const auto rows = LoadRows(arguments);
  if (!rows) return terminal.Fail(rows.error());
  const std::string& name = arguments.positional.at(0);
  const auto other = arguments.Get("--beside");
  if (!other) {
    const auto found = FindRows(*rows, name);
    if (!found) return terminal.Fail(found.error());
    if (terminal.json) terminal.Print(Json(*found, nullptr, {}, false));
    else if (found->size() == 1) terminal.Print(OneText(*found->at(0), terminal.render));
    else terminal.Print(ManyText(name, *found, terminal.render));
    return kExitPositive;
  }
  const auto a = FindRow(*rows, name);
  if (!a) return terminal.Fail(a.error());
  const auto b = FindRow(*rows, *other);
  if (!b) return terminal.Fail(b.error());
  const std::vector<results::Difference> differences = results::DifferencesBetween(**a, **b);
  const bool forbidden = !differences.empty() && differences[0].forbids;
  if (terminal.json) terminal.Print(Json({*a}, *b, differences, forbidden));
  else terminal.Print(ComparisonText(**a, **b, differences, forbidden, terminal.render));
  return forbidden ? kExitNegative : kExitPositive;
}

}  // namespace

const ResultsSubVerb kResultsShow{
    .name = "show",
    .usage = "ROW [--beside ROW]",
    .summary = "one row, as stated and as read; what comparing two would take",
    .min_positional = 1,
    .max_positional = 1,
    .run = &Run,
    .flags = "--beside --store",
    .formats = "text json",
    .examples = {"assay results show 5.1-0001.llama2-70b-99.Server",
                 "assay results show 5.1-0001.mixtral-8x7b.Server \\\n    --beside 5.1-0001.mixtral-8x7b.Offline"},
};

}  // namespace assay::cli
