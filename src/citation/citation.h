// SPDX-License-Identifier: Apache-2.0
// A quoted benchmark number as a value: what was stated, what a public row adds, what that licenses one to say.
//
// Three steps, each a pure function: a reader (sentence, fields, document) makes Quote values; Assess compares a quote
// with the rows and the rules and fills an Assessment; the writers (text, JSON, SARIF, Markdown, HTML) print it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "results/row_set.h"
#include "results/sla.h"

namespace assay::citation {

// Keys of what can be stated, in this spelling in JSON, forms and field files. Values are text, as normalised by the
// readers ("v5.1", "closed", "llama2-70b-99.9", "Server", "34988", "Tokens/s", "fp8", "8").
//   suite round division availability category benchmark model scenario metric value unit submitter system
//   accelerator accelerators host_processor software precision power result_id date source verified inferred
//   footnote compared_with
inline constexpr std::string_view kFields[] = {
    "suite", "round", "division", "availability", "category", "benchmark", "model", "scenario", "metric", "value",
    "unit", "submitter", "system", "accelerator", "accelerators", "host_processor", "software", "precision", "power",
    "result_id", "date", "source", "verified", "inferred", "footnote"};

// field -> value; ordered by name, so that equal facts give equal bytes.
using Facts = std::map<std::string, std::string, std::less<>>;

// Where in the user's input a quote stands.
struct Place {
  std::string file;      // empty = the command line
  std::string part;      // "page 3", "slide 7", "line 12", "row 4"; empty = the whole
  int line = 0, column = 0;  // in a text file, for SARIF; 0 = not known
};

// Which board a number comes from.
enum class Suite : std::uint8_t { kInference, kTraining, kTiny, kMobile, kClient, kStorage, kAutomotive, kHpc,
                                  kNotMlperf, kNotStated };
std::string_view NameOf(Suite suite);  // "MLPerf Inference", "MLPerf Training", …, "not an MLPerf result"

// One quoted number.
struct Quote {
  Place place;
  std::string text;                       // the words as they stand; empty for pure fields
  Facts stated;
  Suite suite = Suite::kNotStated;
  std::vector<Facts> compared_with;       // the other sides of a comparison, with the same keys
  bool rounded = false;                   // "about", "over", "up to": the value is no more than a bound or a round figure
  // What the words assert beyond the number (see reading/assertions.h): "accuracy", "cost", "safety", "why", "ours",
  // "endorsement", "per_accelerator", "per_watt", "tdp", "composite", "official", "speedup", "superlative"
  std::vector<std::string> asserts;
};

// What the reader needs; every part optional.
struct Needs {
  std::optional<round::Scenario> scenario;
  results::NeededSla sla;
  std::optional<double> rate_per_second;
  std::vector<results::NumericType> precision;  // acceptable
  std::string precision_text;
  std::string hardware, model, data, traffic;   // in words; traffic: "Poisson", "bursts", … as `assay fit` names it
  bool given = false;                           // any of the above
};

enum class Verdict : std::uint8_t { kEvidence, kEvidenceLimited, kNotYetAClaim, kDecorative, kViolation, kOverclaim,
                                    kContradicted };
std::string_view NameOf(Verdict verdict);  // "EVIDENCE", "EVIDENCE-LIMITED", "NOT-YET-A-CLAIM", …

// One of the questions Q1 to Q11 with its answer.
struct Answer {
  std::string_view id;        // "Q1"
  std::string_view question;  // "Which division?"
  std::string state;          // "closed", "unknown", …: one of the question's own words
  bool known = false;         // counts as answered
  bool limits = false;        // a limiting state
  std::string words;          // a sentence for people
  std::vector<std::string> licensed, not_licensed;
};

enum class RuleState : std::uint8_t { kKept, kBroken, kCompleted, kNotKnown, kNotApplicable };
// One of MLCommons' rules R1 to R24 (rule/*.cc), as it stands for this quote. kCompleted: text was missing and the
// corrected sentence and footnote have it.
struct RuleReading {
  std::string_view id, source;  // "R4", "MLPerf Results Messaging Guidelines, §…"
  RuleState state = RuleState::kNotApplicable;
  std::string words;            // what is missing or wrong
};
std::string_view NameOf(RuleState state);  // "kept", "broken", "completed", "not known", "not applicable"

struct Contradiction {
  std::string field, stated, held;  // held: the row's value
};

// How the stated fields stand to the held rows.
enum class Match : std::uint8_t {
  kOne,            // exactly one row
  kSeveral,        // more than one: nothing is filled
  kNone,           // the round is held, and no row agrees
  kRoundNotHeld,   // nothing can be said about the row
  kNoRound,        // the round isn't stated and not exactly one row fits
  kNotInference,   // Training, Tiny, …, or no MLPerf result at all
};
std::string_view NameOf(Match match);  // "one row", "several rows", "no such row in the held round", "round not held", …

struct Assessment {
  Quote quote;
  Match match = Match::kNoRound;
  std::size_t matches = 0;              // rows that agree with everything stated
  const results::Row* row = nullptr;    // for kOne, and the identified row of a contradiction
  Facts filled;                         // from `row`, disjoint from stated
  std::vector<Contradiction> contradictions;
  std::vector<Answer> answers;          // Q1 … Q11
  std::vector<RuleReading> rules;       // R1 … R24
  Verdict verdict = Verdict::kNotYetAClaim;
  std::string because;                  // one sentence
  std::vector<std::string> licensed, not_licensed;  // of the answers, without doubles
  std::string sentence, footnote;       // corrected, ready to paste; empty where nothing may be said
  std::vector<std::pair<std::string, std::string>> ask;  // field -> question for the vendor
  int slot = 0;                         // evidence slot that it may stand in: 1, 2 or 0 = none
};

// `today` as "2026-11-29" for R15 and the footnote's date; empty = not known.
// Errors   none: what can't be told is in the answers.
// Threads  safe: pure.
Assessment Assess(const Quote& quote, const Needs& needs, const results::RowSet& rows, std::string_view today);

// 0 EVIDENCE and EVIDENCE-LIMITED (1 under strict), 8 NOT-YET-A-CLAIM and DECORATIVE, 1 the others: the worst of all,
// 1 before 8 before 0.
int ExitCodeOf(std::span<const Assessment> assessments, bool strict);

}  // namespace assay::citation
