// SPDX-License-Identifier: Apache-2.0
#include "cli/score/accuracy_log.h"

#include "base/file.h"
#include "run/accuracy_log/accuracy_score.h"
#include "run/accuracy_log/accuracy_text.h"
#include "run/worst_required.h"

namespace assay::cli {

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
