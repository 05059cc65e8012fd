// SPDX-License-Identifier: Apache-2.0
// A file of results as the columns that metrics look at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "metric/retrieval/ranked_query.h"
#include "run/result_file/result_file.h"

namespace assay::run {

// Keeps what `input` looks at; of `file` and `options` it keeps references, which must live as long. Answers that the
// system didn't give are counted and left out.
class ResultColumns {
 public:
  ResultColumns(const ResultFile& file, const ResultFileOptions& options);
  ResultColumns(const ResultColumns&) = delete;
  ResultColumns& operator=(const ResultColumns&) = delete;

  std::string form;
  std::string noun;  // what `n` counts: answers, images, queries, problems, cases
  std::uint64_t n = 0, unscored = 0;
  std::vector<std::string> notes;
  MetricInput input;
  Needs kind = Needs::kText;
  std::vector<std::string> ids;          // of what is scored, in the order of the columns; none for boxes
  std::vector<std::int64_t> question;    // of texts, where some answer the same one
  std::vector<double> tokens;

 private:
  void FillTexts(const data::TextAnswers& answers);
  void FillBoxes(const FoundBoxes& boxes);
  void FillRankings(const data::Rankings& rankings);
  void FillTrials(const data::Trials& trials);
  void FillMasks(const data::Masks& masks);

  std::vector<std::string> answers_;
  std::vector<std::vector<std::string>> references_;
  std::vector<metric::RankedQuery> queries_;
  TextColumns text_;
  BoxColumns boxes_;
  RankingColumns rankings_;
  TrialColumns trials_;
  MaskColumns masks_;
};

// "recall_at_k.5" is a part of recall_at_k.
std::string MetricOf(const std::string& name);

// Errors   kUnknownName for a metric; kUsage for one that needs other columns.
Result<void> CheckFits(const std::string& name, const ResultColumns& columns);

}  // namespace assay::run
