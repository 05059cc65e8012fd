// SPDX-License-Identifier: Apache-2.0
// Word and character error rate as a score of counts.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "metric/text/answer_metric.h"
#include "metric/text/word_errors.h"

namespace assay::metric {

// Edits and length of the reference that needs the fewest edits; the score is one over the other, the edits alone where
// there is nothing to refer to.
// Unit     `count_errors`: CountWordErrors or CountCharacterErrors.
template <auto count_errors>
constexpr CountedScore kEditRate{
    .width = 2,
    .count =
        [](const std::string& answer, References references, std::span<double> into) {
          bool first = true;
          for (const std::string& reference : references) {
            const auto errors = count_errors(std::span(&reference, 1), std::span(&answer, 1));
            const auto edits = static_cast<double>(errors->edits.edits());
            if (!first && edits >= into[0]) continue;
            first = false;
            into[0] = edits;
            into[1] = static_cast<double>(errors->reference_words);
          }
        },
    .score = [](std::span<const double> sums) { return std::optional(sums[1] > 0 ? sums[0] / sums[1] : sums[0]); },
};

}  // namespace assay::metric
