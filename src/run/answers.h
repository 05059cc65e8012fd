// SPDX-License-Identifier: Apache-2.0
// From a record's output bytes to answers beside the right ones: the cases of a cell.
#pragma once

#include <optional>
#include <string>

#include "assay/dataset.h"
#include "assay/executor.h"
#include "assay/result.h"
#include "data/output/answer_reader.h"
#include "record/run_record.h"
#include "run/cell_context.h"
#include "spec/spec.h"

namespace assay::run {

// What the executor's outputs can be read as; empty where the spec or the executor says nothing about answers. Made
// before a load, so that a long run isn't lost to a wrong index.
// Errors   of data::AnswerReader::Make.
Result<std::optional<data::AnswerReader>> ReaderFor(const spec::Spec& spec, const ExecutorDescription& executor);

// Writes cases.jsonl, in order of issue (docs/formats/cases.md): one line per issued sample where the traffic has a
// latency bound and in the accuracy pass; else one per case, its first answer. `predicted` is the decision
// at output.threshold (0.5 unless the spec says otherwise) or the largest class; the operating point comes later.
// Errors   kSutMismatch when output.score names an element that the outputs lack; kUnwritable.
Result<void> WriteCases(const spec::Spec& spec, const spec::Traffic& traffic, const CellContext& context,
                        const Dataset& data, const record::RunRecord& record, const std::string& path);

}  // namespace assay::run
