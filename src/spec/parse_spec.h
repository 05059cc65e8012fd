// SPDX-License-Identifier: Apache-2.0
// From a YAML tree to a Spec. Reading the bytes is read_spec.h, in a target of its own.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"
#include "spec/node.h"
#include "spec/spec.h"

namespace assay::spec {

// What could be read, and everything that is wrong with the rest.
struct ParsedSpec {
  Spec spec;
  Errors errors;
};

// `file` is the spec's name for errors and for the folder that its paths start from; `text` its
// bytes. Errors   in ParsedSpec, in the order of reading: kUnknownKey, kWrongType, kBadQuantity,
// kOutOfRange, kMissingKey,
//          kUnknownName, kUnsupported, kContradiction, kDuplicateKey, kBadBound.
// Threads  safe: pure.
ParsedSpec ParseSpecPartly(const Node& root, const std::string& file, std::string_view text);
// The same, all or nothing.
Results<Spec> ParseSpec(const Node& root, const std::string& file, std::string_view text);

// By place, and at most 100, the last one saying how many more there are.
void SortErrors(Errors& errors);

}  // namespace assay::spec
