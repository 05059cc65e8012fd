// SPDX-License-Identifier: Apache-2.0
// What a quoted number licenses one to say, as a page for a committee.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "citation/citation.h"

namespace assay::report {

// Each citation: verdict, the quote, licensed and not licensed side by side, what was stated and what a public row
// adds, the questions, the rules that matter, the sentence and footnote that may be printed, what to ask the vendor.
// Shape    any number of citations; none gives a page that says so. `not_read`: what couldn't be read, with its reason.
// Errors   none.
// Threads  safe: pure.
std::string CitationPage(std::span<const citation::Assessment> assessments, std::span<const std::string> not_read,
                         std::string_view source, std::string_view version);

}  // namespace assay::report
