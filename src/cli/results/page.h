// SPDX-License-Identifier: Apache-2.0
// What the words behind `assay results` print: lines and tables for a screen, and the same rows as CSV or Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/terminal.h"
#include "report/text_table.h"

namespace assay::cli {

// Text for a screen, in the terminal's width and character set. Whatever a row states is cleaned before it is printed.
class Page {
 public:
  explicit Page(const RenderOptions& render) : render_(render) {}

  // Wrapped at the width; further lines are indented by `indent` too.
  void Line(std::string_view text, std::size_t indent = 0);
  // A command to copy, never wrapped.
  void Command(std::string_view text) { text_ += Cell(text) + "\n"; }
  // "NAME      text", the text wrapped beside its name.
  void Field(std::string_view name, std::string_view text, std::size_t name_width);
  void Blank() { text_ += "\n"; }
  // A cell as it may stand in a table.
  std::string Cell(std::string_view text) const;
  void Table(const report::TextTable& table);
  std::size_t width() const;

  const std::string& text() const { return text_; }

 private:
  const RenderOptions& render_;
  std::string text_;
};

// Rows for other programs and documents.
struct Sheet {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};
// RFC 4180, lines ending in \n; a cell that a spreadsheet would take for a formula starts with an apostrophe.
std::string Csv(const Sheet& sheet);
// A GitHub table.
std::string Markdown(const Sheet& sheet);

// Digits as few as they read back from.
std::string NumberText(double value);
// "1.36x", three digits.
std::string RatioText(double ratio);

}  // namespace assay::cli
