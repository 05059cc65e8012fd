// SPDX-License-Identifier: Apache-2.0
// Reads JSON text into a JsonValue. In a target of its own (assay_json_reader), because it links a library.
#pragma once

#include <string_view>

#include "assay/result.h"
#include "base/json.h"

namespace assay::base {

// One document, with nothing but white space after it.
// Shape    UTF-8, with or without BOM; nesting up to 128 levels.
// Unit     integers of 64 bits stay exact, signed or unsigned; other numbers are doubles.
// Errors   kEmpty for no text; kSyntax for what isn't JSON or nests too deep; kDuplicateKey; kOutOfRange for a number
//          that no 64-bit integer or finite double holds. Each with `file`, line, column and the line's text.
// Threads  safe: no shared state.
// Source   RFC 8259.
Result<JsonValue> ReadJson(std::string_view text, std::string_view file);

}  // namespace assay::base
