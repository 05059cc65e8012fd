// SPDX-License-Identifier: Apache-2.0
// A shortlist as JSON, assay.shortlist/1: for other programs, and for `assay new --from-shortlist`.
#pragma once

#include <span>
#include <string>

#include "decision/shortlist.h"

namespace assay::decision {

// The whole document, ending in a newline. `not_held`: rounds that were asked for and hold no results here. `limit`: most
// entries of a ranking, 0 = all; its `count` is of all.
std::string ShortlistJson(const Shortlist& list, const ShortlistQuestion& question,
                          std::span<const std::string> not_held, std::size_t limit = 0);

}  // namespace assay::decision
