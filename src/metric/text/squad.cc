// SPDX-License-Identifier: Apache-2.0
#include "metric/text/squad.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

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

enum class Letter : std::uint8_t { kOther, kWord, kSpace, kPunctuation };

constexpr std::array<Letter, 128> kLetters = [] {
  std::array<Letter, 128> letters{};
  for (unsigned char code = 0; code < letters.size(); ++code) {
    const bool word = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9');
    letters[code] = word                             ? Letter::kWord
                    : text::IsAsciiSpace(code)       ? Letter::kSpace
                    : text::IsAsciiPunctuation(code) ? Letter::kPunctuation
                                                     : Letter::kOther;
  }
  return letters;
}();

// NormaliseAnswer of an ASCII text, a byte a letter: the same steps in one pass. Letters go to the end of what is kept;
// where a run of word characters turns out to be an article it is taken back, and a blank is due.
std::u32string NormaliseAscii(std::string_view answer) {
  std::u32string kept;
  kept.reserve(answer.size());
  std::size_t run = 0;  // where the current or last run begins
  bool in_run = false;
  bool blank_due = false;
  const auto end_run = [&] {
    in_run = false;
    if (kept.size() - run > 3 || !IsArticle(std::u32string_view(kept).substr(run))) return;
    kept.resize(run);
    blank_due = true;
  };
  for (const char byte : answer) {
    const auto code = static_cast<unsigned char>(byte);
    const Letter letter = kLetters[code];
    if (letter == Letter::kPunctuation) continue;
    if (in_run && letter != Letter::kWord) end_run();
    if (letter == Letter::kSpace) {
      blank_due = true;
      continue;
    }
    if (blank_due && !kept.empty() && kept.back() != U' ') kept.push_back(U' ');
    blank_due = false;
    if (letter == Letter::kWord && !in_run) {
      in_run = true;
      run = kept.size();
    }
    kept.push_back(text::AsciiLower(code));
  }
  if (in_run) end_run();
  while (!kept.empty() && kept.back() == U' ') kept.pop_back();
  return kept;
}

using AnswerWords = std::vector<std::u32string_view>;

// How many words both have, each as often as it is in both.
std::size_t CommonWords(const AnswerWords& given, const AnswerWords& wanted) {
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
  explicit Answer(std::u32string normalised) : text(std::move(normalised)) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(U' ', at), text.size());
      words.push_back(std::u32string_view(text).substr(at, end - at));
      at = end + 1;
    }
  }
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  const std::u32string text;
  AnswerWords words;
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

// Digits with the points between them; what else stands there doesn't matter.
std::vector<std::string> PointedNumbers(std::string_view text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!digit(i) && !(text[i] == '.' && i > 0 && digit(i - 1) && digit(i + 1))) continue;
    const bool goes_on = i > 0 && (digit(i - 1) || (text[i - 1] == '.' && i > 1 && digit(i - 2)) ||
                                   (text[i - 1] == ',' && i > 1 && digit(i - 2)));
    if (!goes_on) numbers.emplace_back();
    numbers.back() += text[i];
  }
  return numbers;
}

std::u32string Normalised(std::string_view bytes) {
  return text::IsAscii(bytes) ? NormaliseAscii(bytes) : NormaliseAnswer(text::DecodeUtf8(bytes));
}

}  // namespace

std::u32string NormaliseAnswer(std::u32string_view answer) {
  std::u32string text = text::Lower(answer);
  std::erase_if(text, text::IsAsciiPunctuation);
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

bool IsExactWithoutPoint(std::string_view predicted, std::span<const std::string> right) {
  const std::vector<std::string> given = PointedNumbers(predicted);
  bool exact = false;
  const Answer normal(Normalised(predicted));
  for (const std::string& one : right) {
    if (Normalised(one) != normal.text) continue;
    if (PointedNumbers(one) == given) return false;
    exact = true;
  }
  return exact;
}

}  // namespace assay::metric
