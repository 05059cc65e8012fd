// SPDX-License-Identifier: Apache-2.0
#include <cmark.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "citation/document.h"
#include "citation/source/html_text.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".md", ".markdown"};

using citation::DocumentText;
using citation::Passage;

std::string Literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text == nullptr ? std::string() : std::string(text);
}

// The words of a block, lines kept: a pipe table is a paragraph whose lines are rows.
std::string WordsOf(cmark_node* block) {
  std::string out;
  const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> iterator(cmark_iter_new(block),
                                                                    &cmark_iter_free);
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(iterator.get());
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
      case CMARK_NODE_CODE:
        out += Literal(node);
        break;
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
        out += '\n';
        break;
      default:
        break;
    }
  }
  return out;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

bool IsRule(std::string_view line) {  // |---|:---:|
  return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
         line.find_first_not_of("|-: \t") == std::string_view::npos;
}

std::vector<std::string> CellsOf(std::string_view line) {
  std::vector<std::string> cells;
  const auto trimmed = [](std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  };
  line = trimmed(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    cells.emplace_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

class MarkdownReader {
 public:
  Result<DocumentText> Run(std::string_view bytes) {
    const std::unique_ptr<cmark_node, void (*)(cmark_node*)> root(
        cmark_parse_document(bytes.data(), bytes.size(), CMARK_OPT_DEFAULT), &cmark_node_free);
    const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> iterator(cmark_iter_new(root.get()),
                                                                      &cmark_iter_free);
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
      if (event == CMARK_EVENT_ENTER) ASSAY_CHECK_OK(Block(cmark_iter_get_node(iterator.get())));
    }
    return std::move(out_);
  }

 private:
  Result<void> Block(cmark_node* node) {
    const int line = cmark_node_get_start_line(node);
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HEADING:
        sections_.Open(cmark_node_get_heading_level(node), WordsOf(node), line,
                       "line " + std::to_string(line), out_);
        break;
      case CMARK_NODE_PARAGRAPH:
        Paragraph(WordsOf(node), line);
        break;
      case CMARK_NODE_CODE_BLOCK:
        Add(Literal(node), line);
        break;
      case CMARK_NODE_HTML_BLOCK: {
        ASSAY_TRY(inner, citation::HtmlText(Literal(node)));
        for (Passage& passage : inner.passages) {
          if (passage.repeated) continue;
          passage.line += line - 1;
          passage.part = "line " + std::to_string(passage.line);
          passage.page = sections_.page();
          out_.passages.push_back(std::move(passage));
        }
        break;
      }
      default:
        break;
    }
    return {};
  }

  void Paragraph(const std::string& words, int line) {
    const std::vector<std::string> lines = LinesOf(words);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (!IsRule(lines[i]) || lines[i - 1].find('|') == std::string::npos) continue;
      std::string before;
      for (std::size_t j = 0; j + 1 < i; ++j) before += lines[j] + "\n";
      Add(before, line);
      ++tables_;
      const std::vector<std::string> titles = CellsOf(lines[i - 1]);
      for (std::size_t row = i + 1; row < lines.size(); ++row) {
        Passage passage;
        passage.titles = titles;
        passage.cells = CellsOf(lines[row]);
        passage.line = line + static_cast<int>(row);
        passage.part = "table " + std::to_string(tables_) + " row " + std::to_string(row - i);
        passage.page = sections_.page();
        out_.passages.push_back(std::move(passage));
      }
      return;
    }
    Add(words, line);
  }

  void Add(std::string text, int line) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return;
    Passage passage;
    passage.text = std::move(text);
    passage.line = line;
    passage.part = "line " + std::to_string(line);
    passage.page = sections_.page();
    out_.passages.push_back(std::move(passage));
  }

  DocumentText out_;
  citation::Sections sections_;
  int tables_ = 0;
};

Result<DocumentText> ReadMarkdown(std::string_view bytes, const std::filesystem::path&) {
  return MarkdownReader().Run(bytes);
}

}  // namespace

extern const DocumentInfo kDocument_markdown;
const DocumentInfo kDocument_markdown{
    .name = "markdown",
    .extensions = kExtensions,
    .summary = "paragraphs, code and table rows under their headings",
    .read = &ReadMarkdown};

}  // namespace assay
