// SPDX-License-Identifier: Apache-2.0
// British words and their American spelling: a JSON object of texts, openai-whisper's whisper/normalizers/english.json.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"
#include "text/spoken_english.h"

namespace assay::data {

// Errors   those of reading JSON; kWrongType for anything but an object of texts; kEmpty without a word.
// Threads  safe: no shared state.
Result<text::Spellings> ReadSpellings(const std::string& path);
Result<text::Spellings> ParseSpellings(std::string_view json, const std::string& file);

}  // namespace assay::data
