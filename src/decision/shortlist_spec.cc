// SPDX-License-Identifier: Apache-2.0
#include "decision/shortlist_spec.h"

#include <algorithm>
#include <set>

#include "base/json_reader.h"
#include "results/comparable.h"
#include "results/plain_text.h"
#include "results/sla.h"
#include "spec/quantity.h"

namespace assay::decision {
namespace {

using results::Row;
using enum round::Scenario;

constexpr std::size_t kMostRows = 20;  // more is no choice

constexpr std::string_view kHead = R"(# yaml-language-server: $schema=spec.schema.json
# From public rows to a measurement of ours. A row says what to try, nothing of our model, data and traffic: what it is
# assumed to say stands in claims (NOT MEASURED until they are run) and in x-assumptions. Numbers marked "ours" are
# placeholders.
# Next: assay check FILE --spec-only, fill in data, models and rates, assay run FILE. Every key: docs/reference/spec.md.
assay: spec/1
)";

constexpr std::string_view kData = R"(
data:
  main: {path: cases.csv, id: id, label: y}   # ours: one row per case
  input: {columns: ["*"], timed: true}
  output: {argmax: true}

standard_stack:                               # ours: what our platform runs today
  runtime: onnxruntime
  version: to be filled
  precision: fp32
  hardware: to be filled
  batch: to be filled

systems:
  - id: standard                              # what every candidate is compared with
    executor: onnxruntime
    model: model-fp32.onnx
    precision: fp32
    tag: standard
)";

// What a row states, on one line of ASCII: a comment or a quoted text can't be ended by it.
std::string Plain(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"≤", "<="}, {"·", "-"}, {"–", "-"}};
  std::string plain;
  while (!text.empty()) {
    const auto sign = std::ranges::find_if(kSigns, [&](const auto& each) { return text.starts_with(each.first); });
    if (sign != std::end(kSigns)) {
      plain += sign->second;
      text.remove_prefix(sign->first.size());
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[0]);
    if (byte < 0x20 || byte == 0x7F) plain += ' ';
    else if (byte < 0x7F) plain += text[0];
    else if ((byte & 0xC0) == 0xC0) plain += '?';  // one sign for a whole sequence
    text.remove_prefix(1);
  }
  return plain;
}

std::string IdOf(const Row& row, std::size_t number) {
  constexpr std::size_t kLongest = 58;  // a name has up to 64 characters; a number keeps cut ones apart
  std::string id;
  for (const char c : results::RowName(row)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter) id += c;
    else if (!id.empty() && id.back() != '-') id += '-';
  }
  if (id.size() > kLongest) id = id.substr(0, kLongest) + "-" + std::to_string(number);
  return id.empty() || id == "standard" ? "row-" + std::to_string(number) : id;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : Plain(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string OrNotStated(std::string_view text) { return text.empty() ? "not stated" : std::string(text); }

std::string SystemText(const Row& row, const std::string& id) {
  const results::System& system = *row.system;
  const results::SlaReading sla = results::ReadSla(row, {});
  std::string text = "\n";
  const auto comment = [&](std::string_view name, const std::string& value) {
    std::string line = "  # " + std::string(name);
    line.resize(std::max<std::size_t>(line.size() + 1, 18), ' ');
    text += line + Plain(value) + "\n";
  };
  comment("row", results::RowName(row) + ": " + std::string(row.value_stated) + " " + std::string(round::TextOf(row.unit)));
  comment("ranking", results::TextOf(results::KeyOf(row)));
  comment("system", results::DescribeSystem(system));
  comment("accelerators", results::AcceleratorText(system));
  comment("stack", OrNotStated(system.framework) + "; " + OrNotStated(system.operating_system));
  comment("bound", sla.theirs + (sla.by_rule ? " (by rule)" : ""));
  comment("accuracy", OrNotStated(row.accuracy));
  comment("precision", results::NameOf(row.weights) + ", stated as '" + std::string(row.weights_stated) + "'");
  const bool tensorrt = results::Lowered(system.framework).find("tensorrt") != std::string::npos;
  const std::string precision = row.weights.disclosed ? std::string(results::PrecisionClass(row.weights)) : "";
  text += "  - id: " + id + "\n    executor: onnxruntime                     # the nearest to its stack in this release\n";
  text += "    model: model" + (precision.empty() ? "" : "-" + precision) + ".onnx     # ours, not the row's\n";
  if (!precision.empty()) text += "    precision: " + precision + "\n";
  if (tensorrt) text += "    options: {provider: tensorrt}\n";
  text += "    baseline: standard\n    tag: tuned\n";
  text += "    x-row: " + Quoted(results::RowName(row)) + "\n    x-stack: " + Quoted(OrNotStated(system.framework)) + "\n";
  text += "    x-accelerators: " + Quoted(results::AcceleratorText(system)) + "\n";
  return text;
}

// One traffic of ours for each scenario and bound that the rows were measured under.
struct Traffic {
  round::Scenario scenario;
  std::string name, theirs;
  std::optional<std::int64_t> latency_ns;
  bool tokens = false, by_rule = false;
};

std::vector<Traffic> TrafficOf(std::span<const Row* const> rows) {
  std::vector<Traffic> found;
  for (const Row* row : rows) {
    const results::SlaReading sla = results::ReadSla(*row, {});
    Traffic traffic{.scenario = row->scenario, .name = results::Lowered(round::NameOf(row->scenario)),
                    .theirs = sla.theirs, .by_rule = sla.by_rule};
    if (std::ranges::any_of(found, [&](const Traffic& other) {
          return other.scenario == traffic.scenario && other.theirs == traffic.theirs;
        })) {
      continue;
    }
    traffic.tokens = sla.theirs.starts_with("TTFT") || sla.theirs.starts_with("TPOT");
    const round::Round* rules = row->rules();
    const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row->benchmark) : nullptr;
    const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row->scenario) : nullptr;
    if (!traffic.tokens && row->target_latency_ns && *row->target_latency_ns > 0) traffic.latency_ns = row->target_latency_ns;
    else if (!traffic.tokens && rule != nullptr) traffic.latency_ns = rule->latency_bound_ns;
    if (const auto same = std::ranges::count(found, traffic.scenario, &Traffic::scenario); same > 0) {
      traffic.name += "-" + std::to_string(same + 1);
    }
    found.push_back(std::move(traffic));
  }
  return found;
}

