// SPDX-License-Identifier: Apache-2.0
#include "metric/text/joined_word_errors.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "text/edit_distance.h"
#include "text/token_ids.h"

namespace assay::metric {
namespace {

using WordSpan = std::span<const std::u32string>;
constexpr std::size_t kMostJoined = 3;

// The first `count` words as one; empty when there are fewer.
std::u32string JoinedWords(WordSpan words, std::size_t count) {
  std::u32string joined;
  if (count > words.size()) return joined;
  for (const std::u32string& word : words.first(count)) joined += word;
  return joined;
}

}  // namespace

std::size_t JoinedWordErrors(WordSpan said, WordSpan right) {
  text::TokenIds ids;
  std::vector<std::uint32_t> said_ids, right_ids;
  while (!said.empty() && !right.empty()) {
    std::size_t of_said = 1, of_right = 1;
    for (std::size_t k = 1; k <= kMostJoined && said.front() != right.front(); ++k) {
      if (k <= right.size() && JoinedWords(right, k) == said.front()) {
        of_right = k;
        break;
      }
      if (k <= said.size() && JoinedWords(said, k) == right.front()) {
        of_said = k;
        break;
      }
    }
    said_ids.push_back(ids.Of(JoinedWords(said, of_said)));
    right_ids.push_back(ids.Of(JoinedWords(right, of_right)));
    said = said.subspan(of_said);
    right = right.subspan(of_right);
  }
  for (const std::u32string& word : said) said_ids.push_back(ids.Of(std::u32string_view(word)));
  for (const std::u32string& word : right) right_ids.push_back(ids.Of(std::u32string_view(word)));
  return text::EditDistance(said_ids, right_ids);
}

}  // namespace assay::metric
