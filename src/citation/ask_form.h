// SPDX-License-Identifier: Apache-2.0
// The questions for the vendor as a file to be filled in: YAML, one key for each fact that is missing.
//
// A filled form is a citation file: ReadFields takes its answers as stated facts.
#pragma once

#include <span>
#include <string>

#include "citation/citation.h"

namespace assay::citation {

// Stated facts stand as they are, each open question as a comment over its empty key.
// Errors   none.
// Threads  safe: pure.
std::string AskForm(std::span<const Assessment> assessments);

}  // namespace assay::citation
