// SPDX-License-Identifier: Apache-2.0
// Quality from a file of results: what its metrics are, whether they meet what is required.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "run/result_file/carried_score.h"
#include "run/result_file/result_file.h"
#include "verdict/verdict.h"

namespace assay::run {

struct RequiredResult {
  std::string text;  // as written
  verdict::ClaimVerdict verdict;
};

struct ResultScore {
  std::string path, sha256, form;
  std::string noun;  // what `n` counts: answers, images, queries, problems, cases
  std::uint64_t n = 0, unscored = 0;
  std::vector<std::string> notes;
  std::vector<Measurement> measurements;
  std::vector<CarriedScore> carried;
  std::vector<RequiredResult> required;

  // Of the worst requirement: 0 PASS, also without one; 1 FAIL, 7 UNDECIDED, 8 NOT MEASURED.
  int exit_code() const;
};

// A requirement is judged as a claim: by the interval at the level of claims. A figure without an interval can't be
// judged and is UNDECIDED.
// Range    0.5 < options.level < 1.
// Errors   of OpenResultFile; kUnknownName for a metric; kUsage for one that needs other columns; kBadBound for a
//          requirement that isn't METRIC OP VALUE.
// Threads  safe: no shared state.
Results<ResultScore> ScoreResultFile(const ResultFileOptions& options);
// Results that the caller has; `options` says what is measured and judged. `sha256` stays empty.
Results<ResultScore> ScoreResults(const ResultFileOptions& options, const ResultFile& file);

std::string ResultScoreText(const ResultScore& score);
std::string ResultScoreJson(const ResultScore& score);  // {"schema": "assay.scores/1", …}

}  // namespace assay::run
