// SPDX-License-Identifier: Apache-2.0
// Citations given as fields: YAML or JSON, one citation, a list, {citations: […]}, or records of a round's
// summary_results.json.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "citation/citation.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

struct FieldsFile {
  std::vector<Quote> quotes;
  std::optional<Needs> needs;  // of a `needs:` block
};

// Keys are free in case, blanks, '-' and '_', and known by their synonyms ("Submitter", "organization", "a#",
// "Performance_Result"); values are written as the sentence reader writes them. The words of a `claim:` (or text:,
// sentence:) fill what the fields leave out, and say what is asserted.
// Shape    `file` is the name for errors. Up to 1 MiB (a record list in JSON: 16 MiB).
// Errors   all at once, each with line and column: kSyntax, kUnknownKey with the nearest known key (x- is free),
//          kWrongType, kOutOfRange for a value that its field can't have, kEmpty without a citation.
// Threads  safe: pure.
Results<FieldsFile> ReadFields(std::string_view text, const std::string& file, const Vocabulary& vocabulary);

// The quotes of one table row: one for each number that stands under a column of values ("Result", "Tokens/s",
// "Offline", "H200 (tokens/s)"), with what the other columns say. Columns that mean nothing here are left out.
// Errors   none.
// Threads  safe: pure.
std::vector<Quote> ReadTableRow(const std::vector<std::string>& titles, const std::vector<std::string>& cells,
                                const Place& place, const Vocabulary& vocabulary);

// A lone result id: "5.1-0069", "5.1-0069.llama2-70b-99.Server", "v5.1-0069".
std::optional<Quote> ReadResultId(std::string_view text);

// The stated value in `unit`, where the quote's own unit converts (s to ms, mJ to mJ …); empty without value, or when
// the units measure different things.
std::optional<double> ValueIn(const Facts& stated, round::ResultUnit unit);

// `key` in any known spelling -> the field's name; "claim" and "compared_with" are no facts, "unused" is a column of
// public tables that no citation states; empty when unknown.
std::string_view FieldNamed(std::string_view key);
// The value as facts carry it: FieldValue("round", "V5.1") = "v5.1", ("scenario", "single stream") = "SingleStream".
// Errors   kOutOfRange for a value that the field can't have.
Result<std::string> FieldValue(std::string_view field, std::string_view text);
// Puts a value where it belongs: `category: closed` is a division, `suite: datacenter` a category, `category: preview` an
// availability, "34,988 tokens/s" a value and a unit.
// Errors   as FieldValue.
Result<void> AddField(std::string_view field, std::string_view text, Quote& quote);
// Takes what the words of `claim` say and the fields don't: asserts, comparison, and facts that are missing.
void AddClaim(std::string_view claim, const Vocabulary& vocabulary, Quote& quote);

}  // namespace assay::citation
