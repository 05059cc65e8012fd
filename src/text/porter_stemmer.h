// SPDX-License-Identifier: Apache-2.0
// Porter's stemmer in the form that ROUGE's reference uses: NLTK's default, which adds a few rules and irregular words to
// the published algorithm.
#pragma once

#include <string>
#include <string_view>

namespace assay::text {

// The stem of an English word: "killed" and "kills" give "kill".
// Range    a word of letters a-z and digits, lower case; other bytes count as consonants. Words of up to two letters stay.
// Threads  safe: pure.
// Source   Porter, Program 14 (1980) 130-137; NLTK 3.10.4 PorterStemmer (by values).
std::string PorterStem(std::string_view word);

}  // namespace assay::text
