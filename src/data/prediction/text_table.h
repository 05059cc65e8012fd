// SPDX-License-Identifier: Apache-2.0
// Answers in words from a CSV table or JSON lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "data/prediction/text_answers.h"

namespace assay::data {

// Columns or keys.
struct TextTableKeys {
  std::string id;                       // empty = `id` where there is one, else the number of the row
  std::string answer;
  std::vector<std::string> references;  // at least one
  std::string tokens, question;         // empty = none
};

// JSON lines: a reference is a text, a number, a list of them, null for a question without a right answer, or SQuAD's
// {"text": […]}; an answer that is null is one that the system didn't give. CSV: fields are texts, an empty one too.
// Errors   those of reading; kBadReference for a column that isn't there; kMissingKey and kWrongType with the line;
//          kDuplicateId; kNotFinite for a number of tokens that is none.
// Threads  safe: no shared state.
Results<TextAnswers> ReadTextTable(const std::string& path, const TextTableKeys& keys);
// JSON lines that are in memory; `file` is their name in messages.
Result<TextAnswers> ReadTextLines(std::string_view text, const std::string& file, const TextTableKeys& keys);

}  // namespace assay::data
