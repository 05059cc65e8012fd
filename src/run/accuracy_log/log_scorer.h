// SPDX-License-Identifier: Apache-2.0
// What scores the answers of an accuracy log, one task a kind. The caller gives the first answer of each sample, in the
// log's order, and asks for the figures at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "data/response/number_type.h"

namespace assay::run {

// One metric of the task.
struct AccuracyFigure {
  std::string metric;                // as the gates name it: "acc", "ROUGE1"; or a name of our own
  std::optional<double> value;       // over the scored samples, in the gate's unit; empty: `note` says why
  std::string printed;               // the number as accuracy.txt has it; empty where it has none
  // What the value can be once the unscored samples are answered; empty = no such end is known.
  std::optional<double> low, high;
  std::optional<Interval> interval;  // for other samples of the same kind; no gate asks for it
  std::string note;
};

struct AccuracyFigures {
  std::vector<AccuracyFigure> figures;
  std::vector<std::string> lines;    // of accuracy.txt
  std::vector<std::string> notes;    // sentences
};

// One answer of the log.
struct LogAnswer {
  std::size_t sample = 0;            // < samples()
  std::span<const std::byte> bytes;
  std::optional<std::int64_t> token_count;
};

class LogScorer {
 public:
  virtual ~LogScorer() = default;

  // How many samples the truth has.
  virtual std::size_t samples() const = 0;
  // How many samples the whole data set has where answers of this form number other things than the benchmark's samples.
  virtual std::optional<std::uint64_t> data_set() const { return std::nullopt; }
  // Errors   the answer can't be read; it then counts as unscored, and the scorer is as it was before.
  virtual Result<void> Score(const LogAnswer& answer) = 0;
  // After the last answer. True when all answers must be given once more, in the same order.
  virtual bool AnotherPass() { return false; }
  // `scored` and `unscored` samples; together all that the data set has.
  // Range    scored >= 1.
  virtual Result<AccuracyFigures> Finish(std::uint64_t scored, std::uint64_t unscored) = 0;
};

// What the user says about the log and the truth.
struct ScorerOptions {
  std::vector<std::string> truths;            // files, as the task takes them
  std::optional<data::NumberType> type;       // of the answers; empty with `text`
  bool text = false;                          // answers are texts in UTF-8
  std::string tokenizer;                      // file that turns tokens into text, or parts text into them; empty = none
  std::string punkt;                          // folder of the model that parts sentences; empty = none
  std::string spellings;                      // file of British words with their American spelling; empty = none
  bool class_positions = false;               // boxes: classes are places in the list of categories, from 1
  bool share = false;                         // classes: as a share, not in percent
  std::size_t samples = 0;                    // clicks: of the data set, as the log carries its own truth
};

// Each reads its truth.
// Errors   those of reading the truth; kUsage for options that the task can't do with.
Result<std::unique_ptr<LogScorer>> MakeClassScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeClickScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeBoxScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeAnswerScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeSpanScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeSummaryScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeLongContextScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeMixtureScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeReasoningScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeSpeechScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeTranscriptScorer(const ScorerOptions& options);
Result<std::unique_ptr<LogScorer>> MakeVolumeScorer(const ScorerOptions& options);

// Exactly one truth, and no text or tokens, for tasks that take only that.
Result<std::string> OneTruth(const ScorerOptions& options, std::string_view what);

// "76.456" for 3 places; and with as many places as the number needs, one at least: "100.0", "90.874".
std::string FixedNumber(double value, int places);
std::string ShortestNumber(double value);

}  // namespace assay::run
