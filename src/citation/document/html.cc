// SPDX-License-Identifier: Apache-2.0
#include "citation/document.h"
#include "citation/source/html_text.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".html", ".htm", ".xhtml"};

Result<citation::DocumentText> ReadHtml(std::string_view bytes, const std::filesystem::path&) {
  return citation::HtmlText(bytes);
}

}  // namespace

extern const DocumentInfo kDocument_html;
const DocumentInfo kDocument_html{
    .name = "html",
    .extensions = kExtensions,
    .summary =
        "paragraphs and table rows under their headings; scripts, styles and pictures are left out",
    .read = &ReadHtml};

}  // namespace assay
