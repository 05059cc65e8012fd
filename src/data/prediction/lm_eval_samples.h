// SPDX-License-Identifier: Apache-2.0
// Per-sample results of lm-evaluation-harness: samples_TASK_DATE.jsonl, written with --log_samples.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"
#include "base/json.h"
#include "data/prediction/text_answers.h"

namespace assay::data {

// Whether an object is a line of such a file: doc_id, target, filtered_resps.
bool IsLmEvalSample(const base::JsonValue& object);

// A line per document and filter. Generated texts are the answers; where each choice has its log-likelihood, the answer
// is the number of the likeliest, which the target must be a number to compare with. Targets are texts; a Python list
// of texts is several right answers.
// Range    filter: one of the file's; empty = the first.
// Errors   those of reading; kMissingKey, kWrongType, kDuplicateId with the line; kUnknownName for a filter that isn't
//          there; kUnsupported for log-likelihoods whose targets are no numbers of choices.
// Threads  safe: no shared state.
// Source   files written by lm_eval 0.4.13.
Result<TextAnswers> ReadLmEvalSamples(std::string_view text, const std::string& file, const std::string& filter);

// "['a', \"b\"]" as its texts; empty for what isn't a list of quoted texts.
std::vector<std::string> PythonTexts(std::string_view text);

}  // namespace assay::data
