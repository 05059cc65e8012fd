// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/label_question.h"
#include "run/plan_text.h"
#include "run/run_spec.h"
#include "spec/quantity.h"

namespace assay {
namespace {

// Labels for claims that stand on the command line.
int PlanLabels(const cli::Arguments& arguments, cli::Terminal& terminal) {
  run::LabelQuestion question{.claims = arguments.flags.find("--claim")->second};
  for (auto [flag, target] : {std::pair{"--if", &question.truth}, {"--base-rate", &question.base_rate}}) {
    const auto text = arguments.Get(flag);
    if (!text) continue;
    const auto share = spec::ParseShare(*text);
    if (!share || !(*share > 0 && *share < 1)) {
      return terminal.Fail(Error{ErrorCode::kUsage, std::string(flag) + " takes a share between 0 and 1, found '" + *text + "'"});
    }
    *target = *share;
  }
  const auto answers = run::AnswerLabels(question);
  if (!answers) return terminal.Fail(answers.error());
  terminal.Print(terminal.json ? run::LabelsJson(question, *answers) : run::LabelsText(question, *answers));
  return cli::kExitPositive;
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  if (arguments.Has("--claim")) {
    if (arguments.positional.empty()) return PlanLabels(arguments, terminal);
    return terminal.Fail(Error{ErrorCode::kUsage, "--claim asks without a spec; in one the claims stand under claims"});
  }
  if (arguments.positional.empty()) {
    return terminal.Fail(Error{ErrorCode::kUsage, "expected a spec, or --claim TEXT", {}, "assay plan --claim \"recall>=0.9\""});
  }
  const auto sets = arguments.Sets();
  if (!sets) return terminal.Fail(sets.error());
  const auto spec = run::ReadAndCheck(arguments.positional.at(0), *sets);
  if (!spec) return terminal.Fail(spec.error());
  const auto plan = run::PlanOf(*spec);
  if (!plan) return terminal.Fail(plan.error());
  if (const auto frozen = arguments.Get("--freeze")) {
    if (const auto written = base::WriteFileAtomically(*frozen, plan->resolved_yaml); !written) {
      return terminal.Fail(written.error());
    }
    terminal.Note("wrote " + *frozen);
  }
  terminal.Print(terminal.json ? run::PlanJson(*plan) : run::PlanText(*plan));
  return cli::kExitPositive;
}

constexpr cli::FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", "overrides a spec key; may be given often"},
    {"--claim", "", "TEXT", "without a spec: labels for \"recall>=0.9\""},
    {"--if", "", "SHARE", "with --claim: what the rate really is"},
    {"--base-rate", "", "SHARE", "with --claim: how rare the positive class is"},
    {"--freeze", "", "FILE", "writes the resolved spec, every default stated"},
};

}  // namespace

extern const VerbInfo kVerb_plan;
const VerbInfo kVerb_plan{
    .name = "plan",
    .usage = "SPEC | --claim TEXT",
    .summary = "every setting with its origin, the loads, the labels needed",
    .details = "",
    .examples = {"assay plan examples/rare-class/flchain.yaml",
                 "assay plan --claim \"recall>=0.9\" --if 95% --base-rate 1%"},
    .flags = kFlags,
    .min_positional = 0,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
