// SPDX-License-Identifier: Apache-2.0
// An accuracy log, or the accuracy.txt made from one, held against the gates of its round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "round/accuracy_gate.h"
#include "round/round.h"
#include "run/accuracy_log/log_scorer.h"
#include "verdict/verdict.h"

namespace assay::run {

struct AccuracyOptions {
  std::string path;       // mlperf_log_accuracy.json, or accuracy.txt
  std::string round, benchmark;
  std::string scenario;   // empty = not stated; where gates or sample counts depend on it, it must be
  std::string type;       // of the answers: "int32", …, "text"; empty = as the benchmark's reference writes them
  ScorerOptions scorer;   // truths, tokenizer
};

// What the log says of the data set's samples. Samples of lists are the first few.
struct LogCoverage {
  std::uint64_t expected = 0;           // samples of the data set
  std::uint64_t scored = 0;
  std::uint64_t entries = 0;            // of the log
  std::uint64_t repeats = 0, disagreeing = 0;
  std::uint64_t unreadable = 0;         // answers that couldn't be scored
  std::uint64_t unknown = 0;            // entries of samples that the truth doesn't have
  std::vector<std::size_t> missing;
  std::vector<std::string> unreadable_words;  // "sample 4: no class in the answer"
  std::optional<Error> damage;          // the log is cut off or broken there
  std::uint64_t unscored() const { return expected - scored; }
};

// One gate with what was measured.
struct HeldGate {
  round::Gate gate;
  std::optional<AccuracyFigure> figure;  // empty: not measured
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;   // by the rules, unscored samples in mind
  std::optional<round::GateSide> rules, checker;               // of the value as it is
  std::string reason;                    // one sentence
};

struct AccuracyScore {
  std::string path, sha256;
  const round::Round* round = nullptr;
  const round::Benchmark* benchmark = nullptr;
  std::optional<round::Scenario> scenario;
  bool from_log = true;                  // false: accuracy.txt
  std::string type;                      // of the answers, as read
  LogCoverage coverage;                  // of a log
  std::vector<HeldGate> gates;
  std::vector<AccuracyFigure> others;    // figures that no gate asks for
  std::vector<std::string> lines;        // of accuracy.txt
  std::vector<std::string> notes;
  std::string stated_hash;               // of accuracy.txt: its hash= line; empty = none
  verdict::Outcome outcome = verdict::Outcome::kNotMeasured;  // the worst of the gates
};

// Streams the log: an entry at a time, whatever its size.
// Errors   kUsage for options; kUnknownName for a round or a benchmark; kUnsupported for a benchmark whose answers aren't
//          scored; those of the truth; kEmpty and kSyntax for what isn't an accuracy log from its start on; kBadRow for a
//          line of accuracy.txt whose number ends in a comma, a sign or an exponent.
// Threads  safe: no shared state.
Result<AccuracyScore> ScoreAccuracy(const AccuracyOptions& options);

}  // namespace assay::run
