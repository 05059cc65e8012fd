// SPDX-License-Identifier: Apache-2.0
// Questions with as much of their paragraph as fits a model of 384 tokens, window by window: the samples of MLPerf's BERT.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/truth/squad_questions.h"
#include "text/word_pieces.h"

namespace assay::data {

// A window's tokens are [CLS], the question's pieces, [SEP], `length` of the paragraph's pieces, [SEP].
struct SquadWindow {
  std::size_t question = 0;                // of the set
  std::size_t first = 0, length = 0;       // of the paragraph's pieces
  std::size_t offset = 0;                  // of the first of them among the window's tokens
  std::vector<bool> fullest;               // of each: no other window of the question has more text on both its sides
};

class SquadWindows {
 public:
  static constexpr std::size_t kTokens = 384, kQuestionTokens = 64, kStride = 128;

  // In the order of the questions and, of one, of its text. A paragraph without a token has no window.
  // Source   Devlin et al. 2018, the published SQuAD procedure, with MLPerf's sizes.
  SquadWindows(const SquadSet& set, text::WordPieces pieces);

  const std::vector<SquadWindow>& windows() const { return windows_; }

  // The paragraph's own words that pieces `first` to `last` of the paragraph of `question` stand for: as the question's text
  // has them, less what stands beside the pieces in a word ("Smith" of "Smith's"). Where letters can't be told apart one by
  // one, the words are whole.
  // Range    first <= last < pieces of the paragraph.
  // Threads  safe: const.
  std::string TextOf(std::size_t question, std::size_t first, std::size_t last) const;

 private:
  struct Paragraph {
    std::vector<std::u32string> words;             // between blanks
    std::vector<std::u32string_view> pieces;       // of the vocabulary
    std::vector<std::uint32_t> word_of;            // of each piece
  };

  void AddWindows(std::size_t question, std::size_t question_tokens, const Paragraph& paragraph);

  text::WordPieces pieces_;
  std::vector<Paragraph> paragraphs_;
  std::vector<std::size_t> paragraph_of_;  // of each question
  std::vector<SquadWindow> windows_;
};

}  // namespace assay::data
