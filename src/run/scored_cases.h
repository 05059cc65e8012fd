// SPDX-License-Identifier: Apache-2.0
// A system's answers to the judged split, as the columns that quality metrics read; made from cases.jsonl alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "record/cases.h"

namespace assay::run {

// A case that has a label and got no answer.
struct UnscoredCase {
  std::string id;
  std::int32_t label = 0;
  double miss_amount = 1, alarm_amount = 1, review_amount = 1;
};

// Owns the columns. A case that was asked more than once counts with its first answer, the others are counted as
// repeats; one without an answer (error, lost, cancelled) is unscored, never wrong.
struct ScoredCases {
  std::vector<std::string> ids;
  std::vector<std::int32_t> label, predicted;  // class numbers; predicted is empty when no case has a decision
  std::vector<double> score;                   // empty when no case has a score
  std::vector<std::string> classes;
  std::vector<double> miss_amount, alarm_amount, review_amount;  // of each case, for costs by row; else empty
  std::vector<UnscoredCase> missing;   // those of `unscored` that have a label
  std::uint64_t taken_as_wrong = 0;    // cases without an answer that stand among the others as wrong answers
  std::uint64_t unscored = 0, repeats = 0, disagreeing_repeats = 0;

  // Valid as long as this object.
  QualityColumns Columns() const;
};

// `classes` in class order (binary: negative, positive); when empty, the labels and predictions found, sorted.
// Errors   kUndefined when some scored cases have a score (or a decision) and others none; kUnknownName for a class that
//          isn't in the list; kOneClass when there are scores and fewer than two classes.
Result<ScoredCases> ScoreCases(std::span<const record::CaseLine> lines, std::vector<std::string> classes);

// Appends case `row` of `from` but for its decision: to cut cases down.
void AppendCase(const ScoredCases& from, std::size_t row, ScoredCases& to);

// The same cases with decisions `score >= threshold`.
std::vector<std::int32_t> DecideAt(const ScoredCases& cases, double threshold);

}  // namespace assay::run
