// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/squad_answers.h"

#include <set>

#include "data/truth/squad_questions.h"

namespace assay::data {

Result<TextAnswers> ReadSquadAnswers(const base::JsonValue& answers, const std::string& file, const std::string& truth) {
  ASSAY_TRY(set, ReadSquad(truth, Unanswerable::kKept));
  TextAnswers result{.form = "SQuAD answers"};
  std::set<std::string, std::less<>> asked;
  for (SquadQuestion& question : set.questions) {
    TextAnswer& one = result.cases.emplace_back();
    one.id = question.id;
    one.references = std::move(question.answers);
    asked.insert(question.id);
    const base::JsonValue* answer = answers.Find(question.id);
    if (answer == nullptr || answer->IsNull()) continue;
    const auto text = answer->AsString();
    if (!text) return FailAt({.file = file, .path = question.id}, ErrorCode::kWrongType, "expected a text, found " + std::string(answer->KindName()));
    one.answer = std::string(*text);
  }
  std::size_t unknown = 0;
  for (const base::JsonMember& member : answers.members()) unknown += asked.contains(member.key) ? 0 : 1;
  if (unknown > 0) result.notes.push_back(std::to_string(unknown) + " answers to questions that the set lacks are left out");
  return result;
}

}  // namespace assay::data
