// SPDX-License-Identifier: Apache-2.0
// `assay score` of files that hold no labels: answers in words, boxes, rankings, repeated tries.
#pragma once

#include "cli/shell/terminal.h"
#include "cli/shell/verb.h"
#include "run/result_file/result_file.h"

namespace assay::cli {

inline constexpr FlagInfo kResultFlags[] = {
    {"--answer", "", "KEY", "what was answered, in words; or the ranked documents"},
    {"--reference", "", "KEY", "the right answer or answers; may be given often"},
    {"--question", "", "KEY", "answers with one value answer one question"},
    {"--tokens", "", "KEY", "tokens of each answer"},
    {"--filter", "", "NAME", "of the samples of lm-evaluation-harness"},
    {"--k", "", "NUMBER", "for recall_at_k, pass_at_k; may be repeated"},
};

// Whether it is about such a file: by a flag above, or by what the file holds.
bool IsAboutResults(const Arguments& arguments);

// The keys, right answers and ranks that the flags name; path, metrics and requirements are the verb's.
// Errors   kUsage for --k.
Result<run::ResultFileOptions> ResultOptionsOf(const Arguments& arguments);

int ScoreResults(const Arguments& arguments, Terminal& terminal);

}  // namespace assay::cli
