// SPDX-License-Identifier: Apache-2.0
#include "metric/text/squad.h"

#include <algorithm>
#include <vector>

#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

bool IsAsciiPunctuation(char32_t code) {
  return (code >= 0x21 && code <= 0x2F) || (code >= 0x3A && code <= 0x40) || (code >= 0x5B && code <= 0x60) ||
         (code >= 0x7B && code <= 0x7E);
}

bool IsArticle(std::u32string_view word) { return word == U"a" || word == U"an" || word == U"the"; }

// Between two \b there is a run of word characters; runs that are articles become a blank.
std::u32string WithoutArticles(std::u32string_view text) {
  std::u32string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    while (at < text.size() && text::IsWord(text[at])) ++at;
    const std::u32string_view word = text.substr(start, at - start);
    if (IsArticle(word)) kept.push_back(U' ');
    else kept += word;
    if (at < text.size()) kept.push_back(text[at++]);
  }
  return kept;
}

AnswerScore ScoreNormalised(const std::u32string& predicted, const std::u32string& right) {
  AnswerScore score{.exact = predicted == right};
  text::TokenIds ids;
  auto given = ids.Of(text::SplitAtSpace(predicted));
  auto wanted = ids.Of(text::SplitAtSpace(right));
  const auto common = static_cast<double>(text::CommonCount(given, wanted));
  if (common > 0) {
    const double precision = common / static_cast<double>(given.size());
    const double recall = common / static_cast<double>(wanted.size());
    score.f1 = 2 * precision * recall / (precision + recall);
  }
  return score;
}

std::u32string Normalised(std::string_view bytes) { return NormaliseAnswer(text::DecodeUtf8(bytes)); }

}  // namespace

std::u32string NormaliseAnswer(std::u32string_view answer) {
  std::u32string text = text::Lower(answer);
  std::erase_if(text, IsAsciiPunctuation);
  std::u32string joined;
  const std::u32string kept = WithoutArticles(text);
  for (const std::u32string_view word : text::SplitAtSpace(kept)) {
    if (!joined.empty()) joined.push_back(U' ');
    joined += word;
  }
  return joined;
}

Result<AnswerScore> ScoreAnswer(std::string_view predicted, std::span<const std::string> right) {
  if (right.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 right answer, found none");
  const std::u32string given = Normalised(predicted);
  AnswerScore best;
  for (const std::string& one : right) {
    const AnswerScore score = ScoreNormalised(given, Normalised(one));
    best = {best.exact || score.exact, std::max(best.f1, score.f1)};
  }
  return best;
}

AnswerScore ScoreAnswerOrNone(std::string_view predicted, std::span<const std::string> right) {
  const std::u32string given = Normalised(predicted);
  std::vector<std::u32string> wanted;
  for (const std::string& one : right) {
    std::u32string answer = Normalised(one);
    if (!answer.empty()) wanted.push_back(std::move(answer));
  }
  if (wanted.empty()) wanted.emplace_back();
  AnswerScore best;
  for (const std::u32string& one : wanted) {
    AnswerScore score = ScoreNormalised(given, one);
    if (given.empty() || one.empty()) score.f1 = score.exact ? 1 : 0;
    best = {best.exact || score.exact, std::max(best.f1, score.f1)};
  }
  return best;
}

}  // namespace assay::metric
