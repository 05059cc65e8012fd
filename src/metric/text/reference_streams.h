// SPDX-License-Identifier: Apache-2.0
// Several reference translations of a set: one stream of texts per translator.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

// Errors   kEmpty without a text or a stream; kContradiction when a stream isn't as long as the set.
// Threads  safe: pure.
inline Result<void> CheckStreams(std::span<const std::string> outputs, std::span<const std::vector<std::string>> streams) {
  if (outputs.empty() || streams.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 text and 1 reference");
  for (const std::vector<std::string>& stream : streams) {
    if (stream.size() == outputs.size()) continue;
    return Fail(ErrorCode::kContradiction, "expected a reference for each of " + std::to_string(outputs.size()) +
                                               " texts, found " + std::to_string(stream.size()));
  }
  return {};
}

// What all translators made of text `i`.
inline std::vector<std::string> ReferencesOf(std::span<const std::vector<std::string>> streams, std::size_t i) {
  std::vector<std::string> references;
  for (const std::vector<std::string>& stream : streams) references.push_back(stream[i]);
  return references;
}

}  // namespace assay::metric
