// SPDX-License-Identifier: Apache-2.0
// F1 and exact match summed over questions, as the figures and the line that accuracy.txt has of them.
#pragma once

#include <cstdint>

#include "metric/text/squad.h"
#include "run/accuracy_log/log_scorer.h"

namespace assay::run {

struct AnswerSums {
  std::uint64_t questions = 0, exact = 0;
  double f1 = 0;

  void Add(const metric::AnswerScore& score);
  // Where `others` more questions can come out either way.
  // Shape    without a question, figures without a value that say why.
  AccuracyFigures Figures(std::uint64_t others) const;
};

}  // namespace assay::run
