// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/conf_check.h"
#include "run/pre_run_check.h"
#include "run/run_spec.h"
#include "spec/error_text.h"

namespace assay {
namespace {

std::string Count(std::size_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string AsJson(const std::string& file, const Errors& warnings) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.check/1").Member("file", file).Member("exit_code", 0);
  json.Key("warnings").BeginArray();
  for (const Error& warning : warnings) {
    json.BeginObject().Member("what", warning.what).Member("hint", warning.hint);
    if (!warning.where.empty() && warning.where.front().line > 0) {
      const Where& where = warning.where.front();
      json.Member("line", where.line).Member("column", where.column).Member("key", where.path);
    }
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

// LoadGen's configuration files have a grammar of their own.
int RunConf(const std::string& file, const cli::Arguments& arguments, cli::Terminal& terminal) {
  run::ConfCheckOptions options;
  options.as = arguments.Get("--as").value_or("");
  options.model = arguments.Get("--model").value_or("");
  options.scenario = arguments.Get("--scenario").value_or("");
  options.round = arguments.Get("--round").value_or("");
  const auto check = run::CheckConf(file, options);
  if (!check) return terminal.Fail(check.error());
  const bool wrong = !check->errors.empty();
  if (terminal.json && !wrong) {
    terminal.Print(AsJson(file, check->warnings));
    return cli::kExitPositive;
  }
  if (!terminal.json && !check->warnings.empty()) {
    terminal.Note(spec::FormatErrors(check->warnings, terminal.color_errors, "warning"));
  }
  if (wrong) return terminal.Fail(check->errors);
  terminal.Print(file + ": ok, " + Count(check->settings, "setting", "settings") +
                 (check->warnings.empty() ? "" : ", " + Count(check->warnings.size(), "warning", "warnings")) + "\n");
  return cli::kExitPositive;
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  if (run::IsConfFile(arguments.positional.at(0), arguments.Get("--as").value_or(""))) {
    return RunConf(arguments.positional.at(0), arguments, terminal);
  }
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
    terminal.Print(AsJson(spec->file, warnings));
    return cli::kExitPositive;
  }
  if (!warnings.empty()) terminal.Note(spec::FormatErrors(warnings, terminal.color_errors, "warning"));
  terminal.Print(spec->file + ": ok, " + Count(spec->systems.size(), "system", "systems") + ", " +
                 Count(spec->traffic.size(), "traffic entry", "traffic entries") + ", " +
                 Count(spec->claims.size(), "claim", "claims") +
                 (warnings.empty() ? "" : ", " + Count(warnings.size(), "warning", "warnings")) + "\n");
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--spec-only", "", "", "reads the spec, opens neither data nor models"},
    {"--as", "", "KIND", "conf, user.conf, audit.config, mlperf.conf"},
    {"--model", "", "NAME", "conf: for this model only"},
    {"--scenario", "", "NAME", "conf: for this scenario only"},
    {"--round", "", "ROUND", "conf: with the official defaults of this round"},
};

}  // namespace

extern const VerbInfo kVerb_check;
const VerbInfo kVerb_check{
    .name = "check",
    .usage = "FILE",
    .summary = "validates a spec, its data and its models; runs nothing",
    .details = "All errors of a file at once, with line and column, and what could never be VALID or PASS: "
               "contradictions, too few queries for a percentile or positives for a claim, cores that the generator "
               "would share. LoadGen's .conf files are read as LoadGen reads them: what it refuses is an error, what it "
               "passes over in silence a warning.",
    .examples = {"assay check examples/rare-class/flchain.yaml", "assay check user.conf --model bert --scenario Server"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
