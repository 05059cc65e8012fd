// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/measurement_text.h"
#include "run/probe_system.h"
#include "run/run_spec.h"
#include "spec/quantity.h"

namespace assay {
namespace {

std::string AsJson(const std::vector<run::ProbedSystem>& systems) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.probe/1").Key("systems").BeginArray();
  for (const run::ProbedSystem& probed : systems) {
    json.BeginObject().Member("system", probed.system).Member("executor", probed.executor.name);
    json.Member("runtime", probed.executor.runtime).Member("precision", probed.executor.precision);
    json.Member("query_latency_ns", probed.query_latency_ns);
    json.Member("samples_per_second", probed.samples_per_second);
    json.Member("case", probed.case_id).Member("label", probed.label).Member("first_output", probed.first_output);
    json.Member("score", probed.score).Member("predicted", probed.predicted).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto sets = arguments.Sets();
  if (!sets) return terminal.Fail(sets.error());
  const auto spec = run::ReadAndCheck(arguments.positional.at(0), *sets);
  if (!spec) return terminal.Fail(spec.error());
  const auto systems = run::ProbeSystems(*spec, arguments.Get("--system").value_or(""));
  if (!systems) return terminal.Fail(systems.error());
  if (terminal.json) {
    terminal.Print(AsJson(*systems));
    return cli::kExitPositive;
  }
  std::string text;
  for (const run::ProbedSystem& probed : *systems) {
    text += probed.system + "  " + probed.executor.runtime + " " + probed.executor.precision + "\n";
    text += "  one query     " + spec::FormatDurationNs(probed.query_latency_ns) + "\n";
    text += "  many at once  " + run::ValueText(probed.samples_per_second, Unit::kPerSecond) + "\n";
    if (!probed.case_id.empty()) text += "  case          " + probed.case_id + ", label " + probed.label + "\n";
    text += "  output        " + probed.first_output + "\n";
    if (!probed.predicted.empty()) text += "  answer        " + probed.predicted + "\n";
  }
  terminal.Print(text);
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--system", "", "ID", "only this system"},
};

}  // namespace

extern const VerbInfo kVerb_probe;
const VerbInfo kVerb_probe{
    .name = "probe",
    .usage = "SPEC",
    .summary = "a few queries through each system, the first answer shown",
    .details = "Shows before a long run that models, data and outputs fit together. Its figures are no measurement.",
    .examples = {"assay probe examples/rare-class/flchain.yaml", "assay probe spec.yaml --system mlp-int8"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
