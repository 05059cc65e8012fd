// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/plan_text.h"
#include "run/run_spec.h"

namespace assay {
namespace {

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
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
    {"--freeze", "", "FILE", "writes the resolved spec, every default stated"},
};

}  // namespace

extern const VerbInfo kVerb_plan;
const VerbInfo kVerb_plan{
    .name = "plan",
    .usage = "SPEC",
    .summary = "every setting with its origin, the loads, the labels needed",
    .details = "",
    .examples = {"assay plan examples/rare-class/flchain.yaml",
                 "assay plan spec.yaml --set traffic.online.rate=120/s --format json"},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
};

}  // namespace assay
