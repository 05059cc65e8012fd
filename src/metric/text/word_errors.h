// SPDX-License-Identifier: Apache-2.0
// Word and character error rates of transcripts, over a whole set: all edits over all reference words.
#pragma once

#include <span>
#include <string>

#include "assay/result.h"
#include "text/edit_distance.h"

namespace assay::metric {

struct WordErrors {
  text::EditCounts edits;
  std::size_t reference_words = 0, hypothesis_words = 0;

  // Sums over texts, so that sets can be scored in parts.
  WordErrors& operator+=(const WordErrors& other);
  // Edits per reference word. Without a reference word: the number of inserted words.
  double Wer() const;
  // Share of the words, of both sides, that an edit touches.
  double Mer() const;
  // Share of the information kept: hits / reference words x hits / hypothesis words; and lost, 1 minus it.
  double Wip() const;
  double Wil() const { return 1 - Wip(); }
};

// Words are what stands between blanks; runs of two or more white space characters are one blank, a single tab or no-break
// space parts nothing.
// Shape    UTF-8, a hypothesis for each reference.
// Errors   kContradiction for lengths; kEmpty without a text.
// Threads  safe: pure.
// Source   jiwer 4.0.0 process_words with its default transform (by values); Morris, Maier, Green, Interspeech 2004.
Result<WordErrors> CountWordErrors(std::span<const std::string> reference, std::span<const std::string> hypothesis);

// The same over characters (code points), blanks included but not at the ends; its Wer() is the character error rate.
// Source   jiwer 4.0.0 process_characters (by values).
Result<WordErrors> CountCharacterErrors(std::span<const std::string> reference, std::span<const std::string> hypothesis);

}  // namespace assay::metric
