// SPDX-License-Identifier: Apache-2.0
// The scores that a file of answers brings along, beside what its answers score here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "data/prediction/text_answers.h"

namespace assay::run {

struct CarriedScore {
  std::string name;                      // as the file has it
  double value = 0;                      // mean over the answers that have it
  std::uint64_t n = 0;
  std::string metric;                    // ours that it is compared with; empty = none is like it
  std::optional<double> ours;            // over the same answers
  std::uint64_t differing = 0;           // of yes-or-no scores: answers that the two see differently
  std::vector<std::string> examples;     // ids of some of them
  std::uint64_t without_answer = 0;      // scored by the file, though it holds no answer
};

// A yes-or-no score is compared answer by answer with each kind of exact match, and the nearest is named; others by
// their names (bleu, rouge1, f1, …), over the answers that have them.
// Shape    answers as read.
// Errors   of the metrics.
// Threads  safe: pure.
Result<std::vector<CarriedScore>> CompareCarried(const data::TextAnswers& answers);

std::string CarriedText(const std::vector<CarriedScore>& carried);

}  // namespace assay::run
