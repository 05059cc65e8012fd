// SPDX-License-Identifier: Apache-2.0
// Assessments for a terminal and as Markdown.
#pragma once

#include <string>

#include "report/report_format.h"
#include "run/cite.h"

namespace assay::run {

// Verdict first; then what was stated and filled, what it licenses and what not, the rules that matter, the sentence and
// footnote to paste, what to ask, and a next command.
// Shape    lines of at most 80 columns; what a user's text holds is cleaned.
std::string CiteText(const CiteAnswer& answer, const RenderOptions& options);

// The same, one section a citation.
std::string CiteMarkdown(const CiteAnswer& answer);

}  // namespace assay::run
