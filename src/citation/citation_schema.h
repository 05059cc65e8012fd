// SPDX-License-Identifier: Apache-2.0
// The shape of the JSON that `assay cite` prints, for readers in other languages.
#pragma once

#include <string>

namespace assay::citation {

// JSON Schema (Draft 2020-12) of "assay.citation/1". tests/e2e/cite_schema.case holds the output to it.
std::string CitationSchema();

}  // namespace assay::citation
