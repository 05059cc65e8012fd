// SPDX-License-Identifier: Apache-2.0
#include "report/text_table.h"

#include <algorithm>
#include <utility>

#include "report/display_text.h"

namespace assay::report {
namespace {

constexpr std::size_t kIndent = 4;  // two blanks, the sign, a blank
constexpr std::size_t kGap = 2;     // between columns
constexpr std::size_t kLeastName = 12;

std::pair<std::string_view, std::string_view> Parts(std::string_view cell) {
  const std::size_t tab = cell.find('\t');
  if (tab == std::string_view::npos) return {cell, {}};
  return {cell.substr(0, tab), cell.substr(tab + 1)};
}

std::string Trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

TextTable::TextTable(std::vector<std::string> heads) : heads_(std::move(heads)) {
  for (std::string& head : heads_) {
    words_.push_back(head.starts_with('<'));
    if (words_.back()) head.erase(0, 1);
  }
}

void TextTable::AddRow(std::string sign, std::vector<std::string> cells, std::string_view paint) {
  cells.resize(heads_.size());
  lines_.push_back({std::move(sign), std::move(cells), std::string(paint), {}});
}

void TextTable::AddNote(std::string_view text) {
  if (!lines_.empty() && !text.empty()) lines_.back().notes.emplace_back(text);
}

std::vector<TextTable::Column> TextTable::Measure() const {
  std::vector<Column> columns(heads_.size());
  for (const Line& line : lines_) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto [number, unit] = Parts(line.cells[i]);
      columns[i].number = std::max(columns[i].number, DisplayWidth(number));
      columns[i].unit = std::max(columns[i].unit, DisplayWidth(unit));
      columns[i].used = columns[i].used || !line.cells[i].empty();
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t head = DisplayWidth(heads_[i]);
    if (columns[i].used && columns[i].width() < head)
      columns[i].number += head - columns[i].width();
  }
  return columns;
}

std::string TextTable::RenderCell(const std::string& cell, const Column& column) const {
  const auto [number, unit] = Parts(cell);
  std::string text = PadLeft(number, column.number);
  if (column.unit > 0) text += " " + PadRight(unit, column.unit);
  return text;
}

std::string TextTable::Render(std::size_t width) const {
  if (lines_.empty()) return {};
  std::vector<Column> columns = Measure();
  std::size_t numbers = 0;
  for (std::size_t i = 1; i < columns.size(); ++i)
    numbers += columns[i].used ? columns[i].width() + kGap : 0;
  const std::size_t room = width > kIndent + numbers ? width - kIndent - numbers : 0;
  const std::size_t name = std::min(columns[0].width(), std::max(room, kLeastName));

  std::string out;
  const auto add_numbers = [&](std::string line, const auto& cell_text) {
    for (std::size_t i = 1; i < columns.size(); ++i) {
      if (columns[i].used) line += std::string(kGap, ' ') + cell_text(i);
    }
    out += Trimmed(std::move(line));
  };
  add_numbers(std::string(kIndent, ' ') + PadRight(heads_[0], name),
              [&](std::size_t i) {
                return words_[i] ? PadRight(heads_[i], columns[i].width())
                                 : PadLeft(heads_[i], columns[i].width());
              });
  for (const Line& line : lines_) {
    const std::string sign = line.paint.empty() ? line.sign : line.paint + line.sign + "\033[0m";
    std::string start =
        "  " + sign + std::string(2 - std::min<std::size_t>(2, DisplayWidth(line.sign)), ' ');
    if (DisplayWidth(line.cells[0]) > name) {
      out += Trimmed(start + line.cells[0]);
      start = std::string(kIndent, ' ') + std::string(name, ' ');
    } else {
      start += PadRight(line.cells[0], name);
    }
    add_numbers(std::move(start),
                [&](std::size_t i) {
                  return words_[i] ? PadRight(line.cells[i], columns[i].width())
                                   : RenderCell(line.cells[i], columns[i]);
                });
    for (const std::string& note : line.notes) {
      for (const std::string& part : Wrap(note, width - kIndent - 2))
        out += std::string(kIndent + 2, ' ') + part + "\n";
    }
  }
  return out;
}

}  // namespace assay::report
