// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "report/report_format.h"
#include "run/build_report.h"
#include "run/evaluation.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  const auto directory = run::FindRunDirectory(arguments.positional.at(0));
  if (!directory) return terminal.Fail(directory.error());
  const auto evaluation = run::EvaluateRun(*directory);
  if (!evaluation) return terminal.Fail(evaluation.error());
  terminal.render.brief = !terminal.verbose;
  terminal.Print(terminal.json ? run::VerdictJson(*evaluation)
                               : FindReportFormat("text")->render(run::BuildReport(*evaluation), terminal.render));
  return evaluation->exit_code;
}

}  // namespace

extern const VerbInfo kVerb_judge;
const VerbInfo kVerb_judge{
    .name = "judge",
    .usage = "RUN",
    .summary = "the verdict again, from a run's files alone",
    .details = "RUN is a run directory or a cell of one. Needs neither the model, the data nor the machine.",
    .examples = {"assay judge runs/20261129-165502-flchain", "assay judge RUN --format json"},
    .flags = {},
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
