// SPDX-License-Identifier: Apache-2.0
// "did you mean": the known name that is nearest to what was written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::spec {

// The nearest of `known` within about a third of the letters changed, or one that `written` starts;
// empty when there is none. Ties: the first. Case and the difference of - and _ count half a
// letter. Source   Damerau 1964: insertions, deletions, replacements and swaps of neighbours
// (optimal string alignment).
std::string_view NearName(std::string_view written, std::span<const std::string_view> known);

// "did you mean 'latency'?", or "known: a, b, c" when nothing is near; empty without known names.
std::string NameHint(std::string_view written, std::span<const std::string_view> known);
std::string NameHint(std::string_view written, const std::vector<std::string>& known);

}  // namespace assay::spec
