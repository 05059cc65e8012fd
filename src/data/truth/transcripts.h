// SPDX-License-Identifier: Apache-2.0
// What was said in each recording: the manifest that RNN-T's reference makes of LibriSpeech.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

// A JSON list of {"transcript", "original_duration", …}: recordings longer than 15 s are no samples. A transcript is in
// lower case, its runs of white space one blank. LibriSpeech's have letters and apostrophes only; digits, abbreviations
// and accents would need the reference's text rules, so they are refused rather than read otherwise.
// Errors   those of reading JSON; kMissingKey and kWrongType with the place; kBadRow for another character; kEmpty.
// Threads  safe: no shared state.
// Source   mlcommons/inference speech_recognition/rnnt (retired), its manifest: max_duration 15, labels a to z, ' and blank.
Result<std::vector<std::string>> ReadTranscripts(const std::string& path);
Result<std::vector<std::string>> ParseTranscripts(std::string_view text, const std::string& file);

// The letters that Whisper's reference writes, in the order of their numbers; anything else in a transcript isn't there for
// it.
inline constexpr std::u32string_view kSpokenLetters = U" abcdefghijklmnopqrstuvwxyz'0123456789$¢£€%+-";

// The same manifest as Whisper's reference reads it: recordings of up to 30 s, of a transcript the letters above.
// Errors   as above, without kBadRow.
// Source   mlcommons/inference speech2text, its manifest and labels (by values).
Result<std::vector<std::string>> ReadSpokenTexts(const std::string& path);
Result<std::vector<std::string>> ParseSpokenTexts(std::string_view text, const std::string& file);

}  // namespace assay::data
