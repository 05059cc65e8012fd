// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "citation/document.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".txt", ".text"};

// Paragraphs are what blank lines separate.
Result<citation::DocumentText> ReadText(std::string_view bytes, const std::filesystem::path&) {
  citation::DocumentText out;
  citation::Passage passage;
  int line = 0;
  const auto flush = [&] {
    if (passage.text.empty()) return;
    passage.part = "line " + std::to_string(passage.line);
    out.passages.push_back(std::move(passage));
    passage = {};
  };
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::string_view text = bytes.substr(at, end - at);
    at = end + 1;
    ++line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.find_first_not_of(" \t") == std::string_view::npos) {
      flush();
      continue;
    }
    if (passage.text.empty()) {
      passage.line = line;
    } else {
      passage.text += '\n';
    }
    passage.text += text;
  }
  flush();
  return out;
}

}  // namespace

extern const DocumentInfo kDocument_text;
const DocumentInfo kDocument_text{.name = "text",
                                  .extensions = kExtensions,
                                  .summary = "paragraphs between blank lines",
                                  .read = &ReadText};

}  // namespace assay
