// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "cli/score/accuracy_log.h"
#include "cli/score/judged.h"
#include "cli/score/judging_flags.h"
#include "cli/score/result_flags.h"
#include "cli/shell/slow_work.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "run/evaluation.h"
#include "run/grouped/grouped_score.h"
#include "run/measurement_json.h"
#include "run/measurement_text.h"
#include "run/score_file.h"
#include "spec/quantity.h"

namespace assay {
namespace {

Result<std::optional<double>> ShareFlag(const cli::Arguments& arguments, std::string_view flag) {
  const auto text = arguments.Get(flag);
  if (!text) return std::nullopt;
  auto share = spec::ParseShare(*text);
  if (!share) return Fail(ErrorCode::kUsage, std::string(flag) + ": " + share.error().what);
  return *share;
}

int ScoreRun(const std::string& directory, cli::Terminal& terminal) {
  const auto evaluation = run::EvaluateRun(directory);
  if (!evaluation) return terminal.Fail(evaluation.error());
  std::string text;
  base::JsonWriter json(text, 1);
  if (terminal.json) json.BeginObject().Member("schema", "assay.scores/1").Key("systems").BeginArray();
  for (const run::QualityResult& quality : evaluation->quality) {
    if (terminal.json) {
      json.BeginObject().Member("system", quality.system).Member("split", quality.split);
      json.Member("n", quality.cases.ids.size()).Member("unscored", quality.cases.unscored);
      json.Member("repeats", quality.cases.repeats).Key("measurements");
      run::WriteMeasurements(quality.measurements, json);
      json.Key("operating_point");
      if (quality.operating_point) run::WritePoint(*quality.operating_point, json);
      else json.Null();
      json.Key("at_operating_point");
      run::WriteMeasurements(quality.measurements_at_point, json);
      json.EndObject();
      continue;
    }
    text += quality.system + " on " + quality.split + ": " + std::to_string(quality.cases.ids.size()) + " cases";
    if (quality.cases.unscored > 0) text += ", " + std::to_string(quality.cases.unscored) + " unscored";
    text += "\n" + run::MeasurementTable(quality.measurements);
    if (quality.operating_point) text += "\n" + run::PointText(*quality.operating_point);
    text += run::MeasurementTable(quality.measurements_at_point) + "\n";
  }
  if (terminal.json) json.EndArray().EndObject(), text += "\n";
  if (evaluation->quality.empty()) {
    return terminal.Fail(Error{ErrorCode::kNotMeasured, directory + " holds no accuracy pass to score", {},
                               "a spec with scoring or a claim on quality runs one"});
  }
  terminal.Print(text);
  return cli::kExitPositive;
}

int ScorePredictions(const cli::Arguments& arguments, cli::Terminal& terminal) {
  run::ScoreFileOptions options{.path = arguments.positional.at(0)};
  options.id = arguments.Get("--id").value_or("");
  options.label = arguments.Get("--label").value_or("label");
  options.score = arguments.Get("--score").value_or("");
  options.predicted = arguments.Get("--predicted").value_or("");
  options.positive = arguments.Get("--positive").value_or("1");
  if (const auto read = cli::ReadJudgingFlags(arguments, options); !read) return terminal.Fail(read.error());
  const auto share = ShareFlag(arguments, "--min-precision");
  if (!share) return terminal.Fail(share.error());
  options.min_precision = *share;
  if (const auto found = arguments.flags.find("--metric"); found != arguments.flags.end()) options.metrics = found->second;
  if (const auto found = arguments.flags.find("--require"); found != arguments.flags.end()) options.require = found->second;
  if (const auto found = arguments.flags.find("--class"); found != arguments.flags.end()) options.classes = found->second;
  if (options.by = arguments.Get("--by").value_or(""); !options.by.empty()) {
    const auto grouped = run::ScoreByGroup(options);
    if (!grouped) return terminal.Fail(grouped.error());
    terminal.Print(terminal.json ? run::GroupedJson(*grouped) : run::GroupedText(*grouped));
    return cli::kExitPositive;
  }
  const auto scores = [&] {
    cli::SlowWork work(terminal, "scored " + options.path);
    options.progress = [&](std::string_view doing) { work.Says(doing); };
    return run::ScoreFile(options);
  }();
  if (!scores) return terminal.Fail(scores.error());
  if (const auto saved = cli::SaveThreshold(arguments, scores->judgement); !saved) return terminal.Fail(saved.error());
  terminal.Print(terminal.json ? run::ScoresJson(*scores) : run::ScoresText(*scores));
  return scores->exit_code();
}

int Run(const cli::Arguments& arguments, cli::Terminal& terminal) {
  if (cli::IsAboutResults(arguments)) return cli::ScoreResults(arguments, terminal);
  const bool accuracy_log = std::ranges::any_of(cli::kAccuracyFlags, [&](const cli::FlagInfo& flag) {
    return arguments.Has(flag.name);
  });
  if (accuracy_log) return cli::ScoreAccuracyLog(arguments, terminal);
  if (arguments.Has("--judge-calibration")) return cli::ScoreJudged(arguments, terminal);
  const bool file_flags = arguments.Has("--score") || arguments.Has("--predicted");
  const auto directory = run::FindRunDirectory(arguments.positional.at(0));
  if (directory && !file_flags) return ScoreRun(*directory, terminal);
  if (!file_flags) {
    Error error = directory.error();
    error.hint = "for a file of predictions name its columns: --label COLUMN --score COLUMN; for answers in words: "
                 "--answer KEY --reference KEY; for an MLPerf accuracy log its benchmark: --benchmark NAME --round NAME --truth FILE";
    return terminal.Fail(error);
  }
  return ScorePredictions(arguments, terminal);
}

constexpr cli::FlagInfo kAnyFlags[] = {
    {"--metric", "", "NAME", "only this metric; may be given often"},
    {"--require", "", "TEXT", "METRIC OP VALUE [@ precision>=SHARE], a verdict"},
};

constexpr cli::FlagInfo kLabelFlags[] = {
    {"--label", "", "COLUMN", "the right answer (default: label)"},
    {"--score", "", "COLUMN", "score of the positive class"},
    {"--predicted", "", "COLUMN", "the class that was answered"},
    {"--id", "", "COLUMN", "names of the cases (default: row numbers)"},
    {"--positive", "", "TEXT", "label of the positive class (default: 1)"},
    {"--threshold", "", "NUMBER", "decision: score >= NUMBER (0.5), or its file"},
    {"--base-rate", "", "SHARE", "prevalence in service: 1%, or from 0.7%..1.4%"},
    {"--min-precision", "", "SHARE", "for recall_at_precision"},
    {"--class", "", "NAME", "lists a class, with a row or none; often"},
    {"--by", "", "COLUMN", "each value of it apart, and the means over them"},
};

constexpr auto kFlags = [] {
  std::array<cli::FlagInfo, std::size(kAnyFlags) + std::size(kLabelFlags) + std::size(cli::kVerdictFlags) +
                               std::size(cli::kCostFlags) + std::size(cli::kJudgeFlags) + std::size(cli::kAccuracyFlags) +
                               std::size(cli::kResultFlags)> flags{};
  auto at = flags.begin();
  const auto add = [&](std::span<const cli::FlagInfo> more) { at = std::ranges::copy(more, at).out; };
  add(kAnyFlags), add(kLabelFlags), add(cli::kVerdictFlags), add(cli::kCostFlags), add(cli::kJudgeFlags);
  add(cli::kAccuracyFlags), add(cli::kResultFlags);
  return flags;
}();

constexpr cli::HelpPage kPages[] = {
    {"labels", "tables of labels with scores or answered classes",
     "A CSV table or JSON lines, a case a row. A NaN, an infinity, an empty field or a decimal comma in a score is refused by "
     "row id: none is dropped. A metric that divides by zero for these cases is undefined, with the reason; it is never 0.",
     kLabelFlags, "assay score preds.csv --label y --score p --base-rate 1%"},
    {"verdicts", "requirements, certified thresholds, leaks, looks",
     "A requirement with '@ precision>=SHARE' looks for a threshold whose precision is certified. What the labels had a part in "
     "can't PASS.",
     cli::kVerdictFlags, "assay score preds.csv --score p --require \"recall>=0.7 @ precision>=0.25\""},
    {"costs", "what misses and false alarms cost",
     "Amounts as 4, 4.00EUR or 20EUR/1000. Several ways to decide are priced, flag none and flag all among them.",
     cli::kCostFlags, "assay score preds.csv --score p --cost-fn 120EUR --cost-fp 4EUR"},
    {"judge", "a judge's verdicts, corrected for its errors", "--predicted COLUMN is the judge's verdict, empty where it has none.",
     cli::kJudgeFlags, "assay score verdicts.csv --predicted v --judge-calibration human.csv"},
    {"texts", "answers in words, boxes, rankings, tries; files of other programs",
     "Samples of lm-evaluation-harness, logs of inspect_ai (.json, .eval), COCO boxes, trec runs, rankings and tries are known "
     "by what they hold; --truth FILE has the right answers of boxes, trec runs and SQuAD.",
     cli::kResultFlags, "assay score answers.jsonl --answer said --reference right --metric rouge_l"},
    {"mlperf", "MLPerf accuracy logs against the gates of a round",
     "Logs of any size, as mlperf_log_accuracy.json, and accuracy.txt: by the rules, and as the official checker computes.",
     cli::kAccuracyFlags, "assay score accuracy.json --benchmark resnet --round v5.1 --truth val.txt"},
};

}  // namespace

extern const VerbInfo kVerb_score;
const VerbInfo kVerb_score{
    .name = "score",
    .usage = "RUN | FILE --label COLUMN --score COLUMN | LOG --benchmark NAME …",
    .summary = "quality of a run, of predictions, of an MLPerf accuracy log",
    .details = {},
    .examples = {"assay score runs/20261129-165502-flchain",
                 "assay score preds.csv --score p --require \"recall>=0.7 @ precision>=0.25\""},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
    .pages = kPages,
};

}  // namespace assay
