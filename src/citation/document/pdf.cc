// SPDX-License-Identifier: Apache-2.0
// The text of a PDF comes from the program pdftotext (poppler-utils), run as a child: nothing of it
// is linked.
#include <cstdlib>

#include "citation/document.h"
#include "citation/source/child_program.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".pdf"};
constexpr std::size_t kMostText = 100'000'000;
constexpr std::chrono::seconds kLimit{60};

using citation::DocumentText;
using citation::NotRead;
using citation::Passage;

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

bool StartsItem(std::string_view line) {
  return line.starts_with("\xE2\x80\xA2") || line.starts_with("- ") || line.starts_with("* ") ||
         line.starts_with("\xE2\x80\x93 ") || line.starts_with("\xE2\x97\x8F") ||
         line.starts_with("\xE2\x96\xAA");
}

// Lines of a paragraph are one text; a word that a line's end divides is joined. Blank lines and
// list items start a new one.
std::vector<std::string> ParagraphsOf(std::string_view page) {
  std::vector<std::string> out;
  bool open = false;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t end = std::min(page.find('\n', at), page.size());
    const std::string_view line = Trimmed(page.substr(at, end - at));
    at = end + 1;
    if (line.empty()) {
      open = false;
      continue;
    }
    if (!open || StartsItem(line)) {
      out.emplace_back(line);
      open = true;
      continue;
    }
    std::string& text = out.back();
    const bool divided = text.size() > 2 && text.back() == '-' && text[text.size() - 2] >= 'a' &&
                         text[text.size() - 2] <= 'z' && line.front() >= 'a' && line.front() <= 'z';
    if (divided) {
      text.pop_back();
    } else {
      text += ' ';
    }
    text += line;
  }
  return out;
}

void AddPage(std::string_view page, int number, DocumentText& out) {
  const std::string part = "page " + std::to_string(number);
  const std::vector<std::string> paragraphs = ParagraphsOf(page);
  if (paragraphs.empty()) {
    out.not_read.push_back({"", part, "image only"});
    return;
  }
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    Passage passage;
    passage.text = paragraphs[i];
    passage.part = part;
    passage.page = part;
    passage.title = i == 0 && paragraphs.size() > 1 && paragraphs[0].size() < 120 &&
                    paragraphs[0].back() != '.';
    out.passages.push_back(std::move(passage));
  }
}

Result<DocumentText> ReadPdf(std::string_view bytes, const std::filesystem::path& path) {
  if (bytes.substr(0, 1024).find("%PDF-") == std::string_view::npos)
    return Fail(ErrorCode::kBadRow, "not a PDF file");
  const char* program = std::getenv("ASSAY_PDFTOTEXT");
  DocumentText out;
  const auto text =
      citation::RunProgram({program != nullptr && *program != '\0' ? program : "pdftotext", "-enc",
                            "UTF-8", "-eol", "unix", std::filesystem::absolute(path).string(), "-"},
                           kLimit, kMostText);
  if (!text.has_value()) {
    const bool missing = text.error().code == ErrorCode::kSutMissing;
    out.not_read.push_back({"", "", missing ? "install poppler-utils" : text.error().what});
    return out;
  }
  if (text->exit_code != 0) {
    const std::string_view why = text->exit_code == 3
                                     ? "it doesn't permit reading its text"
                                     : "pdftotext can't read it: damaged or locked by a password";
    out.not_read.push_back({"", "", std::string(why)});
    return out;
  }
  int number = 0;
  for (std::size_t at = 0; at < text->text.size();) {
    const std::size_t end = std::min(text->text.find('\f', at), text->text.size());
    AddPage(std::string_view(text->text).substr(at, end - at), ++number, out);
    at = end + 1;
  }
  return out;
}

}  // namespace

extern const DocumentInfo kDocument_pdf;
const DocumentInfo kDocument_pdf{
    .name = "pdf",
    .extensions = kExtensions,
    .summary = "text of each page by pdftotext; pages that are images are listed as not read",
    .read = &ReadPdf};

}  // namespace assay
