// SPDX-License-Identifier: Apache-2.0
// `assay score` of an MLPerf accuracy log, or of the accuracy.txt made from one.
#pragma once

#include <span>

#include "cli/shell/terminal.h"
#include "cli/shell/verb.h"

namespace assay::cli {

// Flags that make `assay score FILE` hold the file against a round's gate.
inline constexpr FlagInfo kAccuracyFlags[] = {
    {"--benchmark", "", "NAME", "an MLPerf accuracy log, or its accuracy.txt: of this"},
    {"--round", "", "NAME", "whose gates it is held against: v5.1"},
    {"--scenario", "", "NAME", "where the gate depends on it"},
    {"--truth", "", "FILE", "right answers, in the order of the samples"},
    {"--dtype", "", "TYPE", "of the log's answers: int32, float32, …, text"},
    {"--tokenizer", "", "FILE", "of the model: tokenizer.json, a GGUF file, vocab.txt"},
    {"--punkt", "", "FOLDER", "for ROUGE-Lsum: NLTK's punkt_tab/english"},
    {"--spellings", "", "FILE", "for Whisper: openai-whisper's english.json"},
    {"--class-positions", "", "", "boxes: classes are places in the list of categories"},
    {"--accuracy-txt", "", "FILE", "writes the lines of accuracy.txt there"},
};

int ScoreAccuracyLog(const Arguments& arguments, Terminal& terminal);

}  // namespace assay::cli
