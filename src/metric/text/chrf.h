// SPDX-License-Identifier: Apache-2.0
// chrF and chrF++: F-score of character sequences (and word sequences), with recall counting twice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

struct ChrfOptions {
  std::size_t character_order = 6;
  std::size_t word_order = 0;  // 2: chrF++
  double beta = 2;
  bool lower_case = false;
};

// "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0".
std::string ChrfSignature(const ChrfOptions& options, std::size_t references);

// Sequences of one order: in the output, in the reference, in both. They add.
struct ChrfCount {
  std::uint64_t output = 0, reference = 0, both = 0;
};

// By order, characters first; of several references the one with the best score counts.
// Shape    UTF-8; at least one reference.
// Threads  safe: pure, as all here.
std::vector<ChrfCount> CountChrf(std::string_view output, std::span<const std::string> references,
                                 const ChrfOptions& options);

// 0 to 100: precision and recall are means over the orders that both sides have.
// Source   Popović, WMT 2015 and 2017; sacrebleu 2.6.0 (by values).
double ChrfScore(std::span<const ChrfCount> counts, const ChrfOptions& options);

// Over a whole set; shape and errors as CorpusBleu of bleu.h.
Result<double> CorpusChrf(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                          const ChrfOptions& options);

}  // namespace assay::metric
