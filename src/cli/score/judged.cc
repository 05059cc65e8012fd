// SPDX-License-Identifier: Apache-2.0
#include "cli/score/judged.h"

#include <string>
#include <vector>

#include "cli/shell/exit_code.h"
#include "run/judging/judge_scores.h"
#include "run/judging/judged_rate.h"
#include "run/worst_required.h"
#include "spec/quantity.h"

namespace assay::cli {
namespace {

int ExitCodeOfJudge(bool measured, const std::vector<verdict::ClaimVerdict>& verdicts) {
  if (verdicts.empty()) return measured ? kExitPositive : kExitNotMeasured;
  return run::ExitCodeOfOutcome(run::WorstRequired(verdicts));
}

// --alpha, as the level of verdicts.
Result<double> LevelOf(const Arguments& arguments) {
  const auto text = arguments.Get("--alpha");
  if (!text) return 0.95;
  const auto alpha = spec::ParseShare(*text);
  if (!alpha || !(*alpha > 0 && *alpha < 0.5)) {
    return Fail(ErrorCode::kUsage, "--alpha: expected a share between 0 and 0.5, found " + *text);
  }
  return 1 - *alpha;
}

// "none" says that there is no calibration, aloud.
std::string CalibrationOf(const Arguments& arguments) {
  const std::string path = arguments.Get("--judge-calibration").value_or("");
  return path == "none" ? "" : path;
}

int ScoreMean(const Arguments& arguments, Terminal& terminal) {
  run::JudgeScoreOptions options;
  options.path = arguments.positional.at(0);
  options.score = arguments.Get("--score").value_or("");
  options.id = arguments.Get("--id").value_or("");
  options.label = arguments.Get("--label").value_or("label");
  options.calibration = CalibrationOf(arguments);
  options.stop_when_decided = arguments.Has("--stop-when-decided");
  const auto level = LevelOf(arguments);
  if (!level) return terminal.Fail(level.error());
  options.level = *level;
  if (const auto found = arguments.flags.find("--require"); found != arguments.flags.end()) options.require = found->second;
  const auto scores = run::MeanOfJudge(options);
  if (!scores) return terminal.Fail(scores.error());
  terminal.Print(terminal.json ? run::JudgeScoresJson(*scores) : run::JudgeScoresText(*scores));
  return ExitCodeOfJudge(scores->mean.has_value(), scores->verdicts);
}

}  // namespace

int ScoreJudged(const Arguments& arguments, Terminal& terminal) {
  if (arguments.Has("--score") && !arguments.Has("--predicted")) return ScoreMean(arguments, terminal);
  run::JudgedRateOptions options{.path = arguments.positional.at(0)};
  options.predicted = arguments.Get("--predicted").value_or("");
  if (options.predicted.empty()) {
    return terminal.Fail(Error{ErrorCode::kUsage, "--judge-calibration needs --predicted COLUMN, the judge's verdicts, or "
                                                  "--score COLUMN, its scores between 0 and 1"});
  }
  options.positive = arguments.Get("--positive").value_or("1");
  options.id = arguments.Get("--id").value_or("");
  options.label = arguments.Get("--label").value_or("label");
  options.calibration = CalibrationOf(arguments);
  const auto level = LevelOf(arguments);
  if (!level) return terminal.Fail(level.error());
  options.level = *level;
  if (const auto found = arguments.flags.find("--require"); found != arguments.flags.end()) options.require = found->second;
  const auto rate = run::RateOfJudge(options);
  if (!rate) return terminal.Fail(rate.error());
  terminal.Print(terminal.json ? run::JudgedRateJson(*rate) : run::JudgedRateText(*rate));
  return ExitCodeOfJudge(rate->rate.has_value(), rate->verdicts);
}

}  // namespace assay::cli