std::string BoundText(const Traffic& traffic, std::string_view otherwise) {
  return traffic.latency_ns ? spec::DurationText(*traffic.latency_ns) : std::string(otherwise);
}

std::string_view Origin(const Traffic& traffic) {
  if (!traffic.latency_ns) return "ours";
  return traffic.by_rule ? "the row's, by rule" : "the row's own";
}

std::string TrafficText(const Traffic& traffic) {
  std::string text = "  - name: " + traffic.name + "\n    scenario: " + std::string(round::NameOf(traffic.scenario)) + "\n";
  const std::string origin = "   # " + std::string(Origin(traffic)) + "\n";
  switch (traffic.scenario) {
    case kServer:
    case kInteractive:
      text += "    rate: 100/s                               # ours\n    latency: {percentile: 0.99, at_most: " +
              BoundText(traffic, "1s") + "}" + origin;
      break;
    case kSingleStream: text += "    latency: {percentile: 0.90, at_most: 50ms}   # ours\n"; break;
    case kMultiStream:
      text += "    samples_per_query: 8\n    latency: {percentile: 0.99, at_most: " + BoundText(traffic, "50ms") + "}" + origin;
      break;
    case kOffline: break;
  }
  text += "    duration: 60s\n    shared_cores: declared                    # generator and model on this machine's cores\n";
  text += "    x-bound-of-the-row: " + Quoted(traffic.theirs + (traffic.by_rule ? " (by rule)" : "")) + "\n";
  if (traffic.tokens) text += "    # TTFT and TPOT aren't bound by this release; the whole answer's latency stands in for them.\n";
  return text;
}

std::string TrafficClaim(const Traffic& traffic, const std::string& id) {
  std::string metric = "latency_p99", bound = "<= " + BoundText(traffic, "1s");
  if (traffic.scenario == kOffline) {
    metric = "throughput";
    bound = ">= 100/s";
  } else if (traffic.scenario == kSingleStream) {
    metric = "latency_p90";
    bound = "<= 50ms";
  } else if (traffic.scenario == kMultiStream) {
    metric = "query_latency_p99";
    bound = "<= " + BoundText(traffic, "50ms");
  }
  return "  - {id: " + id + ", metric: " + metric + ", for: {traffic: " + traffic.name + "}, bound: \"" + bound +
         "\", slot: 2}   # same traffic\n";
}

// "99.9%" of the standard: the gate of the row's benchmark, 99 % where its name has none.
std::string ShareOf(const Row& row) {
  return round::GateOf(row.benchmark).value_or(0.99) > 0.995 ? "99.9%" : "99%";
}

