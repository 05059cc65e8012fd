// SPDX-License-Identifier: Apache-2.0
// Answers to SQuAD's questions, versions 1.1 and 2.0: {"question id": "answer", …} beside the set.
#pragma once

#include <string>

#include "assay/result.h"
#include "base/json.h"
#include "data/prediction/text_answers.h"

namespace assay::data {

// Questions that the answers lack have none; answers to questions that the set lacks are counted in a note.
// Errors   those of reading the set; kWrongType for an answer that is no text.
// Threads  safe: no shared state.
Result<TextAnswers> ReadSquadAnswers(const base::JsonValue& answers, const std::string& file, const std::string& truth);

}  // namespace assay::data
