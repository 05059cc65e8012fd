// SPDX-License-Identifier: Apache-2.0
// The eleven questions that a quoted number must answer: one file each, named q01 … q11.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "citation/assess_subject.h"

namespace assay::citation {

struct QuestionReading {
  std::string state;          // one of the question's own words
  bool known = false;
  bool limits = false;
  std::string words;          // a sentence
  std::vector<std::string> licensed, not_licensed;
  std::string limit;          // a clause for the sentence's end; empty = none
};

// What a question answers for a number that is no MLPerf Inference result.
QuestionReading NotApplicable();

}  // namespace assay::citation

namespace assay {

struct QuestionInfo {
  std::string_view id;        // "Q1"
  std::string_view question;  // "Which division?"
  citation::QuestionReading (*read)(const citation::Subject& subject);
};

// In order of their files' names. Generated.
std::span<const QuestionInfo* const> AllQuestions();

}  // namespace assay
