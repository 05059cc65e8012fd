// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "report/report_format.h"
#include "run/judging/looks.h"
#include "run/run_spec.h"
#include "spec/quantity.h"

namespace assay {
namespace {

// The one thing that a signal may touch.
std::atomic<bool> interrupted = false;
volatile std::sig_atomic_t which_signal = 0;

void OnSignal(int signal) {
  which_signal = signal;
  if (interrupted.exchange(true)) std::_Exit(128 + signal);  // the second one doesn't wait
}

std::string ProgressText(const run::CellProgress& at) {
  std::string text = "cell " + std::to_string(at.number) + "/" + std::to_string(at.cells) + "  " + at.cell.Relative() +
                     "  " + std::to_string(at.issued);
  if (at.planned > 0 && !at.done) text += "/" + std::to_string(at.planned);
  text += std::string(at.issued == 1 && at.done ? " query  " : " queries  ") + std::to_string(at.completed) + " answers  " +
          spec::FormatDurationNs(static_cast<double>(at.elapsed_ns));
  return text;
}

Result<std::optional<std::uint64_t>> CountFlag(const cli::Arguments& arguments, std::string_view flag) {
  const auto text = arguments.Get(flag);
  if (!text) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) {
    return Fail(ErrorCode::kUsage, std::string(flag) + " takes a whole number, found '" + *text + "'");
  }
  return value;
}

// The same words again, so that a report can say how to reproduce it.
std::string CommandText(const cli::Arguments& arguments) {
  std::string text = "assay run " + arguments.positional.at(0);
  for (const auto& [flag, values] : arguments.flags) {
    if (flag != "--set" && flag != "--mode" && flag != "--repeat" && flag != "--interleave" && flag != "--seed") continue;
    for (const std::string& value : values) text += " " + flag + (value.empty() ? "" : " " + value);
  }
  return text;
}

int DryRun(const std::string& path, const run::RunOptions& options, cli::Terminal& terminal) {
  const auto cells = run::CellsToRun(path, options);
  if (!cells) return terminal.Fail(cells.error());
  std::string text = "would run, in this order:\n";
  for (const run::CellPath& cell : *cells) text += "  " + cell.Relative() + "\n";
  terminal.Print(text);
  return cli::kExitPositive;
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  run::RunOptions options;
  const auto sets = arguments.Sets();
  if (!sets) return terminal.Fail(sets.error());
  options.sets = *sets;
  const auto repeat = CountFlag(arguments, "--repeat");
  if (!repeat) return terminal.Fail(repeat.error());
  options.repeat = *repeat;
  const auto seed = CountFlag(arguments, "--seed");
  if (!seed) return terminal.Fail(seed.error());
  options.seed = *seed;
  if (arguments.Has("--interleave")) options.interleave = true;
  options.root = arguments.Get("--output").value_or("runs");
  options.mode = arguments.Get("--mode").value_or("");
  options.resume = arguments.Get("--resume").value_or("");
  options.strict_host = arguments.Has("--strict-host");
  options.mlperf_logs = arguments.Has("--mlperf-logs");
  options.command = CommandText(arguments);
  const auto looks = arguments.Get("--looks");
  options.looks_path = run::LooksPath(looks ? &*looks : nullptr, std::getenv("ASSAY_LOOKS"), std::getenv("XDG_STATE_HOME"),
                                      std::getenv("HOME"));
  std::error_code ignored;
  options.program_path = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  options.interrupted = &interrupted;
  options.note = [&](const std::string& line) { terminal.Note(line); };
  options.failed = [&](const Errors& errors) { terminal.Fail(errors); };
  options.progress = [&](const run::CellProgress& at) { terminal.Progress(ProgressText(at), at.done); };
  if (arguments.Has("--dry-run")) return DryRun(arguments.positional.at(0), options, terminal);

  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  const auto outcome = run::RunSpec(arguments.positional.at(0), options);
  if (!outcome) return terminal.Fail(outcome.error());
  const std::string format = arguments.Get("--format").value_or("text");
  terminal.render.brief = !terminal.verbose;
  terminal.Print(FindReportFormat(format)->render(outcome->report, terminal.render));
  if (which_signal != 0) return 128 + which_signal;
  return outcome->evaluation.exit_code;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--mode", "", "MODE", "performance, accuracy, submission, find-peak"},
    {"--repeat", "", "N", "runs each load N times"},
    {"--interleave", "", "", "systems take turns within each repeat"},
    {"--seed", "", "N", "stats.seed"},
    {"--resume", "", "RUN", "keeps the complete cells of RUN and runs the others"},
    {"--strict-host", "", "", "an unfit host ends the run (exit 6) before it starts"},
    {"--mlperf-logs", "", "", "writes LoadGen's four log files beside each record"},
    {"--looks", "", "FILE", "where looks at the labels are counted, or off"},
    {"--dry-run", "", "", "checks and lists the cells, runs nothing"},
};

}  // namespace

extern const VerbInfo kVerb_run;
const VerbInfo kVerb_run{
    .name = "run",
    .usage = "SPEC [FLAGS]",
    .summary = "runs a spec: load, answers, scores, verdicts, decision, report",
    .details = "Makes runs/<utc>-<task>/<system>/<traffic>/<repeat>/; -o instead of runs.",
    .examples = {"assay run examples/rare-class/flchain.yaml",
                 "assay run spec.yaml --set traffic.online.rate=120/s --repeat 3 --interleave"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json html markdown",
    .run = &Run,
    .takes_output = true,
};

}  // namespace assay
