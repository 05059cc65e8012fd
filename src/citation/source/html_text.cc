// SPDX-License-Identifier: Apache-2.0
#include "citation/source/html_text.h"

#include <gumbo.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::citation {
namespace {

constexpr int kDeepest = 2000;

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Elements open at the deepest point, closed ones not counted; those that close themselves aren't
// either. The parser frees its tree by recursion, so that this bound comes before it.
int DepthOf(std::string_view bytes) {
  constexpr std::array<std::string_view, 32> kSelfClosing = {
      "p",     "li",       "td",       "tr",    "th",    "dt",     "dd",    "option",
      "thead", "tbody",    "br",       "img",   "hr",    "meta",   "link",  "input",
      "col",   "area",     "base",     "embed", "param", "source", "track", "wbr",
      "tfoot", "colgroup", "optgroup", "rp",    "rt",    "html",   "head",  "body"};
  int depth = 0, deepest = 0;
  for (std::size_t at = bytes.find('<'); at != std::string_view::npos;
       at = bytes.find('<', at + 1)) {
    const bool closes = at + 1 < bytes.size() && bytes[at + 1] == '/';
    std::size_t from = at + 1 + (closes ? 1 : 0), to = from;
    while (to < bytes.size() && IsNameByte(bytes[to])) ++to;
    if (to == from) continue;
    std::string name(bytes.substr(from, to - from));
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    if (!closes && (name == "script" || name == "style")) {  // what they hold isn't markup
      at = bytes.find("</" + name, at);
      if (at == std::string_view::npos) break;
      continue;
    }
    if (std::ranges::find(kSelfClosing, std::string_view(name)) != kSelfClosing.end()) continue;
    depth = closes ? std::max(depth - 1, 0) : depth + 1;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

std::string Squeezed(std::string_view text) {
  std::string out;
  bool blank = true;
  for (char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
    if (!is_blank) out += c;
    if (is_blank && !blank) out += ' ';
    blank = is_blank;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool IsHidden(GumboTag tag) {
  return tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE || tag == GUMBO_TAG_TEMPLATE ||
         tag == GUMBO_TAG_NOSCRIPT || tag == GUMBO_TAG_HEAD || tag == GUMBO_TAG_SVG ||
         tag == GUMBO_TAG_TEXTAREA || tag == GUMBO_TAG_SELECT;
}

bool IsInline(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_A:
    case GUMBO_TAG_B:
    case GUMBO_TAG_I:
    case GUMBO_TAG_EM:
    case GUMBO_TAG_STRONG:
    case GUMBO_TAG_SPAN:
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_SMALL:
    case GUMBO_TAG_SUB:
    case GUMBO_TAG_SUP:
    case GUMBO_TAG_U:
    case GUMBO_TAG_ABBR:
    case GUMBO_TAG_CITE:
    case GUMBO_TAG_Q:
    case GUMBO_TAG_MARK:
    case GUMBO_TAG_FONT:
    case GUMBO_TAG_TT:
    case GUMBO_TAG_S:
    case GUMBO_TAG_INS:
    case GUMBO_TAG_TIME:
    case GUMBO_TAG_VAR:
    case GUMBO_TAG_KBD:
      return true;
    default:
      return false;
  }
}

int HeadingLevel(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_H1:
      return 1;
    case GUMBO_TAG_H2:
      return 2;
    case GUMBO_TAG_H3:
      return 3;
    case GUMBO_TAG_H4:
      return 4;
    case GUMBO_TAG_H5:
      return 5;
    case GUMBO_TAG_H6:
      return 6;
    default:
      return 0;
  }
}

bool IsElement(const GumboNode* node) {
  return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

std::vector<const GumboNode*> Children(const GumboNode* node) {
  std::vector<const GumboNode*> out;
  const GumboVector& children =
      node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
  for (unsigned i = 0; i < children.length; ++i)
    out.push_back(static_cast<const GumboNode*>(children.data[i]));
  return out;
}

bool IsMark(std::string_view text) {  // of a footnote
  return text.size() <= 4 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || c == '*' || c == ',' || c == '[' || c == ']' ||
                  static_cast<unsigned char>(c) >= 0x80;
         });
}

void AddText(const GumboNode* node, std::string& out) {
  if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
      node->type == GUMBO_NODE_CDATA) {
    out += node->v.text.text;
    return;
  }
  if (!IsElement(node) || IsHidden(node->v.element.tag)) return;
  if (node->v.element.tag == GUMBO_TAG_BR) out += ' ';
  std::string inner;
  for (const GumboNode* child : Children(node)) AddText(child, inner);
  if (node->v.element.tag == GUMBO_TAG_SUP && IsMark(Squeezed(inner))) return;
  const bool apart = !IsInline(node->v.element.tag);
  if (apart) out += ' ';
  out += inner;
  if (apart) out += ' ';
}

std::string TextOf(const GumboNode* node) {
  std::string text;
  AddText(node, text);
  return Squeezed(text);
}

class Walker {
 public:
  DocumentText Run(const GumboNode* root) {
    Walk(root);
    Flush();
    return std::move(out_);
  }

