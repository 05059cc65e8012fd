// SPDX-License-Identifier: Apache-2.0
#include "data/truth/squad_questions.h"

#include <set>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/truth/json_fields.h"

namespace assay::data {
namespace {

std::string Indexed(std::string_view name, std::size_t i) { return std::string(name) + "[" + std::to_string(i) + "]"; }

Result<void> ReadParagraph(const base::JsonValue& value, const std::string& file, const std::string& place,
                           std::set<std::string>& ids, Unanswerable unanswerable, SquadSet& into) {
  const JsonFields fields(value, file, place);
  ASSAY_TRY(context, fields.Text("context"));
  ASSAY_TRY(questions, fields.List("qas"));
  into.paragraphs.emplace_back(context);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::string here = place + "." + Indexed("qas", i);
    const JsonFields question(questions[i], file, here);
    ASSAY_TRY(id, question.Text("id"));
    ASSAY_TRY(text, question.Text("question"));
    ASSAY_TRY(answers, question.List("answers"));
    SquadQuestion one{std::string(id), std::string(text), into.paragraphs.size() - 1, {}};
    for (std::size_t k = 0; k < answers.size(); ++k) {
      ASSAY_TRY(answer, JsonFields(answers[k], file, here + "." + Indexed("answers", k)).Text("text"));
      one.answers.emplace_back(answer);
    }
    if (one.answers.empty() && unanswerable == Unanswerable::kRefused) {
      return FailAt({.file = file, .path = here}, ErrorCode::kMissingLabel, "question " + one.id + " has no right answer",
                    "MLPerf's set is dev-v1.1.json; version 2.0 asks questions without an answer");
    }
    if (!ids.insert(one.id).second) {
      return FailAt({.file = file, .path = here}, ErrorCode::kDuplicateId, "question " + one.id + " stands twice");
    }
    into.questions.push_back(std::move(one));
  }
  return {};
}

}  // namespace

Result<SquadSet> ParseSquad(std::string_view text, const std::string& file, Unanswerable unanswerable) {
  ASSAY_TRY(document, base::ReadJson(text, file));
  ASSAY_TRY(articles, JsonFields(document, file, "").List("data"));
  SquadSet set;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const std::string place = Indexed("data", i);
    ASSAY_TRY(paragraphs, JsonFields(articles[i], file, place).List("paragraphs"));
    for (std::size_t k = 0; k < paragraphs.size(); ++k) {
      ASSAY_CHECK_OK(ReadParagraph(paragraphs[k], file, place + "." + Indexed("paragraphs", k), ids, unanswerable, set));
    }
  }
  if (set.questions.empty()) return FailAt({.file = file, .path = "data"}, ErrorCode::kEmpty, "there is no question");
  return set;
}

Result<SquadSet> ReadSquad(const std::string& path, Unanswerable unanswerable) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseSquad(text, path, unanswerable);
}

}  // namespace assay::data
