// SPDX-License-Identifier: Apache-2.0
#include "run/judging/judge_scores.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>
#include <utility>

#include "base/json.h"
#include "run/error_list.h"
#include "run/judging/verdict_file.h"
#include "spec/quantity.h"
#include "stats/betting_sequence.h"
#include "verdict/bound_check.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr std::string_view kNobodyKnows = "judge: uncalibrated";
// Below so few labels the normal interval has nothing to rest on.
constexpr std::uint64_t kFewestLabels = 20;

Result<double> ScoreAt(const Dataset& data, std::size_t row, std::size_t column) {
  const std::string_view text = data.Cell(row, column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return FailAt(data.Place(row, column), ErrorCode::kNotFinite,
                  "row " + std::string(data.Id(row)) + " has no finite score: '" + std::string(text) + "'");
  }
  if (!(value >= 0 && value <= 1)) {
    return FailAt(data.Place(row, column), ErrorCode::kOutOfRange,
                  "row " + std::string(data.Id(row)) + ": expected a score between 0 and 1, found " + std::string(text),
                  "divide grades by their greatest one");
  }
  return value;
}

struct Columns {
  std::vector<double> label, judged;  // of the calibration
  std::vector<double> scored;         // of the other rows, in their order
  std::uint64_t unscored = 0;
};

Results<std::set<std::string, std::less<>>> ReadCalibration(const JudgeScoreOptions& options, Columns& columns, JudgeScores& result) {
  std::set<std::string, std::less<>> ids;
  if (options.calibration.empty()) return ids;
  auto file = OpenVerdictFile(options.calibration, options.id, options.score, options.label);
  if (!file) return std::unexpected(std::move(file).error());
  const Dataset& data = *file->data;
  for (std::size_t row = 0; row < data.size(); ++row) {
    if (data.Cell(row, file->label).empty()) {
      return FailOne({ErrorCode::kMissingLabel, "row " + std::string(data.Id(row)) + " has no label", {data.Place(row, file->label)}});
    }
    const auto label = ScoreAt(data, row, file->label);
    if (!label) return FailOne(label.error());
    if (!options.id.empty()) ids.emplace(data.Id(row));
    if (data.Cell(row, file->verdict).empty()) {
      ++result.labelled_unscored;
      continue;
    }
    const auto judged = ScoreAt(data, row, file->verdict);
    if (!judged) return FailOne(judged.error());
    columns.label.push_back(*label), columns.judged.push_back(*judged);
  }
  result.labelled = columns.label.size();
  return ids;
}

Results<void> ReadScores(const JudgeScoreOptions& options, Columns& columns, JudgeScores& result) {
  const auto calibrated = ReadCalibration(options, columns, result);
  if (!calibrated) return std::unexpected(calibrated.error());
  auto file = OpenVerdictFile(options.path, options.id, options.score, "");
  if (!file) return std::unexpected(std::move(file).error());
  const Dataset& data = *file->data;
  for (std::size_t row = 0; row < data.size(); ++row) {
    if (calibrated->contains(data.Id(row))) {
      ++result.again;
      continue;
    }
    ++result.rows;
    if (data.Cell(row, file->verdict).empty()) {
      ++columns.unscored;
      continue;
    }
    const auto score = ScoreAt(data, row, file->verdict);
    if (!score) return FailOne(score.error());
    columns.scored.push_back(*score);
  }
  result.scored = columns.scored.size();
  return {};
}

struct MeanEstimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  std::optional<stats::PredictionPoweredMean> powered;
  std::string reason;
};

// With `filled` more rows that score `as`.
Result<MeanEstimate> EstimateMean(const JudgeScoreOptions& options, const Columns& columns, std::uint64_t filled, double as,
                                  double level) {
  std::vector<double> scores = columns.scored;
  scores.insert(scores.end(), filled, as);
  MeanEstimate estimate;
  if (scores.empty()) {
    estimate.reason = "no row has a score";
    return estimate;
  }
  if (options.calibration.empty()) {
    estimate.value = std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
    ASSAY_TRY(interval, stats::BettingSequence(scores, level));
    estimate.interval = interval;
    return estimate;
  }
  if (columns.label.size() < kFewestLabels || scores.size() < kFewestLabels) {
    estimate.reason = "a correction needs at least " + std::to_string(kFewestLabels) + " labelled cases and as many others, found " +
                      std::to_string(columns.label.size()) + " and " + std::to_string(scores.size());
    return estimate;
  }
  ASSAY_TRY(powered, stats::MeanWithJudge(columns.label, columns.judged, scores, level));
  estimate.value = powered.mean, estimate.interval = powered.interval, estimate.powered = powered;
  return estimate;
}

