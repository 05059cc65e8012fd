// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <algorithm>

namespace assay::report {
namespace {

constexpr Meaning kMeanings[] = {
    {"PASS",
     "The measurement can be trusted, and even the unfavourable end of its interval is within the "
     "bound.",
     "It doesn't say that other data, other traffic or another machine would give the same."},
    {"FAIL", "The measurement can be trusted, and it is on the wrong side of the bound.",
     "It doesn't say by how much the result would change with another threshold, batch size or "
     "machine."},
    {"UNDECIDED",
     "The measurement can be trusted, but the bound lies inside its interval: the data at hand "
     "allow both answers. "
     "More data of the stated kind can decide it.",
     "It is neither a weak PASS nor a weak FAIL."},
    {"NOT MEASURED",
     "There is no trusted measurement of this: it wasn't run, or its run was INVALID.",
     "It doesn't say that the value is bad, and it isn't zero."},
    {"VALID",
     "The load run can be trusted: long enough, enough queries, issued on time, no response lost "
     "or doubled.",
     "It doesn't say that the system is fast enough or good enough."},
    {"INVALID", "The load run can't be trusted, for the reasons given; no claim may rest on it.",
     "It doesn't say that the system is slow or wrong."},
};

struct WordStyle {
  std::string_view word, sign, style;
};

constexpr WordStyle kStyles[] = {
    {"PASS", "✓", "pass"},           {"FAIL", "✗", "fail"},
    {"UNDECIDED", "?", "undecided"}, {"NOT MEASURED", "–", "unmeasured"},
    {"VALID", "✓", "pass"},          {"INVALID", "✗", "fail"},
};

const WordStyle* FindStyle(std::string_view word) {
  const auto* found = std::find_if(std::begin(kStyles), std::end(kStyles),
                                   [word](const WordStyle& entry) { return entry.word == word; });
  return found == std::end(kStyles) ? nullptr : found;
}

struct PartWords {
  std::string_view part, words;
};

constexpr PartWords kPartWords[] = {{"tp", "true positives"},
                                    {"fp", "false positives"},
                                    {"fn", "false negatives"},
                                    {"tn", "true negatives"},
                                    {"p", "p-value"}};

// "tp" and "flag_none" as words.
std::string PartName(std::string_view part) {
  for (const PartWords& entry : kPartWords) {
    if (entry.part == part) return std::string(entry.words);
  }
  std::string words(part);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace

std::string_view Sign(verdict::Outcome outcome) {
  return SignOfWord(verdict::OutcomeWord(outcome));
}

std::string_view SignOfWord(std::string_view word) {
  const WordStyle* style = FindStyle(word);
  return style ? style->sign : std::string_view();
}

std::string_view StyleOfWord(std::string_view word) {
  const WordStyle* style = FindStyle(word);
  return style ? style->style : std::string_view("plain");
}

std::span<const Meaning> AllMeanings() { return kMeanings; }

const Meaning* FindMeaning(std::string_view word) {
  const auto* found = std::find_if(std::begin(kMeanings), std::end(kMeanings),
                                   [word](const Meaning& meaning) { return meaning.word == word; });
  return found == std::end(kMeanings) ? nullptr : found;
}

const Definition* FindDefinition(const ReportModel& model, std::string_view metric) {
  const auto find = [&](std::string_view id) {
    return std::find_if(model.definitions.begin(), model.definitions.end(),
                        [id](const Definition& definition) { return definition.metric == id; });
  };
  auto found = find(metric);
  if (found == model.definitions.end()) found = find(metric.substr(0, metric.find('.')));
  return found == model.definitions.end() ? nullptr : &*found;
}

std::string TitleOf(const ReportModel& model, std::string_view metric) {
  const Definition* definition = FindDefinition(model, metric);
  if (!definition || definition->title.empty()) return std::string(metric);
  if (definition->metric == metric) return definition->title;
  return definition->title + ": " + PartName(metric.substr(definition->metric.size() + 1));
}

std::string_view DirectionSign(std::string_view bound_text) {
  const std::size_t start = bound_text.find_first_not_of(' ');
  const std::string_view text = start == std::string_view::npos ? "" : bound_text.substr(start);
  if (text.starts_with("<=")) return "≤";
  if (text.starts_with(">=")) return "≥";
  if (text.starts_with("<")) return "<";
  if (text.starts_with(">")) return ">";
  if (text.starts_with("=")) return "=";
  return {};
}

}  // namespace assay::report
