// SPDX-License-Identifier: Apache-2.0
#include "spec/source_text.h"

namespace assay::spec {

SourceText::SourceText(std::string file, std::string_view text) : file_(std::move(file)) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') continue;
    lines_.push_back(text.substr(start, i - start));
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    start = i + 1;
  }
  if (start < text.size()) lines_.push_back(text.substr(start));
}

std::string_view SourceText::Line(int line) const {
  if (line < 1 || static_cast<std::size_t>(line) > lines_.size()) return {};
  return lines_[static_cast<std::size_t>(line) - 1];
}

Where SourceText::At(int line, int column, std::string path) const {
  return Where{file_, line, column, std::move(path), std::string(Line(line))};
}

std::string Shown(std::string_view text) {
  constexpr std::size_t kMost = 60;
  constexpr char kHex[] = "0123456789abcdef";
  std::string shown = "'";
  std::size_t end = text.size() > kMost ? kMost : text.size();
  // Never cut inside a UTF-8 sequence.
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  for (char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      shown += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      shown += "\\x";
      shown += kHex[byte >> 4];
      shown += kHex[byte & 15];
    } else {
      shown += c;
    }
  }
  if (end < text.size()) shown += "…";
  return shown + "'";
}

}  // namespace assay::spec
