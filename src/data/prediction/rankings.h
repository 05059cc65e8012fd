// SPDX-License-Identifier: Apache-2.0
// Ranked documents per query beside what is known of their relevance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

struct RetrievedDocument {
  std::string id;
  double score = 0;
};

struct RankingCase {
  std::string id;
  std::optional<std::vector<RetrievedDocument>> retrieved;  // by rank where there are no scores; empty = no ranking
  std::vector<std::pair<std::string, double>> judged;       // document, relevance; no document twice
};

struct Rankings {
  std::string form;
  std::string order;  // by what rule documents are ranked
  std::vector<RankingCase> cases = {};
  std::uint64_t duplicates = 0;  // documents that came again: the first place counts
  std::vector<std::string> notes = {};
};

// Whether an object is a line of rankings: `answer` holds a list.
bool IsRankingLine(const base::JsonValue& object, const std::string& answer, const std::string& reference);

// JSON lines: `answer` is a list of document ids by rank, or of {"id", "score"}; `reference` a list of relevant ids, or an
// object from ids to grades. An answer that is null is one that the system didn't give.
// Errors   those of reading; kMissingKey, kWrongType, kNotFinite, kDuplicateId with the line; kContradiction for a
//          document with two grades.
// Threads  safe: no shared state, as all here.
Result<Rankings> ReadRankingLines(std::string_view text, const std::string& file, const std::string& answer,
                                  const std::string& reference);

// A run and the judgements of trec_eval: "query Q0 document rank score tag" and "query 0 document relevance". Queries
// that were judged and not retrieved for have no ranking; those that weren't judged are left out, with a note.
// Errors   those of reading; kBadRow with the line; kNotFinite.
Result<Rankings> ReadTrecRun(const std::string& run, const std::string& judgements);

// Whether a line is one of a trec run.
bool IsTrecLine(std::string_view line);

}  // namespace assay::data