 private:
  void Flush() {
    std::string text = Squeezed(pending_);
    pending_.clear();
    if (text.empty()) return;
    Passage passage;
    passage.text = std::move(text);
    passage.line = line_;
    passage.part = "line " + std::to_string(line_);
    passage.page = sections_.page();
    out_.passages.push_back(std::move(passage));
  }

  void Walk(const GumboNode* node) {
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
        node->type == GUMBO_NODE_CDATA) {
      if (Squeezed(pending_).empty()) line_ = static_cast<int>(node->v.text.start_pos.line);
      pending_ += node->v.text.text;
      return;
    }
    if (node->type == GUMBO_NODE_DOCUMENT) {
      for (const GumboNode* child : Children(node)) Walk(child);
      return;
    }
    if (!IsElement(node) || IsHidden(node->v.element.tag)) return;
    const GumboTag tag = node->v.element.tag;
    if (tag == GUMBO_TAG_SUP || IsInline(tag)) {
      if (Squeezed(pending_).empty()) line_ = static_cast<int>(node->v.element.start_pos.line);
      if (tag == GUMBO_TAG_SUP) {
        AddText(node, pending_);
      } else {
        for (const GumboNode* child : Children(node)) Walk(child);
      }
      return;
    }
    if (tag == GUMBO_TAG_BR) {
      pending_ += ' ';
      return;
    }
    Flush();
    line_ = static_cast<int>(node->v.element.start_pos.line);
    if (const int level = HeadingLevel(tag); level != 0) {
      sections_.Open(level, TextOf(node), line_, "line " + std::to_string(line_), out_);
    } else if (tag == GUMBO_TAG_TABLE) {
      Table(node);
    } else {
      for (const GumboNode* child : Children(node)) Walk(child);
    }
    Flush();
  }

  static void RowsOf(const GumboNode* node, std::vector<const GumboNode*>& rows) {
    for (const GumboNode* child : Children(node)) {
      if (!IsElement(child)) continue;
      const GumboTag tag = child->v.element.tag;
      if (tag == GUMBO_TAG_TR) {
        rows.push_back(child);
      } else if (tag == GUMBO_TAG_THEAD || tag == GUMBO_TAG_TBODY || tag == GUMBO_TAG_TFOOT) {
        RowsOf(child, rows);
      }
    }
  }

  void Table(const GumboNode* table) {
    ++tables_;
    for (const GumboNode* child : Children(table)) {
      if (IsElement(child) && child->v.element.tag == GUMBO_TAG_CAPTION) {
        pending_ = TextOf(child);
        Flush();
        if (!out_.passages.empty()) out_.passages.back().title = true;
      }
    }
    std::vector<const GumboNode*> rows;
    RowsOf(table, rows);
    std::vector<std::string> titles;
    int number = 0;
    for (const GumboNode* row : rows) {
      std::vector<std::string> cells;
      bool heads = true;
      for (const GumboNode* cell : Children(row)) {
        if (!IsElement(cell)) continue;
        heads &= cell->v.element.tag == GUMBO_TAG_TH;
        cells.push_back(TextOf(cell));
      }
      if (titles.empty() || (heads && !cells.empty())) {  // without <th> the first row is the head
        titles = std::move(cells);
        continue;
      }
      Passage passage;
      passage.titles = titles;
      passage.cells = std::move(cells);
      passage.line = static_cast<int>(row->v.element.start_pos.line);
      passage.part = "table " + std::to_string(tables_) + " row " + std::to_string(++number);
      passage.page = sections_.page();
      out_.passages.push_back(std::move(passage));
    }
  }

  DocumentText out_;
  Sections sections_;
  std::string pending_;
  int line_ = 1, tables_ = 0;
};

}  // namespace

void Sections::Open(int level, std::string text, int line, std::string part, DocumentText& out) {
  if (text.empty()) return;
  std::erase_if(above_, [&](const Heading& heading) { return heading.level >= level; });
  page_ = "section " + std::to_string(++count_);
  const auto add = [&](const std::string& words, bool repeated) {
    Passage passage;
    passage.text = words;
    passage.line = line;
    passage.part = part;
    passage.page = page_;
    passage.title = true;
    passage.repeated = repeated;
    out.passages.push_back(std::move(passage));
  };
  for (const Heading& heading : above_) add(heading.text, true);
  add(text, false);
  above_.push_back({level, std::move(text)});
}

Result<DocumentText> HtmlText(std::string_view bytes) {
  if (DepthOf(bytes) > kDeepest)
    return Fail(ErrorCode::kOutOfRange, "more than 2000 elements are open at once");
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  const std::unique_ptr<GumboOutput, void (*)(GumboOutput*)> parsed(
      gumbo_parse_with_options(&options, bytes.data(), bytes.size()),
      [](GumboOutput* output) { gumbo_destroy_output(&kGumboDefaultOptions, output); });
  return Walker().Run(parsed->document);
}

}  // namespace assay::citation
