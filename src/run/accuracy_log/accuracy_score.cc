// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_score.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "run/accuracy_log/accuracy_subject.h"
#include "run/accuracy_log/accuracy_task.h"
#include "run/accuracy_log/accuracy_txt.h"
#include "run/accuracy_log/read_accuracy_log.h"
#include "run/round_words.h"

namespace assay::run {
namespace {

using round::GateSide;
using verdict::Outcome;

// How many samples an accuracy run must cover.
std::optional<std::uint64_t> DataSetSize(const AccuracySubject& wanted) {
  if (wanted.scenario) {
    const round::ScenarioRule* rule = wanted.benchmark->Find(*wanted.scenario);
    if (rule != nullptr && rule->accuracy_samples) return rule->accuracy_samples;
  }
  return wanted.benchmark->dataset_size;
}

// Which gate a figure that can still move within [low, high] meets. `whole`: the run covers what it must.
void Hold(HeldGate& held, bool whole) {
  const AccuracyFigure& figure = *held.figure;
  held.rules = round::ByRules(held.gate, *figure.value);
  if (!figure.printed.empty()) {
    double printed = 0;
    std::from_chars(figure.printed.data(), figure.printed.data() + figure.printed.size(), printed);
    held.checker = round::ByChecker(held.gate, printed);
  }
  const bool settled = whole && !(figure.low && figure.high && *figure.low < *figure.high);
  if (settled) {
    held.outcome = *held.rules == GateSide::kWithin ? Outcome::kPass : Outcome::kFail;
    return;
  }
  const auto low = figure.low ? std::optional(round::ByRules(held.gate, *figure.low)) : std::nullopt;
  const auto high = figure.high ? std::optional(round::ByRules(held.gate, *figure.high)) : std::nullopt;
  const std::string all = whole ? "" : "whatever the unscored samples are answered, ";
  if (high == GateSide::kBelow || low == GateSide::kAbove) {
    held.outcome = Outcome::kFail;
    held.reason = all + "it misses the gate";
  } else if (low == GateSide::kWithin && high == GateSide::kWithin) {
    held.outcome = whole ? Outcome::kPass : Outcome::kNotMeasured;
    held.reason = all + "it meets the gate" + (whole ? "" : ", but a run must cover all samples");
  } else if (low && high) {
    held.outcome = Outcome::kUndecided;
    held.reason = "it can still come to lie on either side of the gate";
  } else {
    held.reason = "no bounds are known for the unscored samples";
  }
}

// What no value is known of, within bounds: all that can be told is that it misses the gate.
void HoldUnmeasured(HeldGate& held) {
  const AccuracyFigure& figure = *held.figure;
  held.reason = figure.note;
  const bool too_low = figure.high && round::ByRules(held.gate, *figure.high) == GateSide::kBelow;
  const bool too_high = figure.low && round::ByRules(held.gate, *figure.low) == GateSide::kAbove;
  if (!too_low && !too_high) return;
  held.outcome = Outcome::kFail;
  held.reason = "it misses the gate whatever is not scored here comes to";
}

Outcome WorstOf(const std::vector<HeldGate>& gates) {
  const auto any = [&](Outcome outcome) {
    return std::ranges::any_of(gates, [&](const HeldGate& held) { return held.outcome == outcome; });
  };
  if (gates.empty()) return Outcome::kNotMeasured;
  for (const Outcome outcome : {Outcome::kFail, Outcome::kNotMeasured, Outcome::kUndecided}) {
    if (any(outcome)) return outcome;
  }
  return Outcome::kPass;
}

void HoldGates(std::vector<AccuracyFigure> figures, const AccuracySubject& wanted, bool whole, AccuracyScore& score) {
  for (const round::Gate& gate : wanted.benchmark->gates) {
    if (gate.scenario && gate.scenario != wanted.scenario) continue;
    HeldGate held{.gate = gate, .figure = {}, .rules = {}, .checker = {}, .reason = {}};
    const auto found = std::ranges::find(figures, gate.metric, &AccuracyFigure::metric);
    if (found != figures.end()) {
      held.figure = std::move(*found);
      figures.erase(found);
    }
    if (held.figure && held.figure->value) Hold(held, whole);
    else if (held.figure) HoldUnmeasured(held);
    else held.reason = "not scored here";
    score.gates.push_back(std::move(held));
  }
  score.others = std::move(figures);
  score.outcome = WorstOf(score.gates);
}

Result<void> ScoreLog(const AccuracyOptions& options, const AccuracySubject& wanted, AccuracyScore& score) {
  ASSAY_TRY(task, FindAccuracyTask(wanted.benchmark->name, wanted.round->name));
  ScorerOptions scoring = options.scorer;
  scoring.share = task.share;
  scoring.class_positions = scoring.class_positions || task.class_positions;
  scoring.text = options.type == "text";
  if (!scoring.text) {
    scoring.type = options.type.empty() ? task.type : data::ParseNumberType(options.type);
    if (!scoring.type) {
      return Fail(ErrorCode::kUnknownName, "no type of answers is called '" + options.type + "'",
                  "int8, uint8, int16, int32, int64, float16, float32, float64 or text");
    }
  }
  score.type = scoring.text ? "text" : data::NameOf(*scoring.type);
  if (task.truth.empty()) {
    const auto size = DataSetSize(wanted);
    if (!size) return Fail(ErrorCode::kUnsupported, "the rules held of this round don't state the size of the data set");
    scoring.samples = static_cast<std::size_t>(*size);
  } else if (scoring.truths.empty()) {
    return Fail(ErrorCode::kUsage, "nothing to score against: --truth FILE, " + std::string(task.truth));
  }
  ASSAY_TRY(scorer, task.make(scoring));
  ASSAY_TRY(read, ReadAccuracyLog(options.path, *scorer));
  score.sha256 = std::move(read.sha256);
  score.coverage = std::move(read.coverage);
  LogCoverage& coverage = score.coverage;
  const std::uint64_t truth = coverage.expected;
  const auto own = scorer->data_set();
  if (const auto size = own ? own : DataSetSize(wanted)) coverage.expected = std::max(*size, coverage.scored);
  else score.notes.push_back("the rules held here don't state the size of the data set; taken from the truth");
  if (truth != coverage.expected) {
    score.notes.push_back("the truth has " + std::to_string(truth) + " samples, the benchmark's data set " +
                          std::to_string(coverage.expected));
  }
  if (coverage.scored == 0) {
    return Fail(ErrorCode::kNotMeasured, "none of the log's " + std::to_string(coverage.entries) + " answers can be scored",
                coverage.unreadable_words.empty() ? "" : coverage.unreadable_words.front());
  }
  ASSAY_TRY(figures, scorer->Finish(coverage.scored, coverage.unscored()));
  if (coverage.damage) {
    score.notes.push_back("no accuracy.txt is made of a log that isn't whole");
  } else {
    score.lines = std::move(figures.lines);
    score.lines.push_back("hash=" + score.sha256);
  }
  score.notes.insert(score.notes.end(), figures.notes.begin(), figures.notes.end());
  const bool whole = coverage.unscored() == 0 && !coverage.damage && coverage.unknown == 0 && truth == coverage.expected;
  HoldGates(std::move(figures.figures), wanted, whole, score);
  return {};
}

}  // namespace

Result<AccuracyScore> ScoreAccuracy(const AccuracyOptions& options) {
  ASSAY_TRY(wanted, FindAccuracySubject(options.round, options.benchmark, options.scenario));
  AccuracyScore score{.path = options.path, .sha256 = {}, .round = wanted.round, .benchmark = wanted.benchmark,
                      .scenario = wanted.scenario, .type = {}, .coverage = {}, .gates = {}, .others = {}, .lines = {},
                      .notes = {}, .stated_hash = {}};
  if (!options.path.ends_with(".txt")) {
    ASSAY_CHECK_OK(ScoreLog(options, wanted, score));
    return score;
  }
  ASSAY_TRY(stated, ReadAccuracyTxt(options.path, wanted.benchmark->gates));
  score.from_log = false;
  score.sha256 = std::move(stated.sha256);
  score.stated_hash = std::move(stated.hash);
  if (score.stated_hash.empty()) score.notes.push_back("there is no line hash=…: which log it was made from isn't said");
  HoldGates(std::move(stated.figures), wanted, true, score);
  return score;
}

}  // namespace assay::run
