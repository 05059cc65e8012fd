// SPDX-License-Identifier: Apache-2.0
// Questions with their paragraphs and right answers: dev-v1.1.json and dev-v2.0.json of SQuAD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct SquadQuestion {
  std::string id, question;
  std::size_t paragraph = 0;         // of SquadSet::paragraphs
  std::vector<std::string> answers;  // none = the question can't be answered (version 2.0)
};

// What to do with questions that have no right answer.
enum class Unanswerable : std::uint8_t { kRefused, kKept };

struct SquadSet {
  std::vector<std::string> paragraphs;
  std::vector<SquadQuestion> questions;  // in the file's order
};

// Errors   those of reading JSON; kMissingKey and kWrongType with the place; kMissingLabel for a question without a right
//          answer (version 2.0) unless those are kept; kDuplicateId; kEmpty without a question.
// Threads  safe: no shared state.
// Source   the data format of the SQuAD 1.1 development set.
Result<SquadSet> ReadSquad(const std::string& path, Unanswerable unanswerable = Unanswerable::kRefused);
Result<SquadSet> ParseSquad(std::string_view text, const std::string& file,
                            Unanswerable unanswerable = Unanswerable::kRefused);

}  // namespace assay::data
