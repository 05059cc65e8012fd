// SPDX-License-Identifier: Apache-2.0
// The number of a field or a table's cell, with the unit that may stand beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::citation {

struct FieldNumber {
  std::string digits;  // plain: "34988.2"
  std::string unit;    // of round::TextOf, or "x", "%", …; empty = none written
  bool rounded = false;
};

// "34,988.2", "34988.2 tokens/s", "~35K", "1.5x". Empty when there is more or less than one number.
std::optional<FieldNumber> ReadFieldNumber(std::string_view text);

}  // namespace assay::citation
