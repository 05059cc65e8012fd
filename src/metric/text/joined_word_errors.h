// SPDX-License-Identifier: Apache-2.0
// Word errors that forgive words written together or apart: "some one" for "someone".
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace assay::metric {

// From the start, words are laid beside each other: alike; up to three of one side that together make one of the other;
// else one beside one, whatever they are. Then the fewest edits between the two sides, each group one word.
// Threads  safe: pure.
// Source   mlcommons/inference speech2text helpers.py compute_wer_with_concatenation (by values).
std::size_t JoinedWordErrors(std::span<const std::u32string> said, std::span<const std::u32string> right);

}  // namespace assay::metric
