// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/wrap.h"

#include <algorithm>

namespace assay::cli {
namespace {

constexpr std::size_t kColumns = 78;

std::size_t Columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string Wrapped(std::string_view paragraph, std::string_view indent) {
  std::string text, line;
  std::size_t at = 0;
  while ((at = paragraph.find_first_not_of(" \n", at)) != std::string_view::npos) {
    const std::size_t end = std::min(paragraph.find_first_of(" \n", at), paragraph.size());
    const std::string_view word = paragraph.substr(at, end - at);
    if (!line.empty() && Columns(indent) + Columns(line) + 1 + Columns(word) > kColumns) {
      text.append(indent).append(line).append("\n");
      line.clear();
    }
    line.append(line.empty() ? "" : " ").append(word);
    at = end;
  }
  if (!line.empty()) text.append(indent).append(line).append("\n");
  return text;
}

}  // namespace assay::cli
