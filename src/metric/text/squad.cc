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

// NormaliseAnswer of an ASCII text, a byte a letter: the same steps in one pass.
std::u32string NormaliseAscii(std::string_view answer) {
  std::u32string joined;
  joined.reserve(answer.size());
  std::size_t run = 0;       // where the last run of word characters begins, up to the end
  bool after_blank = false;  // a blank is due before the next letter
  const auto end_run = [&] {
    if (!IsArticle(std::u32string_view(joined).substr(run))) return;
    joined.resize(run);
    after_blank = true;
  };
  const auto put = [&](char32_t letter) {
    if (after_blank && !joined.empty() && joined.back() != U' ') {
      joined.push_back(U' ');
      if (run + 1 == joined.size()) ++run;
    }
    after_blank = false;
    joined.push_back(letter);
  };
  bool in_run = false;
  for (const char byte : answer) {
    const char32_t letter = text::AsciiLower(static_cast<unsigned char>(byte));
    if (IsAsciiPunctuation(letter)) continue;
    const bool word = text::IsWord(letter);
    if (in_run && !word) end_run();
    if (word && !in_run) run = joined.size();
    in_run = word;
    if (text::IsAsciiSpace(static_cast<unsigned char>(letter))) after_blank = true;
    else put(letter);
  }
  if (in_run) end_run();
  while (!joined.empty() && joined.back() == U' ') joined.pop_back();
  return joined;
}

using Words = std::vector<std::u32string_view>;

// How many words both have, each as often as it is in both.
std::size_t CommonWords(const Words& given, const Words& wanted) {
  constexpr std::size_t kFew = 64;  // answers are short: then comparing all is faster than numbering words
  if (given.size() > kFew || wanted.size() > kFew) {
    text::TokenIds ids;
    auto first = ids.Of(given);
    auto second = ids.Of(wanted);
    return text::CommonCount(first, second);
  }
  std::uint64_t taken = 0;
  std::size_t common = 0;
  for (const std::u32string_view word : given) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if ((taken >> i & 1) != 0 || wanted[i] != word) continue;
      taken |= std::uint64_t{1} << i;
      ++common;
      break;
    }
  }
  return common;
}

// An answer in normal form: words with a blank between. The words are parts of the text, so it stays where it is.
struct Answer {
  explicit Answer(std::u32string normalised) : text(std::move(normalised)), words(text::SplitAtSpace(text)) {}
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  const std::u32string text;
  const Words words;
};

AnswerScore ScoreNormalised(const Answer& given, const Answer& wanted) {
  AnswerScore score{.exact = given.text == wanted.text};
  const auto common = static_cast<double>(CommonWords(given.words, wanted.words));
  if (common > 0) {
    const double precision = common / static_cast<double>(given.words.size());
    const double recall = common / static_cast<double>(wanted.words.size());
    score.f1 = 2 * precision * recall / (precision + recall);
  }
  return score;
}

std::u32string Normalised(std::string_view bytes) {
  return text::IsAscii(bytes) ? NormaliseAscii(bytes) : NormaliseAnswer(text::DecodeUtf8(bytes));
}

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
  const Answer given(Normalised(predicted));
  AnswerScore best;
  for (const std::string& one : right) {
    const AnswerScore score = ScoreNormalised(given, Answer(Normalised(one)));
    best = {best.exact || score.exact, std::max(best.f1, score.f1)};
  }
  return best;
}

AnswerScore ScoreAnswerOrNone(std::string_view predicted, std::span<const std::string> right) {
  const Answer given(Normalised(predicted));
  std::vector<std::u32string> wanted;
  for (const std::string& one : right) {
    std::u32string answer = Normalised(one);
    if (!answer.empty()) wanted.push_back(std::move(answer));
  }
  if (wanted.empty()) wanted.emplace_back();
  AnswerScore best;
  for (std::u32string& one : wanted) {
    const Answer answer(std::move(one));
    AnswerScore score = ScoreNormalised(given, answer);
    if (given.text.empty() || answer.text.empty()) score.f1 = score.exact ? 1 : 0;
    best = {best.exact || score.exact, std::max(best.f1, score.f1)};
  }
  return best;
}

}  // namespace assay::metric
