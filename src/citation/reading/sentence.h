// SPDX-License-Identifier: Apache-2.0
// Finds the benchmark numbers in prose, and what the words around each say about it.
//
// Nothing is guessed: a fact is stated when the words name it once for this number; two candidates leave it out. What a
// row adds is for Assess.
#pragma once

#include <string_view>
#include <vector>

#include "citation/citation.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

// One Quote per benchmark number, in the order of the text; its `text` is the sentence, or the whole of a text of up to
// three, without the footnote, whose words are in stated["footnote"]. Besides a row's headline these are quotes:
//   "1.5x faster", "40% higher"   metric "speedup", value "1.5" and "1.4", unit "x"; the other side in compared_with.
//                                 Beside a rate of the same sentence it is no quote of its own
//   "3,750 tokens/s per GPU"      metric "per_accelerator" (or "per_watt"); the same holds
//   "accuracy of 76.5%"           metric "accuracy", value "76.5", unit "%"
//   "TTFT of 420 ms"              metric "ttft" (or "tpot"), in ms
//   "a geomean of 48,211"         metric "composite"
//   a score of another board      metric "score"; unit as written, or none
// Two systems in one sentence are one quote and its compared_with, whatever the word between them.
// A text that names MLPerf or another board and asserts something without a number ("the fastest in MLPerf") is one
// quote without value; so is a lone result id.
// Shape    any UTF-8, a sentence or a paragraph. Values become plain digits in the unit of round::TextOf: "35K tokens/s"
//          is "35000", "Tokens/s" and rounded.
// Errors   none: what isn't a benchmark number makes no quote.
// Threads  safe: pure.
std::vector<Quote> ReadSentence(std::string_view text, const Place& place, const Vocabulary& vocabulary);

// What a heading or footnote states about every number on its page: facts that it names exactly once.
// Threads  safe: pure.
struct Context {
  Facts facts;
  Suite suite = Suite::kNotStated;
};
Context ReadContext(std::string_view text, const Vocabulary& vocabulary);

// Adds what the quote doesn't state itself.
void AddContext(const Context& context, Quote& quote);

}  // namespace assay::citation
