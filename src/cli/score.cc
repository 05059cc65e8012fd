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
  const auto scores = run::ScoreFile(options);
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

constexpr cli::FlagInfo kFileFlags[] = {
    {"--label", "", "COLUMN", "the right answer (default: label)"},
    {"--score", "", "COLUMN", "score of the positive class"},
    {"--predicted", "", "COLUMN", "the class that was answered"},
    {"--id", "", "COLUMN", "names of the cases (default: row numbers)"},
    {"--positive", "", "TEXT", "label of the positive class (default: 1)"},
    {"--threshold", "", "NUMBER", "decision: score >= NUMBER (0.5), or its file"},
    {"--base-rate", "", "SHARE", "prevalence in service: 1%, or from 0.7%..1.4%"},
    {"--min-precision", "", "SHARE", "for recall_at_precision"},
    {"--metric", "", "NAME", "only this metric; may be given often"},
    {"--class", "", "NAME", "lists a class, with a row or none; often"},
    {"--by", "", "COLUMN", "each value of it apart, and the means over them"},
    {"--require", "", "TEXT", "METRIC OP VALUE [@ precision>=SHARE], a verdict"},
};

constexpr auto kFlags = [] {
  std::array<cli::FlagInfo, std::size(kFileFlags) + std::size(cli::kJudgingFlags) + std::size(cli::kAccuracyFlags) +
                               std::size(cli::kResultFlags)> flags{};
  const auto judging = std::ranges::copy(cli::kJudgingFlags, std::ranges::copy(kFileFlags, flags.begin()).out);
  std::ranges::copy(cli::kResultFlags, std::ranges::copy(cli::kAccuracyFlags, judging.out).out);
  return flags;
}();

// The flags of verdicts, costs and accuracy logs don't fit on the help's one screen; the manual has them.
std::string Help(std::span<const std::string> words, bool manual);

}  // namespace

extern const VerbInfo kVerb_score;
const VerbInfo kVerb_score{
    .name = "score",
    .usage = "RUN | FILE --label COLUMN --score COLUMN | LOG --benchmark NAME …",
    .summary = "quality of a run, of predictions, of an MLPerf accuracy log",
    .details = "--benchmark NAME --round NAME --truth FILE score an MLPerf accuracy log, of any size, and hold it against "
               "the gates of its round: by the rules, and as the official checker computes.\n"
               "--answer KEY --reference KEY score answers in words; results of lm-evaluation-harness, logs of inspect_ai, "
               "COCO boxes and rankings are known by what they hold.\n"
               "A NaN, an infinity, an empty field or a decimal comma in a score is refused by row id: none is dropped.\n"
               "A metric that divides by zero for these cases is undefined, with the reason; it is never 0.",
    .examples = {"assay score runs/20261129-165502-flchain",
                 "assay score preds.csv --score p --require \"recall>=0.7 @ precision>=0.25\""},
    .flags = kFlags,
    .min_positional = 1,
    .max_positional = 1,
    .formats = "text json",
    .run = &Run,
    .sub_help = &Help,
};

namespace {

std::string Help(std::span<const std::string>, bool manual) {
  if (manual) return {};
  VerbInfo verb = kVerb_score;
  verb.flags = kFileFlags;
  verb.sub_help = nullptr;
  std::string text = cli::HelpText(verb);
  return text.insert(text.find(verb.summary) + verb.summary.size(), " (`assay help score`)");
}

}  // namespace

}  // namespace assay
