// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/pre_run_check.h"
#include "run/run_spec.h"
#include "spec/error_text.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto sets = arguments.Sets();
  if (!sets) return terminal.Fail(sets.error());
  const auto spec = run::ReadAndCheck(arguments.positional.at(0), *sets);
  if (!spec) return terminal.Fail(spec.error());
  Errors warnings = spec->warnings;
  if (!arguments.Has("--spec-only")) {
    const auto checked = run::CheckBeforeRun(*spec);
    if (!checked) return terminal.Fail(checked.error());
    warnings.insert(warnings.end(), checked->begin(), checked->end());
  }
  if (terminal.json) {
    std::string text;
    base::JsonWriter json(text, 1);
    json.BeginObject().Member("schema", "assay.check/1").Member("file", spec->file).Member("exit_code", 0);
    json.Key("warnings").BeginArray();
    for (const Error& warning : warnings) {
      json.BeginObject().Member("what", warning.what).Member("hint", warning.hint).EndObject();
    }
    json.EndArray().EndObject();
    terminal.Print(text + "\n");
    return cli::kExitPositive;
  }
  if (!warnings.empty()) terminal.Note(spec::FormatErrors(warnings, terminal.color_errors, "warning"));
  const auto count = [](std::size_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
  };
  terminal.Print(spec->file + ": ok, " + count(spec->systems.size(), "system", "systems") + ", " +
                 count(spec->traffic.size(), "traffic entry", "traffic entries") + ", " +
                 count(spec->claims.size(), "claim", "claims") +
                 (warnings.empty() ? "" : ", " + count(warnings.size(), "warning", "warnings")) + "\n");
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--spec-only", "", "", "reads the spec, opens neither data nor models"},
};

}  // namespace

extern const VerbInfo kVerb_check;
const VerbInfo kVerb_check{
    .name = "check",
    .usage = "SPEC",
    .summary = "validates a spec, its data and its models; runs nothing",
    .details = "All errors of a file at once, with line and column. Says before the run what could never be VALID or\n"
               "never PASS: contradictions, too few queries for a percentile, too few positives for a claim, cores\n"
               "that the generator would share with the system.",
    .examples = {"assay check examples/rare-class/flchain.yaml", "assay check spec.yaml --spec-only --format json"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
