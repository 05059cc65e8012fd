// SPDX-License-Identifier: Apache-2.0
// What the words behind `assay results` ask for: which rounds, which rows, which bound and rate of ours. Read from the
// flags once, for all sub-verbs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "cli/shell/verb.h"
#include "decision/shortlist.h"
#include "results/row_set.h"

namespace assay::cli {

// The names of the flags that choose rows, for ResultsSubVerb::flags.
#define ASSAY_ROW_FLAGS \
  "--benchmark --scenario --division --availability --category --precision --hardware --software --submitter " \
  "--system --round --accelerators-at-most --power --store"

struct ResultsQuestion {
  decision::ShortlistQuestion shortlist;  // filter, bound, rate
  std::vector<std::string> not_held;      // rounds that were asked for and are known, but hold no results here
  results::RowSet rows;                   // of the rounds asked for
};

// Reads the flags and loads the rounds that they name.
// Errors   kUsage for a value that a flag doesn't take; kUnknownName for a round, benchmark or precision that nobody
//          knows; kNotHeld when none of the rounds asked for is held; those of reading --store.
Result<ResultsQuestion> ReadQuestion(const Arguments& arguments);

// The held rounds, and those of the store (--store, ASSAY_STORE or the user's own); of `rounds` only, when it names some.
Result<results::RowSet> LoadRows(const Arguments& arguments, const std::vector<std::string>& rounds = {});

// --limit, else `otherwise`; 0 = all.
Result<std::size_t> LimitOf(const Arguments& arguments, std::size_t otherwise);

// "p99<=130ms", "ttft_p99<=500ms,tpot_p99<=50ms", "ttft<=500ms".
// Errors   kUsage, with what was expected and found.
Result<results::NeededSla> ParseSla(std::string_view text);

struct NeededRate {
  double per_second;
  std::optional<round::ResultUnit> unit;
};
// "400/s", "400tokens/s", "24000/min".
// Errors   kUsage.
Result<NeededRate> ParseRate(std::string_view text);

// The row that a name on the command line means, or all rows of a result id.
// Errors   kNotFound, with the reason: round not held, round without ids, no such row.
Result<std::vector<const results::Row*>> FindRows(const results::RowSet& rows, std::string_view name);
// Exactly one. Errors   kUsage when the name fits several, with their names.
Result<const results::Row*> FindRow(const results::RowSet& rows, std::string_view name);

// When the filter lets no row through: how many it would without one of its flags. "Without --division: 42 rows."
std::string WhyEmpty(const results::RowSet& rows, const results::Filter& filter);

// Rows of the set that the filter lets through, in order.
std::vector<const results::Row*> RowsOf(const results::RowSet& rows, const results::Filter& filter);

}  // namespace assay::cli
