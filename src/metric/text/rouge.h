// SPDX-License-Identifier: Apache-2.0
// ROUGE: how many words, word sequences and subsequences a text shares with a reference text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::metric {

struct OverlapScore {
  double precision = 0, recall = 0, f1 = 0;
};

enum class Stemming : std::uint8_t { kNone, kPorter };  // kPorter: words of more than three letters, NLTK's rules

// A text as ROUGE sees it: runs of a-z and 0-9 of its lower case.
// Source   rouge-score 0.1.2 tokenize (by values).
std::vector<std::string> RougeWords(std::string_view utf8, Stemming stemming);

struct RougeScores {
  std::vector<OverlapScore> n;  // ROUGE-1, -2, …
  OverlapScore l;               // longest common subsequence
  OverlapScore lsum;            // by line: union of the subsequences with each line of the other text
};

// Shape    UTF-8; sentences of `lsum` are parted by "\n", as mlcommons/inference parts them before.
// Unit     shares in 0 to 1. A text without words scores 0.
// Range    orders >= 1: how many of n.
// Threads  safe: pure.
// Source   Lin, ACL workshop 2004; rouge-score 0.1.2 (by values).
RougeScores ScoreRouge(std::string_view predicted, std::string_view target, Stemming stemming, std::size_t orders = 2);

}  // namespace assay::metric
