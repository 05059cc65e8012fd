// SPDX-License-Identifier: Apache-2.0
// Texts that are nearly one of a set of known texts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::text {

struct NearDuplicate {
  std::size_t text = 0, known = 0;  // places in the two lists
  double similarity = 0;
};

struct NearDuplicateRule {
  double at_least = 0.8;         // share of runs of three words that both have, of those that either has
  std::size_t fewest_words = 10; // shorter texts aren't looked at: they are alike by chance
  std::size_t most_runs = 20'000'000;  // of all texts together: as many as a second or two can take
};

// For each text that is nearly a known one, in their order, the first such that is found. Words are runs of letters and
// digits (any byte beyond ASCII counts as one), in lower case for ASCII. Candidates come from 64 minimum hashes in 16 bands
// of 4, which miss a pair of similarity 0.8 once in 5,000; the similarity is then counted exactly.
// Empty    where there are more runs than the rule allows: nothing was looked at.
// Threads  safe: pure; the same texts give the same result on any machine.
// Source   Broder, On the resemblance and containment of documents, 1997; Leskovec, Rajaraman, Ullman, Mining of Massive
//          Datasets, 2014, section 3.4.
std::optional<std::vector<NearDuplicate>> NearDuplicates(std::span<const std::string> texts,
                                                         std::span<const std::string> known,
                                                         const NearDuplicateRule& rule = {});

}  // namespace assay::text
