// SPDX-License-Identifier: Apache-2.0
#include "cli/results/page.h"

#include <algorithm>
#include <charconv>

#include "report/display_text.h"

namespace assay::cli {

std::size_t Page::width() const { return static_cast<std::size_t>(std::clamp(render_.width, 80, 120)); }

void Page::Line(std::string_view text, std::size_t indent) {
  for (const std::string& part : report::Wrap(Cell(text), width() - indent)) {
    text_ += std::string(indent, ' ') + part + "\n";
  }
}

void Page::Field(std::string_view name, std::string_view text, std::size_t name_width) {
  std::string start = "  " + report::PadRight(name, name_width) + "  ";
  for (const std::string& part : report::Wrap(Cell(text), width() - name_width - 4)) {
    text_ += start + part + "\n";
    start = std::string(name_width + 4, ' ');
  }
}

std::string Page::Cell(std::string_view text) const { return report::CleanText(text, render_.utf8); }

void Page::Table(const report::TextTable& table) { text_ += table.Render(width()); }

std::string Csv(const Sheet& sheet) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string cell = cells[i];
      if (!cell.empty() && std::string_view("=+-@\t\r").find(cell[0]) != std::string_view::npos) cell.insert(0, "'");
      if (cell.find_first_of(",\"\n\r") != cell.npos) {
        for (std::size_t at = cell.find('"'); at != cell.npos; at = cell.find('"', at + 2)) cell.insert(at, "\"");
        cell = "\"" + cell + "\"";
      }
      text += (i > 0 ? "," : "") + cell;
    }
    text += "\n";
  };
  add(sheet.heads);
  for (const auto& row : sheet.rows) add(row);
  return text;
}

std::string Markdown(const Sheet& sheet) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) {
      text += " ";
      for (const char c : report::CleanText(cell, true)) {
        if (std::string_view("|\\<>&*_`[]").find(c) != std::string_view::npos) text += '\\';
        text += c;
      }
      text += " |";
    }
    text += "\n";
  };
  add(sheet.heads);
  text += "|";
  for (std::size_t i = 0; i < sheet.heads.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : sheet.rows) add(row);
  return text;
}

std::string NumberText(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string RatioText(double ratio) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, ratio, std::chars_format::general, 3).ptr) + "x";
}

}  // namespace assay::cli
