// SPDX-License-Identifier: Apache-2.0
// An evaluation log of inspect_ai in its JSON form.
#pragma once

#include <string>

#include "assay/result.h"
#include "base/json.h"
#include "data/prediction/text_answers.h"

namespace assay::data {

// Whether a document is such a log: eval, samples.
bool IsInspectLog(const base::JsonValue& document);

// Answers are the completions. A sample asked in several epochs is one question. A sample that ended in an error, or has
// no completion, has no answer. Scores "C" and "I" are 1 and 0, "P" is one half, "N" is 0, as inspect_ai reads them.
// Errors   kMissingKey and kWrongType with the place ("samples[3].target"); kDuplicateId for a sample and epoch twice;
//          kEmpty without samples (a log of headers only).
// Threads  safe: no shared state.
// Source   logs written by inspect_ai 0.3.285.
Result<TextAnswers> ReadInspectLog(const base::JsonValue& document, const std::string& file);

}  // namespace assay::data
