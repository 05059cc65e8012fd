// SPDX-License-Identifier: Apache-2.0
#include "metric/text/rouge.h"

#include <algorithm>

#include "text/edit_distance.h"
#include "text/porter_stemmer.h"
#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

OverlapScore Overlap(std::size_t common, std::size_t predicted, std::size_t target) {
  if (predicted == 0 || target == 0) return {};
  OverlapScore score;
  score.precision = static_cast<double>(common) / static_cast<double>(predicted);
  score.recall = static_cast<double>(common) / static_cast<double>(target);
  if (score.precision + score.recall > 0) {
    score.f1 = 2 * score.precision * score.recall / (score.precision + score.recall);
  }
  return score;
}

bool IsKept(char32_t code) { return (code >= U'a' && code <= U'z') || (code >= U'0' && code <= U'9'); }

// Calls `take` with each word of a text that is in lower case.
template <class Take>
void ForEachWord(std::u32string_view lower, Stemming stemming, Take take) {
  for (std::size_t at = 0; at < lower.size();) {
    while (at < lower.size() && !IsKept(lower[at])) ++at;
    const std::size_t start = at;
    while (at < lower.size() && IsKept(lower[at])) ++at;
    const std::u32string_view word = lower.substr(start, at - start);
    if (word.empty()) continue;
    if (stemming == Stemming::kNone || word.size() <= 3) {
      take(word);
      continue;
    }
    std::string plain;
    for (const char32_t code : word) plain.push_back(static_cast<char>(code));
    const std::string stem = text::PorterStem(plain);
    take(std::u32string(stem.begin(), stem.end()));
  }
}

// The lines of an ASCII text, a byte a letter.
std::vector<Tokens> AsciiLines(std::string_view text, Stemming stemming, text::TokenIds& ids) {
  std::vector<Tokens> lines;
  std::string word;
  bool in_line = false;
  const auto end_word = [&] {
    if (word.empty()) return;
    const bool stemmed = stemming != Stemming::kNone && word.size() > 3;
    lines.back().push_back(ids.Of(stemmed ? std::string_view(word = text::PorterStem(word)) : std::string_view(word)));
    word.clear();
  };
  for (const char letter : text) {
    const unsigned char lower = text::AsciiLower(static_cast<unsigned char>(letter));
    if (letter == '\n') {
      end_word();
      in_line = false;
      continue;
    }
    if (!in_line) lines.emplace_back();
    in_line = true;
    if (IsKept(lower)) word.push_back(static_cast<char>(lower));
    else end_word();
  }
  end_word();
  return lines;
}

// Lines that aren't empty, each as tokens, possibly none. All tokens in a row are those of the text, since a line's end
// parts words.
std::vector<Tokens> Lines(std::string_view utf8, Stemming stemming, text::TokenIds& ids) {
  if (text::IsAscii(utf8)) return AsciiLines(utf8, stemming, ids);
  const std::u32string text = text::DecodeUtf8(utf8);
  std::vector<Tokens> lines;
  for (const std::u32string_view line : text::SplitAt(text, U'\n')) {
    if (line.empty()) continue;
    Tokens& tokens = lines.emplace_back();
    ForEachWord(text::Lower(line), stemming, [&](std::u32string_view word) { tokens.push_back(ids.Of(word)); });
  }
  return lines;
}

Tokens Joined(const std::vector<Tokens>& lines) {
  Tokens all;
  for (const Tokens& line : lines) all.insert(all.end(), line.begin(), line.end());
  return all;
}

// Marks the positions of `line` that lie on one longest common subsequence with `other`: from the end, and where there is
// a choice, back in `other` only if that is longer.
void MarkSubsequence(const Tokens& line, const Tokens& other, std::vector<bool>& marked) {
  const std::size_t width = other.size() + 1;
  std::vector<std::uint32_t> length((line.size() + 1) * width);
  for (std::size_t i = 1; i <= line.size(); ++i) {
    for (std::size_t j = 1; j <= other.size(); ++j) {
      length[i * width + j] = line[i - 1] == other[j - 1]
                                  ? length[(i - 1) * width + j - 1] + 1
                                  : std::max(length[(i - 1) * width + j], length[i * width + j - 1]);
    }
  }
  for (std::size_t i = line.size(), j = other.size(); i > 0 && j > 0;) {
    if (line[i - 1] == other[j - 1]) {
      marked[--i] = true;
      --j;
    } else if (length[i * width + j - 1] > length[(i - 1) * width + j]) {
      --j;
    } else {
      --i;
    }
  }
}

// A token counts as often as both texts have it, over all lines.
OverlapScore UnionOverlap(const std::vector<Tokens>& predicted, const std::vector<Tokens>& target, std::size_t ids) {
  std::vector<std::uint32_t> left_predicted(ids), left_target(ids);
  std::size_t predicted_size = 0;
  std::size_t target_size = 0;
  for (const Tokens& line : predicted) {
    predicted_size += line.size();
    for (const std::uint32_t token : line) ++left_predicted[token];
  }
  for (const Tokens& line : target) {
    target_size += line.size();
    for (const std::uint32_t token : line) ++left_target[token];
  }
  std::size_t hits = 0;
  for (const Tokens& line : target) {
    std::vector<bool> marked(line.size());
    for (const Tokens& other : predicted) MarkSubsequence(line, other, marked);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!marked[i] || left_predicted[line[i]] == 0 || left_target[line[i]] == 0) continue;
      --left_predicted[line[i]];
      --left_target[line[i]];
      ++hits;
    }
  }
  return Overlap(hits, predicted_size, target_size);
}

}  // namespace

std::vector<std::string> RougeWords(std::string_view utf8, Stemming stemming) {
  std::vector<std::string> words;
  ForEachWord(text::Lower(text::DecodeUtf8(utf8)), stemming,
              [&](std::u32string_view word) { words.push_back(text::EncodeUtf8(word)); });
  return words;
}

RougeScores ScoreRouge(std::string_view predicted, std::string_view target, Stemming stemming, std::size_t orders) {
  text::TokenIds ids;
  text::NgramIds grams;
  const std::vector<Tokens> given_lines = Lines(predicted, stemming, ids);
  const std::vector<Tokens> wanted_lines = Lines(target, stemming, ids);
  const Tokens given_tokens = Joined(given_lines);
  const Tokens wanted_tokens = Joined(wanted_lines);
  RougeScores scores;
  for (std::size_t order = 1; order <= orders; ++order) {
    Tokens first = grams.Of(given_tokens, order);
    Tokens second = grams.Of(wanted_tokens, order);
    const std::size_t common = text::CommonCount(first, second);
    scores.n.push_back(Overlap(common, first.size(), second.size()));
  }
  scores.l = Overlap(text::CommonSubsequence(wanted_tokens, given_tokens), given_tokens.size(), wanted_tokens.size());
  scores.lsum = UnionOverlap(given_lines, wanted_lines, ids.size());
  return scores;
}

}  // namespace assay::metric
