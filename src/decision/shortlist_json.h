// SPDX-License-Identifier: Apache-2.0
// A shortlist as JSON, assay.shortlist/1: for other programs, and for `assay new --from-shortlist`.
#pragma once

#include <span>
#include <string>

#include "decision/shortlist.h"

namespace assay::decision {

// The whole document, ending in a newline. `not_held`: rounds that were asked for and hold no results here.
std::string ShortlistJson(const Shortlist& list, const ShortlistQuestion& question,
                          std::span<const std::string> not_held);

}  // namespace assay::decision
