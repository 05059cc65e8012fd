// SPDX-License-Identifier: Apache-2.0
// SQuAD's exact match and F1 of an answer, versions 1.1 and 2.0.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::metric {

struct AnswerScore {
  bool exact = false;
  double f1 = 0;
};

// Lower case; then the 32 ASCII punctuation marks out; then the words a, an and the out; then one blank between words. In
// this order: "state-of-the-art" becomes one word, and its article stays.
// Threads  safe: pure, as all here.
// Source   mlcommons/inference language/bert/evaluate_v1.1.py normalize_answer (by values), Python's idea of lower case,
//          word and white space included.
std::u32string NormaliseAnswer(std::u32string_view answer);

// The better of each over all right answers, version 1.1: an answer without words has F1 0 even where it is exact.
// Shape    UTF-8; at least one right answer.
// Errors   kEmpty without a right answer.
// Source   evaluate_v1.1.py; Rajpurkar, Zhang, Lopyrev, Liang, EMNLP 2016.
Result<AnswerScore> ScoreAnswer(std::string_view predicted, std::span<const std::string> right);

// Version 2.0: right answers without words are left out; without any the right answer is the empty one. Where either side
// has no words, F1 is 1 if both have none, else 0.
// Source   Rajpurkar, Jia, Liang, ACL 2018, and its evaluation script.
AnswerScore ScoreAnswerOrNone(std::string_view predicted, std::span<const std::string> right);

// Whether the answer is exact only because the normal form takes the point out of numbers: "3.5 million" and "35 million".
bool IsExactWithoutPoint(std::string_view predicted, std::span<const std::string> right);

}  // namespace assay::metric
