// SPDX-License-Identifier: Apache-2.0
// The proper names that a benchmark sentence may hold: who submits, on what, with which software.
//
// Built from the public rows, so that a new round brings its own names; a few that no held row has yet (announced
// accelerators, long company names) are listed in vocabulary.cc.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "results/row_set.h"

namespace assay::citation {

// How a name is compared: letters and digits only, small. "H200-SXM-141GB" -> "h200sxm141gb".
std::string FoldName(std::string_view text);

// Spelling, folded -> the name as facts carry it.
using NameTable = std::unordered_map<std::string, std::string>;

struct Vocabulary {
  NameTable submitters;    // "quantacloudtechnology" -> "Quanta_Cloud_Technology", as the rows write it
  NameTable accelerators;  // "h200", "h200sxm", "h200sxm141gb" -> "H200", "H200-SXM", "H200-SXM-141GB"
  NameTable systems;       // "dgxh200" -> "DGX H200"
  NameTable software;      // "tensorrtllm" -> "TensorRT-LLM"; versions are read from what follows
};

// Threads  safe: pure.
Vocabulary MakeVocabulary(const results::RowSet& rows);

}  // namespace assay::citation