Result<verdict::ClaimVerdict> JudgeMean(const std::string& text, const JudgeScoreOptions& options, const Columns& columns,
                                        const JudgeScores& result) {
  ASSAY_TRY(conditions, spec::ParseConditions(text));
  const bool good = conditions.size() == 1 && conditions.front().name == "mean" && conditions.front().is_quantity;
  if (!good) return Fail(ErrorCode::kUsage, "the mean of a judge's scores is required as mean OP SHARE, found '" + text + "'", "mean>=0.7");
  const spec::Condition& condition = conditions.front();
  verdict::ClaimVerdict verdict;
  verdict.claim = text, verdict.metric = "mean", verdict.unit = Unit::kShare, verdict.primary = verdict.required = true;
  verdict.bound_text = std::string(spec::OpText(condition.op)) + " " + condition.value_text;
  verdict.limit = condition.value.value, verdict.n = result.scored, verdict.n_unit = "cases";
  if (options.calibration.empty()) verdict.qualification = kNobodyKnows;
  verdict.measured = result.mean;
  if (!result.mean) {
    verdict.reason = result.reason;
    return verdict;
  }
  const double claimed = verdict::ClaimIntervalLevel(options.level);
  char words[240];
  if (options.stop_when_decided) {
    if (columns.unscored > 0) return Fail(ErrorCode::kUsage, "--stop-when-decided takes scored rows only: " + std::to_string(columns.unscored) + " have no score");
    if (!(*verdict.limit >= 0 && *verdict.limit <= 1)) return Fail(ErrorCode::kUsage, "a mean of scores is required between 0 and 1");
    ASSAY_TRY(decision, stats::DecideMean(columns.scored, *verdict.limit, claimed));
    const std::span<const double> read(columns.scored.data(), decision.read);
    ASSAY_TRY(interval, stats::BettingSequence(read, claimed));
    verdict.interval = interval, verdict.n = decision.read;
    verdict.measured = std::accumulate(read.begin(), read.end(), 0.0) / static_cast<double>(read.size());
    verdict.outcome = verdict::CheckBound(condition.op, *verdict.limit, *verdict.measured, verdict.interval);
    std::snprintf(words, sizeof words, "%s after %zu of %zu rows: mean %.4g (%.4g to %.4g, at all rows together) against ",
                  decision.side != 0 ? "decided" : "undecided", decision.read, columns.scored.size(), *verdict.measured,
                  interval.low, interval.high);
    verdict.reason = words + verdict.bound_text + "; the rows' order must say nothing of the scores";
    return verdict;
  }
  ASSAY_TRY(low, EstimateMean(options, columns, columns.unscored, 0, claimed));
  ASSAY_TRY(high, EstimateMean(options, columns, columns.unscored, 1, claimed));
  verdict.interval = Interval{low.interval->low, high.interval->high, claimed, low.interval->method};
  verdict.outcome = verdict::CheckBound(condition.op, *verdict.limit, *result.mean, verdict.interval);
  std::snprintf(words, sizeof words, "mean %.4g (%.4g to %.4g%s) against ", *result.mean, verdict.interval->low,
                verdict.interval->high, columns.unscored > 0 ? ", the unscored all 0 to all 1" : "");
  verdict.reason = words + verdict.bound_text;
  return verdict;
}

}  // namespace

Results<JudgeScores> MeanOfJudge(const JudgeScoreOptions& options) {
  if (options.stop_when_decided && !options.calibration.empty()) {
    return FailOne({ErrorCode::kUsage, "--stop-when-decided and a calibration exclude each other: a correction looks at all rows"});
  }
  JudgeScores result{.path = options.path};
  Columns columns;
  if (auto read = ReadScores(options, columns, result); !read) return std::unexpected(std::move(read).error());
  const double sum = std::accumulate(columns.scored.begin(), columns.scored.end(), 0.0);
  const auto rows = static_cast<double>(result.rows), scored = static_cast<double>(result.scored);
  if (result.scored > 0) result.raw = sum / scored;
  if (result.rows > 0) result.worst = sum / rows, result.best = (sum + rows - scored) / rows;
  const auto estimate = EstimateMean(options, columns, 0, 0, options.level);
  if (!estimate) return FailOne(estimate.error());
  result.mean = estimate->value, result.interval = estimate->interval, result.powered = estimate->powered;
  result.reason = estimate->reason;
  for (const std::string& text : options.require) {
    auto verdict = JudgeMean(text, options, columns, result);
    if (!verdict) return FailOne(verdict.error());
    result.verdicts.push_back(*std::move(verdict));
  }
  return result;
}

