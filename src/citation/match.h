// SPDX-License-Identifier: Apache-2.0
// Which public row a quote's stated facts mean. A row is taken only when it alone agrees with everything stated;
// nothing is guessed from rows that merely share a value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "citation/citation.h"
#include "citation/match_value.h"

namespace assay::citation {

struct Matched {
  Match match = Match::kNoRound;
  std::size_t matches = 0;
  const results::Row* row = nullptr;   // for kOne, and the row that a contradiction is with
  bool twins_only = false;             // kSeveral: the two rows differ in the gate alone
  bool value_rounded = false;          // kOne: the stated value is a round figure or a bound of the published one
  bool public_row = false;             // the row is one of the rounds that come with the program, as published
  bool id_unchecked = false;           // a result id was stated, and the held round has none to check it with
  std::vector<std::string> silent;     // kOne: stated fields on which the row says nothing, so that they rest on the quote
  std::string round;                   // stated, or told by the result id; empty = not known
  Facts filled;
  std::vector<Contradiction> contradictions;
};

// Shape    stated fields with the keys of kFields; those that no row has (date, footnote, …) don't select.
// Errors   none.
// Threads  safe: pure.
Matched MatchRow(const Facts& stated, Suite suite, Bound bound, const results::RowSet& rows);

// Everything that a row says, by the same keys.
Facts FactsOf(const results::Row& row);

// "5.1-0069" of "5.1.0069.llama2-70b", "V5.1-0069"; empty when it is no result id.
std::string ResultIdOf(std::string_view text);

// The software that a row names; empty where the table has a placeholder.
std::string_view SoftwareOf(const results::Row& row);

// The text of a value for people and facts: "99123.0" is "99123".
std::string ValueText(const results::Row& row);

}  // namespace assay::citation
