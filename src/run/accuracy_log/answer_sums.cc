// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/answer_sums.h"

namespace assay::run {

void AnswerSums::Add(const metric::AnswerScore& score) {
  ++questions;
  exact += score.exact ? 1 : 0;
  f1 += score.f1;
}

AccuracyFigures AnswerSums::Figures(std::uint64_t others) const {
  AccuracyFigures figures;
  const auto n = static_cast<double>(questions), all = static_cast<double>(questions + others);
  const auto add = [&](const char* metric, double sum) {
    AccuracyFigure figure{.metric = metric, .value = {}, .printed = {}, .low = 100 * sum / all,
                          .high = 100 * (sum + static_cast<double>(others)) / all, .interval = {}, .note = {}};
    if (questions > 0) {
      figure.value = 100 * sum / n;
      figure.printed = ShortestNumber(*figure.value);
    } else {
      figure.note = "no question has answers to all of its windows";
    }
    figures.figures.push_back(std::move(figure));
  };
  add("F1", f1);
  add("exact_match", static_cast<double>(exact));
  if (questions > 0) {
    figures.lines.push_back("{\"exact_match\": " + figures.figures[1].printed + ", \"f1\": " + figures.figures[0].printed + "}");
  }
  return figures;
}

}  // namespace assay::run
