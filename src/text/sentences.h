// SPDX-License-Identifier: Apache-2.0
// Sentences of a text as the Punkt model parts them: what ROUGE-Lsum's references call lines.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "assay/result.h"

namespace assay::text {

class PunktModel {
 public:
  // A folder with abbrev_types.txt, collocations.tab, ortho_context.tab and sent_starters.txt: NLTK's
  // tokenizers/punkt_tab/english.
  // Errors   those of reading files; kBadRow with the line for a row without its columns or number.
  static Result<PunktModel> Read(const std::string& folder);
  // The same from texts, in the order of the names above.
  static Result<PunktModel> Parse(std::string_view abbreviations, std::string_view collocations, std::string_view contexts,
                                  std::string_view starters, const std::string& folder);

  // Views into `text`, in its order; none is empty; white space between them is in none.
  // Threads  safe: const.
  // Source   Kiss and Strunk, Computational Linguistics 32 (2006); sent_tokenize of NLTK 3.8.1 to 3.9.2 (by values). From
  //          3.10 on NLTK takes typographic quotes for closing marks too; that isn't done here.
  std::vector<std::u32string_view> Sentences(std::u32string_view text) const;

 private:
  struct Token;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::u32string_view word) const { return std::hash<std::u32string_view>{}(word); }
  };
  enum class Start : std::uint8_t { kNo, kYes, kUnknown };

  bool HasBreak(std::u32string_view context) const;
  Token Marked(std::u32string_view word) const;
  void Reconsider(Token& token, const Token& next) const;
  Start StartsSentence(const Token& token) const;
  unsigned ContextsOf(std::u32string_view type) const;
  bool IsAbbreviation(std::u32string_view word) const;

  std::unordered_set<std::u32string, Hash, std::equal_to<>> abbreviations_, starters_;
  std::set<std::pair<std::u32string, std::u32string>> collocations_;
  std::unordered_map<std::u32string, unsigned, Hash, std::equal_to<>> contexts_;  // bits: where and in which case it was seen
};

}  // namespace assay::text
