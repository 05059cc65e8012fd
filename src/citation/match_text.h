// SPDX-License-Identifier: Apache-2.0
// Whether a text as people write it holds given words: names of submitters, systems, chips and software are compared
// by whole words, so that "B200" isn't found in "GB200" and "MI300" isn't found in "MI300X".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::citation {

std::string Lower(std::string_view text);

// Letters and digits only, lower case: "Red Hat" and "RedHat" are equal.
std::string Squeezed(std::string_view text);

// Lower-case words; a dot between digits belongs to the word ("10.8"), a 'v' before a number doesn't.
std::vector<std::string> WordsOf(std::string_view text);

// Every word of `words` stands in `text` as a whole word; "10" holds for "10.8", "RTX4090" for "RTX 4090". A count such
// as "8x" isn't a word. False when there is no word.
bool HoldsWords(std::string_view text, std::string_view words);

// The words stand side by side in the text, in any case: "not verified".
bool Mentions(std::string_view text, std::string_view phrase);

// Any of the phrases.
template <class... Phrases>
bool MentionsAny(std::string_view text, const Phrases&... phrases) {
  return (Mentions(text, phrases) || ...);
}

}  // namespace assay::citation
