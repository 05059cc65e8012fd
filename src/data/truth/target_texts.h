// SPDX-License-Identifier: Apache-2.0
// Right texts in the order of a query sample library: cnn_eval.json, or one JSON object a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

// A JSON list of objects, or JSON Lines; of each the text under `key`.
// Errors   those of reading JSON; kMissingKey and kWrongType with the place ("[3]", or the line); kEmpty without a text.
// Threads  safe: no shared state.
// Source   mlcommons/inference language/gpt-j: sample i is entry i of cnn_eval.json, its text is "output".
Result<std::vector<std::string>> ReadTargetTexts(const std::string& path, std::string_view key);
Result<std::vector<std::string>> ParseTargetTexts(std::string_view text, const std::string& file, std::string_view key);

}  // namespace assay::data
