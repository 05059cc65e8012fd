// SPDX-License-Identifier: Apache-2.0
// BERT's words and word pieces: text in lower case without accents, parted at white space and punctuation, each word then
// into the longest pieces that the vocabulary has.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "assay/result.h"

namespace assay::text {

// Control, format, private and unassigned characters are dropped; each CJK ideograph and each punctuation mark is a word.
// [UNK], [SEP], [PAD], [CLS] and [MASK] between blanks are kept as they are.
// Threads  safe: pure.
// Source   Devlin et al. 2018, its published tokenisation, uncased; categories are those of Unicode 14.
std::vector<std::u32string> BertWords(std::u32string_view text);

class WordPieces {
 public:
  // vocab.txt: one piece a line; those that go on a word begin with "##".
  // Errors   kEmpty; kMissingKey without [UNK]; those of reading files.
  static Result<WordPieces> Read(const std::string& path);
  static Result<WordPieces> Parse(std::string_view text, const std::string& file);

  // Appends the pieces of the text; they are views into this vocabulary. A word that can't be made of pieces, or has more
  // than 100 characters, is [UNK]. [UNK], [SEP], [PAD], [CLS] and [MASK] in the text stay whole.
  // Source   BertTokenizer of transformers 4, uncased.
  void Append(std::u32string_view text, std::vector<std::u32string_view>& pieces) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::u32string_view piece) const { return std::hash<std::u32string_view>{}(piece); }
  };

  void AppendWord(std::u32string_view word, std::vector<std::u32string_view>& pieces) const;

  std::unordered_set<std::u32string, Hash, std::equal_to<>> pieces_;
};

}  // namespace assay::text
