// SPDX-License-Identifier: Apache-2.0
// A text taken apart for the sentence reader: tokens, facts, measures, and which of them belong together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "citation/citation.h"
#include "citation/reading/measure.h"
#include "citation/reading/mention.h"
#include "citation/reading/token.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

// Tokens [begin, end).
struct Range {
  std::size_t begin = 0, end = 0;
  bool Holds(std::size_t at) const { return at >= begin && at < end; }
  bool empty() const { return begin >= end; }
};

// The other side of a comparison, within its sentence: "… than [H100] in [MLPerf v5.1]". What follows a preposition
// speaks of both sides unless the other side has a number of its own.
struct Comparison {
  Range other;   // only that side
  Range shared;  // both; empty where the sentence ends before
  // "… of [DGX B200 (]11,614.3[ against 1,240.42 tokens/s)]": the first of the pair is this side's.
  std::size_t own_number = static_cast<std::size_t>(-1);

  bool OtherHas(std::size_t number) const { return other.Holds(number) && number != own_number; }
};

struct ParsedText {
  std::string_view source;
  std::vector<Token> tokens;
  std::vector<Mention> mentions;
  std::vector<Measure> measures;        // without those whose number is part of a name
  std::vector<char> named;              // per token: part of a mention
  std::vector<Range> sentences;         // by Token::sentence
  std::vector<char> footnote;           // per sentence: it speaks of retrieval, trademarks, result ids
  std::vector<std::optional<Comparison>> comparisons;  // per sentence

  bool Has(std::string_view field) const;
  bool InName(std::size_t token) const;
  // Whether one of the words stands in the range.
  template <class... Words>
  bool Says(Range range, Words... words) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (IsOneOf(tokens[i], words...)) return true;
    }
    return false;
  }
};

// Threads  safe: pure. The views point into `text`.
ParsedText ParseText(std::string_view text, const Vocabulary& vocabulary);

// The one value that the ranges name for each field; a field with two is left out. Lists (software, precision) are
// joined, a name and its longer form are the longer.
struct NamedFacts {
  Facts facts;
  std::vector<std::string> unclear;  // fields with two values
  Suite suite = Suite::kNotStated;
};
NamedFacts FactsIn(const ParsedText& text, const std::vector<Range>& ranges);

}  // namespace assay::citation
