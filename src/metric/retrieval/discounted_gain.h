// SPDX-License-Identifier: Apache-2.0
// nDCG: graded relevance, discounted by the logarithm of the rank, over what the best order would give.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::metric {

enum class Gain : std::uint8_t { kLinear, kExponential };  // rel, or 2^rel - 1

// Sum over the first k ranks of gain / log2(rank + 1).
// Shape    relevance in the order of ranks.
// Range    k empty = all.
// Threads  safe: pure, as all here.
// Source   Järvelin, Kekäläinen, ACM Trans. Inf. Syst. 20 (2002) 422-446; exponential gain: Burges et al., ICML 2005.
double DiscountedGain(std::span<const double> ranked, std::optional<std::size_t> k, Gain gain);

// The mean over all orders of documents with equal scores.
// Shape    relevance and score per document, any order.
// Source   McSherry, Najork, ECIR 2008; scikit-learn 1.9.1 dcg_score (by values).
double TieAveragedGain(std::span<const double> relevance, std::span<const double> scores, std::optional<std::size_t> k,
                       Gain gain);

// DiscountedGain of the best order: what to divide by. 0 where nothing is relevant.
double IdealGain(std::span<const double> relevance, std::optional<std::size_t> k, Gain gain);

}  // namespace assay::metric
