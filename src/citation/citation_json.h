// SPDX-License-Identifier: Apache-2.0
// Assessments for other programs.
#pragma once

#include <span>
#include <string>

#include "citation/citation.h"
#include "citation/document.h"

namespace assay::citation {

// {"schema": "assay.citation/1", "citations": […], "not_read": […]}; docs/formats has the members.
// Shape    equal values give equal bytes.
// Errors   none.
// Threads  safe: pure.
std::string CitationJson(std::span<const Assessment> assessments, std::span<const NotRead> not_read);

// SARIF 2.1.0: one result for each verdict that isn't EVIDENCE and one for each rule broken, at its file and line.
// Errors   none.
// Threads  safe: pure.
// Source   OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
std::string CitationSarif(std::span<const Assessment> assessments, std::span<const NotRead> not_read,
                          std::string_view version);

}  // namespace assay::citation
