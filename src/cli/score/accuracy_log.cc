// SPDX-License-Identifier: Apache-2.0
#include "cli/score/accuracy_log.h"

#include "base/file.h"
#include "run/accuracy_log/accuracy_score.h"
#include "run/accuracy_log/accuracy_text.h"
#include "run/accuracy_log/compliance_check.h"
#include "run/worst_required.h"

namespace assay::cli {
namespace {

int ScoreCompliance(const run::AccuracyOptions& options, const std::string& base, Terminal& terminal) {
  const auto subject = run::FindAccuracySubject(options.round, options.benchmark, options.scenario);
  if (!subject) return terminal.Fail(subject.error());
  const auto check = run::CheckCompliance(options.path, base, *subject);
  if (!check) return terminal.Fail(check.error());
  terminal.Print(terminal.json ? run::ComplianceJson(*check) : run::ComplianceText(*check));
  return run::ExitCodeOfOutcome(check->outcome);
}

}  // namespace

int ScoreAccuracyLog(const Arguments& arguments, Terminal& terminal) {
  run::AccuracyOptions options;
  options.path = arguments.positional.at(0);
  options.round = arguments.Get("--round").value_or("");
  options.benchmark = arguments.Get("--benchmark").value_or("");
  options.scenario = arguments.Get("--scenario").value_or("");
  options.type = arguments.Get("--dtype").value_or("");
  options.scorer.tokenizer = arguments.Get("--tokenizer").value_or("");
  options.scorer.punkt = arguments.Get("--punkt").value_or("");
  options.scorer.spellings = arguments.Get("--spellings").value_or("");
  options.scorer.class_positions = arguments.Has("--class-positions");
  if (const auto found = arguments.flags.find("--truth"); found != arguments.flags.end()) {
    options.scorer.truths = found->second;
  }
  if (const auto base = arguments.Get("--base-run")) return ScoreCompliance(options, *base, terminal);
  const auto score = run::ScoreAccuracy(options);
  if (!score) return terminal.Fail(score.error());
  if (const auto path = arguments.Get("--accuracy-txt")) {
    if (score->lines.empty()) {
      return terminal.Fail(Error{ErrorCode::kUsage, "--accuracy-txt is made of a whole accuracy log, which " + options.path +
                                                        " isn't"});
    }
    if (const auto written = base::WriteFileAtomically(*path, run::AccuracyTxtOf(*score)); !written) {
      return terminal.Fail(written.error());
    }
    terminal.Note("wrote " + *path);
  }
  terminal.Print(terminal.json ? run::AccuracyJson(*score) : run::AccuracyText(*score));
  return run::ExitCodeOfOutcome(score->outcome);
}

}  // namespace assay::cli
