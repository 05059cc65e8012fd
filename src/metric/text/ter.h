// SPDX-License-Identifier: Apache-2.0
// TER: how many edits turn a translation into the reference, where moving a run of words counts as one edit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

struct TerOptions {
  bool case_sensitive = false;
};

// "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0".
std::string TerSignature(const TerOptions& options, std::size_t references);

// Sums of a set: they add.
struct TerCounts {
  double edits = 0;             // of the nearest reference
  double reference_words = 0;   // mean over the references
};

// Words are what stands between white space.
// Shape    UTF-8; at least one reference.
// Threads  safe: pure, as all here. Time is bounded: at most 1,000 moves are tried per pair of texts.
// Source   Snover, Dorr, Schwartz, Micciulla, Makhoul, AMTA 2006; the choice among moves, the band of 25 words around the
//          diagonal and the limits are those of sacrebleu 2.6.0 (by values).
TerCounts CountTer(std::string_view output, std::span<const std::string> references, const TerOptions& options);

// Edits per reference word x 100; may exceed 100. Without a reference word: 100 if there are edits, else 0.
double TerScore(const TerCounts& counts);

// Over a whole set; shape and errors as CorpusBleu of bleu.h.
Result<double> CorpusTer(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                         const TerOptions& options);

}  // namespace assay::metric
