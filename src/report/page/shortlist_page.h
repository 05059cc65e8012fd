// SPDX-License-Identifier: Apache-2.0
// A shortlist of public rows as a page for a committee.
#pragma once

#include <string>
#include <string_view>

#include "decision/shortlist.h"

namespace assay::report {

// One table for each ranking, what was dropped with its reason, what the words mean.
// Shape    `question` is the question in words, as the command line put it.
// Threads  safe: pure.
std::string ShortlistPage(const decision::Shortlist& shortlist, std::string_view question, std::string_view version);

}  // namespace assay::report