std::string JudgeScoresText(const JudgeScores& scores) {
  std::string text;
  for (const verdict::ClaimVerdict& verdict : scores.verdicts) {
    std::string word(verdict::OutcomeWord(verdict.outcome));
    word.resize(std::max<std::size_t>(word.size(), 13), ' ');
    text += word + verdict.claim + "\n" + std::string(13, ' ') + verdict.reason + "\n";
  }
  char line[240];
  text += (text.empty() ? "" : "\n") + std::string("mean of the judge's scores in ") + scores.path + "\n";
  if (scores.mean) {
    std::snprintf(line, sizeof line, "  mean         %.4g", *scores.mean);
    text += line;
    if (scores.interval) {
      std::snprintf(line, sizeof line, "  %g %% %.4g to %.4g (%s)", 100 * scores.interval->level, scores.interval->low,
                    scores.interval->high, scores.interval->method.c_str());
      text += line;
    }
    text += scores.powered ? "  corrected by people's labels\n" : "  as reported\n";
  } else {
    text += "  mean         not measured: " + scores.reason + "\n";
  }
  if (scores.scored > 0) {
    std::snprintf(line, sizeof line, "  reported     %.4g over %llu rows\n", scores.raw, static_cast<unsigned long long>(scores.scored));
    text += line;
  }
  if (scores.rows > 0) {
    std::snprintf(line, sizeof line, "  coverage     %.4g (%llu of %llu)\n", static_cast<double>(scores.scored) / static_cast<double>(scores.rows),
                  static_cast<unsigned long long>(scores.scored), static_cast<unsigned long long>(scores.rows));
    text += line;
  }
  if (scores.scored < scores.rows) {
    std::snprintf(line, sizeof line, "  bounds       %.4g to %.4g as reported, the unscored all 0 to all 1\n", scores.worst, scores.best);
    text += line;
  }
  if (scores.again > 0) text += "  " + std::to_string(scores.again) + " rows are cases of the calibration, and count there only\n";
  if (scores.labelled == 0 && !scores.powered) {
    return text + "  " + std::string(kNobodyKnows) + ": nobody knows how far off it is; --judge-calibration FILE of cases that people scored\n";
  }
  if (scores.powered) {
    std::snprintf(line, sizeof line, "  people       %.4g over %llu cases, standard error %.4g; %.4g with the judge, which weighs %.3g\n",
                  scores.powered->labelled_mean, static_cast<unsigned long long>(scores.labelled), scores.powered->labelled_error,
                  scores.powered->error, scores.powered->weight);
    text += line;
    text += "  holds where the labelled cases were drawn at random from the same cases\n";
  }
  return text;
}

std::string JudgeScoresJson(const JudgeScores& scores) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.judge_scores/1").Member("file", scores.path).Member("rows", scores.rows);
  json.Member("scored", scores.scored).Member("left_to_calibration", scores.again).Member("reported", scores.raw);
  json.Member("mean", scores.mean).Key("interval");
  verdict::WriteInterval(json, scores.interval);
  json.Member("reason", scores.reason).Member("reported_low", scores.worst).Member("reported_high", scores.best);
  json.Key("calibration");
  if (scores.powered) {
    json.BeginObject().Member("labelled", scores.labelled).Member("unscored", scores.labelled_unscored);
    json.Member("mean", scores.powered->labelled_mean).Member("standard_error", scores.powered->labelled_error);
    json.Member("corrected_standard_error", scores.powered->error).Member("weight", scores.powered->weight).EndObject();
  } else {
    json.Null();
  }
  json.Key("verdicts").BeginArray();
  for (const verdict::ClaimVerdict& verdict : scores.verdicts) verdict::WriteClaimVerdict(json, verdict);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
