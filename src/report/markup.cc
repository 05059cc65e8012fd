// SPDX-License-Identifier: Apache-2.0
#include "report/markup.h"

#include "report/display_text.h"

namespace assay::report {

std::string Escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const char32_t code = DecodeUtf8(text, position);
    switch (code) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\n':
      case '\r':
      case '\t':
        out += ' ';
        break;
      default:
        AppendUtf8(IsUnsafe(code) ? char32_t{0xFFFD} : code, out);
    }
  }
  return out;
}

}  // namespace assay::report
