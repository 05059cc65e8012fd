// SPDX-License-Identifier: Apache-2.0
#include "run/result_file/result_columns.h"

#include <map>

namespace assay::run {

ResultColumns::ResultColumns(const ResultFile& file, const ResultFileOptions& options) {
  input.k = options.k;
  input.level = options.level;
  input.seed = options.seed;
  if (const auto* answers = std::get_if<data::TextAnswers>(&file)) FillTexts(*answers);
  else if (const auto* boxes = std::get_if<FoundBoxes>(&file)) FillBoxes(*boxes);
  else if (const auto* rankings = std::get_if<data::Rankings>(&file)) FillRankings(*rankings);
  else if (const auto* trials = std::get_if<data::Trials>(&file)) FillTrials(*trials);
  else if (const auto* masks = std::get_if<data::Masks>(&file)) FillMasks(*masks);
}

void ResultColumns::FillTexts(const data::TextAnswers& answers) {
  form = answers.form, notes = answers.notes;
  std::map<std::string, std::int64_t> questions;
  bool counted = true;
  bool repeated = false;
  for (const data::TextAnswer& one : answers.cases) {
    if (!one.answer) {
      ++unscored;
      continue;
    }
    ids.push_back(one.id);
    answers_.push_back(*one.answer);
    references_.push_back(one.references);
    const std::string& asked = one.question.empty() ? one.id : one.question;
    const auto [found, is_new] = questions.emplace(asked, static_cast<std::int64_t>(questions.size()));
    repeated = repeated || !is_new;
    question.push_back(found->second);
    counted = counted && one.tokens.has_value();
    tokens.push_back(one.tokens.value_or(0));
  }
  if (!counted) tokens.clear();
  if (!repeated) question.clear();
  text_.ids = ids, text_.answer = answers_, text_.references = references_;
  text_.question = question, text_.tokens = tokens, text_.unscored = unscored;
  input.text = &text_;
  noun = "answers";
  n = ids.size();
}

void ResultColumns::FillBoxes(const FoundBoxes& boxes) {
  form = "COCO results";
  noun = "images", n = boxes.task.images.size();
  notes.push_back(std::to_string(boxes.detected.size()) + " boxes found, " +
                  std::to_string(boxes.task.annotated.size()) + " annotated");
  boxes_ = {.task = &boxes.task, .detected = &boxes.detected};
  input.boxes = &boxes_;
  kind = Needs::kBoxes;
}

void ResultColumns::FillRankings(const data::Rankings& rankings) {
  form = rankings.form, notes = rankings.notes;
  for (const data::RankingCase& one : rankings.cases) {
    if (!one.retrieved) {
      ++unscored;
      continue;
    }
    std::vector<metric::ScoredDocument> documents;
    for (const data::RetrievedDocument& document : *one.retrieved) documents.push_back({document.id, document.score});
    ids.push_back(one.id);
    queries_.push_back(metric::RankQuery(documents, one.judged));
  }
  rankings_.ids = ids;
  rankings_.queries = &queries_;
  rankings_.unscored = unscored;
  rankings_.duplicates = rankings.duplicates;
  input.rankings = &rankings_;
  kind = Needs::kRankings;
  noun = "queries";
  n = queries_.size();
  notes.push_back("order of documents: " + rankings.order);
  if (rankings.duplicates > 0) {
    notes.push_back(std::to_string(rankings.duplicates) +
                    " documents came again in their ranking and are left out: the first place counts");
  }
}

void ResultColumns::FillTrials(const data::Trials& trials) {
  form = trials.form, notes = trials.notes;
  noun = "problems", n = trials.ids.size(), unscored = trials.unscored;
  ids = trials.ids;
  trials_ = {.ids = trials.ids, .tries = trials.tries, .passed = trials.passed, .unscored = trials.unscored};
  input.trials = &trials_;
  kind = Needs::kTrials;
}

void ResultColumns::FillMasks(const data::Masks& masks) {
  form = masks.form, notes = masks.notes;
  noun = "cases", n = masks.ids.size(), unscored = masks.unscored;
  ids = masks.ids;
  masks_ = {.ids = masks.ids, .predicted = masks.predicted, .truth = masks.truth, .unscored = masks.unscored};
  input.masks = &masks_;
  kind = Needs::kMasks;
}

std::string MetricOf(const std::string& name) { return name.substr(0, name.find('.')); }

Result<void> CheckFits(const std::string& name, const ResultColumns& columns) {
  const MetricInfo* info = FindMetric(MetricOf(name));
  if (info == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
  }
  if ((info->needs & static_cast<std::uint16_t>(columns.kind)) == 0) {
    return Fail(ErrorCode::kUsage, name + " can't be measured from " + columns.form + " (" + columns.noun + ")");
  }
  return {};
}

}  // namespace assay::run
