// SPDX-License-Identifier: Apache-2.0
#include "cli/score/judged.h"

#include <vector>

#include "cli/shell/exit_code.h"
#include "decision/decide.h"
#include "run/judging/judged_rate.h"
#include "run/worst_required.h"
#include "spec/quantity.h"

namespace assay::cli {
namespace {

int ExitCodeOfRate(const run::JudgedRate& rate) {
  if (rate.verdicts.empty()) return rate.rate ? kExitPositive : kExitNotMeasured;
  std::vector<verdict::Outcome> outcomes;
  for (const verdict::ClaimVerdict& verdict : rate.verdicts) outcomes.push_back(verdict.outcome);
  return run::ExitCodeOfOutcome(decision::Worst(outcomes));
}

}  // namespace

int ScoreJudged(const Arguments& arguments, Terminal& terminal) {
  run::JudgedRateOptions options{.path = arguments.positional.at(0)};
  options.predicted = arguments.Get("--predicted").value_or("");
  if (options.predicted.empty()) {
    return terminal.Fail(Error{ErrorCode::kUsage, "--judge-calibration needs --predicted COLUMN, the judge's verdicts"});
  }
  options.positive = arguments.Get("--positive").value_or("1");
  options.id = arguments.Get("--id").value_or("");
  options.label = arguments.Get("--label").value_or("label");
  options.calibration = arguments.Get("--judge-calibration").value_or("");
  if (options.calibration == "none") options.calibration.clear();
  if (const auto text = arguments.Get("--alpha")) {
    const auto alpha = spec::ParseShare(*text);
    if (!alpha || !(*alpha > 0 && *alpha < 0.5)) {
      return terminal.Fail(Error{ErrorCode::kUsage, "--alpha: expected a share between 0 and 0.5, found " + *text});
    }
    options.level = 1 - *alpha;
  }
  if (const auto found = arguments.flags.find("--require"); found != arguments.flags.end()) options.require = found->second;
  const auto rate = run::RateOfJudge(options);
  if (!rate) return terminal.Fail(rate.error());
  terminal.Print(terminal.json ? run::JudgedRateJson(*rate) : run::JudgedRateText(*rate));
  return ExitCodeOfRate(*rate);
}

}  // namespace assay::cli
