// SPDX-License-Identifier: Apache-2.0
// BLEU of translations: how many word sequences of up to four words the references have too, times a penalty for short
// output. Two BLEU values compare only if their signatures are equal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

enum class BleuTokens : std::uint8_t {
  k13a,   // mteval-v13a: ASCII punctuation apart, numbers kept whole
  kIntl,  // mteval-v14: Unicode punctuation and symbols apart
  kChar,  // each character
  kNone,  // as given
};

struct BleuOptions {
  BleuTokens tokens = BleuTokens::k13a;
  bool lower_case = false;
  bool effective_order = false;  // leave out orders that the output is too short for: for single sentences
};

// "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0": what the value depends on, in sacrebleu's words; the
// version is that of the sacrebleu whose values these are.
std::string BleuSignature(const BleuOptions& options, std::size_t references);

// Counts of a set; they add, so that sets can be scored in parts.
struct BleuCounts {
  std::array<std::uint64_t, 4> correct{}, total{};
  std::uint64_t output_words = 0, reference_words = 0;

  BleuCounts& operator+=(const BleuCounts& other);
};

// The counts of one text against its references; of several reference lengths the nearest counts.
// Shape    UTF-8; at least one reference.
// Threads  safe: pure, as all here.
BleuCounts CountBleu(std::string_view output, std::span<const std::string> references, const BleuOptions& options);

// 0 to 100. Orders without a match count as half, a quarter, … of a match (exp); without any match at all 0.
// Source   Papineni, Roukos, Ward, Zhu, ACL 2002; Chen, Cherry, WMT 2014, method 3; sacrebleu 2.6.0 (by values).
double BleuScore(const BleuCounts& counts, const BleuOptions& options);

// Over a whole set.
// Shape    `references` are streams: references[r][i] belongs to outputs[i].
// Errors   kContradiction for lengths; kEmpty without a text or a reference.
Result<double> CorpusBleu(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                          const BleuOptions& options);

// A text cut into words as `tokens` says, with one blank between words.
std::u32string BleuTokenized(std::u32string_view text, BleuTokens tokens);

}  // namespace assay::metric
