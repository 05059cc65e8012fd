// SPDX-License-Identifier: Apache-2.0
#include "run/result_file/carried_score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "run/measurement_text.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostExamples = 5;
constexpr const char* kPerCharacter = "acc_norm";  // of lm-evaluation-harness
constexpr const char* kExactKinds[] = {"exact_match", "exact_match_folded", "squad_em", "exact_match_number",
                                       "exact_match_letter"};
constexpr std::array<std::pair<const char*, const char*>, 12> kSameName{{
    {"bleu", "bleu"}, {"chrf", "chrf"}, {"ter", "ter"}, {"f1", "squad_f1"}, {"em", "squad_em"}, {"wer", "wer"},
    {"cer", "cer"}, {"rouge1", "rouge_1"}, {"rouge2", "rouge_2"}, {"rougeL", "rouge_l"}, {"rougeLsum", "rouge_lsum"},
    {"acc", "exact_match"},
}};

// The answers that have a score of that name, as columns.
struct ScoredAnswers {
  std::vector<std::string> ids, answers;
  std::vector<std::vector<std::string>> references;
  std::vector<double> scores;
  std::uint64_t without_answer = 0;

  bool by_length = false;  // answers are the likeliest choices per character

  ScoredAnswers(const data::TextAnswers& all, const std::string& name) {
    by_length = name == kPerCharacter && std::ranges::all_of(all.cases, [](const data::TextAnswer& one) {
      return one.answer_by_length.has_value();
    });
    for (const data::TextAnswer& one : all.cases) {
      const auto found = one.scores.find(name);
      if (found == one.scores.end()) continue;
      const auto& answer = by_length ? one.answer_by_length : one.answer;
      if (!answer) {
        ++without_answer;
        continue;
      }
      ids.push_back(one.id);
      answers.push_back(*answer);
      references.push_back(one.references);
      scores.push_back(found->second);
    }
  }
  TextColumns Columns(std::size_t first, std::size_t count) const {
    TextColumns columns;
    columns.ids = std::span(ids).subspan(first, count);
    columns.answer = std::span(answers).subspan(first, count);
    columns.references = std::span(references).subspan(first, count);
    return columns;
  }
};

// The value alone, without an interval where `level` is 0.
Result<std::optional<double>> ValueOver(const char* metric, const TextColumns& columns, double level = 0.95) {
  MetricInput input;
  input.text = &columns;
  input.level = level;
  ASSAY_TRY(measured, FindMetric(metric)->compute(input));
  return measured.empty() ? std::nullopt : measured.front().value;
}

Result<void> CompareYesNo(const ScoredAnswers& scored, CarriedScore& carried) {
  std::optional<std::uint64_t> fewest;
  for (const char* kind : kExactKinds) {
    std::uint64_t differing = 0;
    double sum = 0;
    std::vector<std::string> examples;
    for (std::size_t i = 0; i < scored.ids.size(); ++i) {
      ASSAY_TRY(value, ValueOver(kind, scored.Columns(i, 1), 0));
      sum += value.value_or(0);
      if (value == scored.scores[i]) continue;
      ++differing;
      if (examples.size() < kMostExamples) examples.push_back(scored.ids[i]);
    }
    if (fewest && differing >= *fewest) continue;
    fewest = differing;
    carried.metric = kind;
    carried.ours = sum / static_cast<double>(scored.ids.size());
    carried.differing = differing;
    carried.examples = std::move(examples);
    if (differing == 0) break;
  }
  if (scored.by_length) carried.metric += " of the likeliest choice per character";
  return {};
}

std::string Joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace

Result<std::vector<CarriedScore>> CompareCarried(const data::TextAnswers& answers) {
  std::set<std::string> names;
  for (const data::TextAnswer& one : answers.cases) {
    for (const auto& [name, value] : one.scores) names.insert(name);
  }
  std::vector<CarriedScore> list;
  for (const std::string& name : names) {
    const ScoredAnswers scored(answers, name);
    CarriedScore& carried = list.emplace_back();
    carried.name = name;
    carried.n = scored.scores.size();
    carried.without_answer = scored.without_answer;
    if (carried.n == 0) continue;
    for (const double score : scored.scores) carried.value += score / static_cast<double>(carried.n);
    const bool yes_no = std::ranges::all_of(scored.scores, [](double score) { return score == 0 || score == 1; });
    const auto same = std::ranges::find(kSameName, name, &std::pair<const char*, const char*>::first);
    if (yes_no) {
      ASSAY_CHECK_OK(CompareYesNo(scored, carried));
    } else if (same != kSameName.end()) {
      carried.metric = same->second;
      ASSAY_TRY(ours, ValueOver(same->second, scored.Columns(0, carried.n)));
      carried.ours = ours;
    }
  }
  return list;
}

std::string CarriedText(const std::vector<CarriedScore>& carried) {
  std::string text;
  std::size_t width = 0;
  for (const CarriedScore& one : carried) width = std::max(width, one.name.size());
  for (const CarriedScore& one : carried) {
    std::string name = one.name;
    name.resize(width, ' ');
    text += name + "  ";
    if (one.n == 0) {
      text += "only answers that aren't in the file have it\n";
      continue;
    }
    text += Fixed(one.value, 4) + "  n " + std::to_string(one.n) + "  ";
    if (one.metric.empty() || !one.ours) {
      text += "no metric here is like it; shown as the file has it";
    } else if (one.differing > 0) {
      text += "differs from " + one.metric + " (" + Fixed(*one.ours, 4) + "), the nearest here, in " +
              std::to_string(one.differing) + ": " + Joined(one.examples) +
              (one.differing > one.examples.size() ? ", …" : "");
    } else if (std::abs(*one.ours - one.value) <= 1e-9 * std::max(1.0, std::abs(one.value))) {
      text += "equals " + one.metric;
    } else {
      text += one.metric + " here is " + Fixed(*one.ours, 4) + ": another definition";
    }
    if (one.without_answer > 0) text += "; " + std::to_string(one.without_answer) + " more without an answer";
    text += "\n";
  }
  return text;
}

}  // namespace assay::run
