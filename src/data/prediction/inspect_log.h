// SPDX-License-Identifier: Apache-2.0
// An evaluation log of inspect_ai, in its JSON form or as an archive (.eval).
#pragma once

#include <string>
#include <string_view>

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

// The same of an archive, whose samples are files of their own: samples/ID_epoch_N.json beside header.json. In the order of
// the JSON form: by epoch, then by id. An archive without header.json is that of a run that was cut off, and a note.
// Errors   as ReadInspectLog, with the sample's name; those of data/format/zip_archive.h; kBadRow for an archive without
//          inspect_ai's files.
Result<TextAnswers> ReadInspectArchive(std::string_view bytes, const std::string& file);

}  // namespace assay::data