std::string Assumptions(const Row& row) {
  const results::System& system = *row.system;
  std::string text;
  const auto add = [&](std::string_view what, int slot, const std::string& words) {
    text += "  - {row: " + Quoted(results::RowName(row)) + ", assumption: " + std::string(what) + ", slot: " +
            std::to_string(slot) + ", state: open, text: " + Quoted(words) + "}\n";
  };
  const round::Round* rules = row.rules();
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row.benchmark) : nullptr;
  const std::string data = benchmark != nullptr && !benchmark->dataset.empty() ? std::string(benchmark->dataset) : "not known";
  add("same model", 1, "it ran " + OrNotStated(row.model_stated) + "; ours is another");
  add("same data", 3, "its data: " + data + "; ours is another");
  add("same precision quality", 6, "it cleared its gate at " + results::NameOf(row.weights) + " on its data, not on ours");
  add("same traffic", 2, std::string(round::NameOf(row.scenario)) + ", " + results::ReadSla(row, {}).theirs);
  add("same software", 2, OrNotStated(system.framework) + "; in this spec ONNX Runtime stands in for it");
  add("same hardware", 2, results::AcceleratorText(system) + "; a number per accelerator is no MLPerf metric");
  return text;
}

}  // namespace

Result<std::string> ShortlistSpec(std::span<const results::Row* const> rows) {
  if (rows.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 row, found none");
  if (rows.size() > kMostRows) {
    return Fail(ErrorCode::kOutOfRange, "expected at most " + std::to_string(kMostRows) + " rows, found " +
                                            std::to_string(rows.size()), "name the rows: --from-shortlist ROW,ROW");
  }
  if (std::set<const Row*>(rows.begin(), rows.end()).size() < rows.size()) {
    return Fail(ErrorCode::kDuplicateId, "a row is named twice", "each row is one system of the spec");
  }
  const std::vector<Traffic> traffic = TrafficOf(rows);
  std::string systems, loads, claims, assumptions, required = "quality";
  claims = "  - {id: quality, metric: accuracy, bound: \">= 0.90\", slot: 3, primary: true}   # ours\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string id = IdOf(*rows[i], i + 1);
    systems += SystemText(*rows[i], id);
    const std::string keeps = "keeps-quality-" + std::to_string(i + 1);
    claims += "  - {id: " + keeps + ", metric: accuracy, for: {system: " + id + "}, bound: \">= " + ShareOf(*rows[i]) +
              " of standard\", slot: 3}   # same precision quality\n";
    claims += "  - {id: flips-" + std::to_string(i + 1) + ", metric: flips_broken, for: {system: " + id +
              "}, bound: \"<= 1%\", slot: 6}   # same precision quality, answer by answer\n";
    required += ", " + keeps;
    assumptions += Assumptions(*rows[i]);
  }
  for (const Traffic& load : traffic) {
    loads += TrafficText(load);
    const std::string id = "holds-" + load.name;
    claims += TrafficClaim(load, id);
    required += ", " + id;
  }
  return std::string(kHead) + "\ntask: {name: from-shortlist, kind: multiclass}   # ours\n" + std::string(kData) + systems +
         "\ntraffic:\n" + loads + "\nclaims:\n" + claims + "\n# What no claim above can show.\nx-assumptions:\n" + assumptions +
         "\ndecision: {require: [" + required + "]}\n";
}

Result<std::vector<std::string>> ReadShortlistRows(std::string_view json, std::string_view file) {
  ASSAY_TRY(document, base::ReadJson(json, file));
  const base::JsonValue* schema = document.Find("schema");
  const Where where{.file = std::string(file)};
  if (schema == nullptr || schema->AsString() != "assay.shortlist/1") {
    return FailAt(where, ErrorCode::kWrongType, "expected a shortlist, schema assay.shortlist/1",
                  "assay results shortlist … --format json");
  }
  std::vector<std::string> names;
  const base::JsonValue* rankings = document.Find("rankings");
  if (rankings == nullptr) return FailAt(where, ErrorCode::kMissingKey, "the shortlist has no rankings");
  for (const base::JsonValue& ranking : rankings->items()) {
    const base::JsonValue* entries = ranking.Find("entries");
    if (entries == nullptr) continue;
    for (const base::JsonValue& entry : entries->items()) {
      const base::JsonValue* row = entry.Find("row");
      const base::JsonValue* name = row != nullptr ? row->Find("row") : nullptr;
      const auto text = name != nullptr ? name->AsString() : std::nullopt;
      if (!text) return FailAt(where, ErrorCode::kWrongType, "an entry of the shortlist names no row");
      names.emplace_back(*text);
    }
  }
  if (names.empty()) return FailAt(where, ErrorCode::kEmpty, "the shortlist has no entry");
  return names;
}

}  // namespace assay::decision
