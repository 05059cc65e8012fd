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

std::vector<std::string> WordsOf(std::u32string_view text, Stemming stemming) {
  const auto kept = [](char32_t code) { return (code >= U'a' && code <= U'z') || (code >= U'0' && code <= U'9'); };
  std::vector<std::string> words;
  bool inside = false;
  for (const char32_t code : text::Lower(text)) {
    if (!kept(code)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    words.back().push_back(static_cast<char>(code));
  }
  if (stemming == Stemming::kPorter) {
    for (std::string& word : words) {
      if (word.size() > 3) word = text::PorterStem(word);
    }
  }
  return words;
}

Tokens TokensOf(std::u32string_view text, Stemming stemming, text::TokenIds& ids) {
  Tokens tokens;
  for (const std::string& word : WordsOf(text, stemming)) tokens.push_back(ids.Of(std::u32string(word.begin(), word.end())));
  return tokens;
}

// Lines that aren't empty, each as tokens, possibly none.
std::vector<Tokens> Lines(std::u32string_view text, Stemming stemming, text::TokenIds& ids) {
  std::vector<Tokens> lines;
  for (const std::u32string_view line : text::SplitAt(text, U'\n')) {
    if (!line.empty()) lines.push_back(TokensOf(line, stemming, ids));
  }
  return lines;
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
  return WordsOf(text::DecodeUtf8(utf8), stemming);
}

RougeScores ScoreRouge(std::string_view predicted, std::string_view target, Stemming stemming, std::size_t orders) {
  const std::u32string given = text::DecodeUtf8(predicted);
  const std::u32string wanted = text::DecodeUtf8(target);
  text::TokenIds ids;
  text::NgramIds grams;
  const Tokens given_tokens = TokensOf(given, stemming, ids);
  const Tokens wanted_tokens = TokensOf(wanted, stemming, ids);
  RougeScores scores;
  for (std::size_t order = 1; order <= orders; ++order) {
    Tokens first = grams.Of(given_tokens, order);
    Tokens second = grams.Of(wanted_tokens, order);
    const std::size_t common = text::CommonCount(first, second);
    scores.n.push_back(Overlap(common, first.size(), second.size()));
  }
  scores.l = Overlap(text::CommonSubsequence(wanted_tokens, given_tokens), given_tokens.size(), wanted_tokens.size());
  const auto given_lines = Lines(given, stemming, ids);
  const auto wanted_lines = Lines(wanted, stemming, ids);
  scores.lsum = UnionOverlap(given_lines, wanted_lines, given_tokens.size() + wanted_tokens.size());
  return scores;
}

}  // namespace assay::metric
