// SPDX-License-Identifier: Apache-2.0
// accuracy.txt: what a reference script printed, as the text that a row carries.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "round/round.h"

namespace assay::results {

// "ROUGE1: 38.7898  ROUGE2: 15.9437": the metrics of `gates` in their order, each with the first number that stands
// behind it in the forms that the official checker knows. A metric whose line isn't there is left out.
// Shape    digits and dots only, as the checker reads: a comma, sign or exponent ends the number.
// Threads  safe: pure.
// Source   docs/formats/results.md has the forms.
std::string AccuracyTextOf(std::string_view text, std::span<const round::Gate> gates);

}  // namespace assay::results
