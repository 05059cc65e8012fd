// SPDX-License-Identifier: Apache-2.0
// What the questions and the rules read: the quote, the row that it means, the other sides of a comparison, the needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "citation/citation.h"
#include "citation/match.h"
#include "results/comparable.h"

namespace assay::citation {

// Another number that the quote is set beside.
struct Side {
  Facts stated;
  Suite suite = Suite::kNotStated;
  Matched matched;
};

// One thing in which a quote and another side differ.
struct SideDifference {
  std::string axis;           // as in results::Difference; also "verified"
  std::string ours, theirs;   // in words; "not stated" where one doesn't say
  bool forbids = false;       // no wording makes it legal
  bool declared = false;      // both values stand in the quote
  bool must_declare = false;  // MLCommons' list: version, division, category, verified status, scenario, chip count
  bool known = true;          // false: one side doesn't say, so that it can't be told
  std::string reason;
};

struct Subject {
  const Quote& quote;
  const Needs& needs;
  std::string_view today;
  Matched matched;
  std::vector<Side> sides;
  std::vector<std::vector<SideDifference>> differences;  // one list for each side

  bool derived_value = false;  // the quoted figure is made from a result: per accelerator, per watt, a mean

  // The row that may be spoken from; null unless exactly one agrees.
  const results::Row* row() const { return matched.match == Match::kOne ? matched.row : nullptr; }
  bool Stated(std::string_view field) const { return quote.stated.contains(field); }
  // Stated, else filled; empty when neither.
  std::string_view Get(std::string_view field) const;
  bool Asserts(std::string_view what) const;
  bool Compares() const { return !sides.empty() || Asserts("speedup"); }
  // The quote's own words with its footnote.
  std::string Words() const;
  // The figure is a result of the benchmark, and not a ratio, an accuracy or a latency beside it.
  bool IsHeadline() const;
};

// Matches the quote and its other sides.
// Threads  safe: pure; the quote and the needs must outlive the subject.
Subject MakeSubject(const Quote& quote, const Needs& needs, const results::RowSet& rows, std::string_view today);

// "MLPerf Training" -> Suite::kTraining; "not an MLPerf result" and other boards -> kNotMlperf; empty -> kNotStated.
Suite SuiteNamed(std::string_view text);

// In which ways an open row wouldn't qualify as closed: "ran llama3_1-70b in place of llama2-70b-99.9", ….
std::vector<std::string> WaysOpen(const results::Row& row);

}  // namespace assay::citation
