// SPDX-License-Identifier: Apache-2.0
// The tokens of a model in a GGUF file: its head only, however large the file is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct GgufVocabulary {
  std::vector<std::string> pieces;
  std::vector<std::int32_t> types;  // a piece; empty = none stated
  bool byte_level = false;

  bool IsControl(std::size_t id) const { return id < types.size() && types[id] == 3; }

  // Empty when the file isn't GGUF at all.
  // Errors   those of reading files; kBadRow for a head that is cut short or larger than files are; kUnsupported for a
  //          version before 2 or a tokenizer other than gpt2 and llama; kMissingKey without tokens.
  // Threads  safe: no shared state.
  // Source   the GGUF specification, versions 2 and 3: keys tokenizer.ggml.model, .tokens and .token_type.
  static Result<std::optional<GgufVocabulary>> Read(const std::string& path);
};

}  // namespace assay::data
