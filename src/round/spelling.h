// SPDX-License-Identifier: Apache-2.0
// A spelling without what people vary.
#pragma once

#include <string>
#include <string_view>

namespace assay::round {

// Letters in lower case and digits; all else is left out: "Llama 2 70B (99.9 %)" -> "llama270b999".
// Threads  safe: pure.
inline std::string KeyOf(std::string_view text) {
  std::string key;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') key += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
  }
  return key;
}

}  // namespace assay::round
