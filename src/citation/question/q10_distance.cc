// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "citation/match_text.h"
#include "citation/question/question.h"
#include "citation/wording/title.h"

namespace assay {
namespace citation {
namespace {

std::string DataOf(const Subject& subject) {
  const StatedRow stated(subject);
  const results::Row* row = subject.row() != nullptr ? subject.row() : stated.row();
  const round::Round* rules = row != nullptr ? row->rules() : nullptr;
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row->benchmark) : nullptr;
  return benchmark != nullptr ? std::string(benchmark->dataset) : std::string();
}

// What words a claim adds that no benchmark number carries.
void AddOverclaims(const Subject& subject, QuestionReading& reading) {
  constexpr std::pair<std::string_view, std::string_view> kClaims[] = {
      {"accuracy", "quality or accuracy on your data"},
      {"cost", "cost: no price is part of the result"},
      {"safety", "safety: nothing of it is measured"},
      {"why", "why it is fast: the result shows that, not the cause"},
      {"ours", "that it will do the same for your workload"}};
  for (const auto& [word, claim] : kClaims) {
    if (subject.Asserts(word)) reading.not_licensed.emplace_back(claim);
  }
}

QuestionReading Read(const Subject& subject) {
  QuestionReading reading;
  AddOverclaims(subject, reading);
  const Needs& needs = subject.needs;
  const std::string benchmark(subject.Get("benchmark").empty() ? subject.Get("model") : subject.Get("benchmark"));
  if (needs.model.empty() && needs.data.empty()) {
    reading.state = "not asked";
    reading.words = "Your model and data weren't stated; accuracy, cost and safety on them are open anyway.";
    return reading;
  }
  if (benchmark.empty()) {
    reading.state = "unknown";
    reading.words = "The benchmark isn't known, so nor is its distance to your task.";
    return reading;
  }
  reading.known = true;
  std::vector<std::string> differences;
  const std::string title = BenchmarkTitle(benchmark);
  if (!needs.model.empty()) {
    const std::string all = benchmark + " " + title + " " + std::string(subject.Get("model"));
    if (!HoldsWords(all, needs.model) && Squeezed(round::FamilyOf(benchmark)) != Squeezed(needs.model)) {
      differences.push_back("model " + title + ", yours " + needs.model);
      reading.not_licensed.push_back("performance of " + needs.model);
      reading.limits = true;
      reading.limit = "it ran " + title + ", not " + needs.model;
    }
  }
  if (!needs.data.empty()) {
    const std::string data = DataOf(subject);
    if (!HoldsWords(data, needs.data)) {
      differences.push_back("data " + (data.empty() ? "not known" : data) + ", yours " + needs.data);
      reading.not_licensed.push_back("quality or lengths on " + needs.data);
    }
  }
  reading.state = differences.empty() ? "same model and data" : "differs";
  reading.words = differences.empty() ? "Same model and data as yours." : "Differs: ";
  for (std::size_t i = 0; i < differences.size(); ++i) reading.words += (i == 0 ? "" : "; ") + differences[i];
  if (!differences.empty()) reading.words += ".";
  reading.licensed.push_back("a place on a shortlist, to be measured on your own task");
  return reading;
}

}  // namespace
}  // namespace citation

extern const QuestionInfo kQuestion_q10_distance;
const QuestionInfo kQuestion_q10_distance{.id = "Q10", .question = "How far is it from our task?", .read = &citation::Read};

}  // namespace assay
