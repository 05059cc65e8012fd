// SPDX-License-Identifier: Apache-2.0
// Reading of short ASCII texts: case, blanks, numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::results {

char Lowered(char letter);
std::string Lowered(std::string_view text);
std::string_view Trimmed(std::string_view text);  // without blanks, tabs, line ends round it
bool SameIgnoringCase(std::string_view a, std::string_view b);
// The whole text as a number; empty for anything else, non-finite ones too.
std::optional<std::int64_t> WholeNumber(std::string_view text);
std::optional<double> Number(std::string_view text);
std::string ShortestText(double value);  // the fewest digits that read back to it

}  // namespace assay::results
