// SPDX-License-Identifier: Apache-2.0
// A table for a terminal: a sign, a name and right-aligned numbers, measured in display columns. It
// never wraps a row: a name too long for its column has a line of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

class TextTable {
 public:
  // `heads` are the titles of all columns after the sign; the first of them is the name,
  // left-aligned, as are the columns of words, "<title".
  explicit TextTable(std::vector<std::string> heads);

  // `cells` as many as heads; "16.9\tms" is a number and its unit, aligned apart. `paint`: ANSI
  // codes before the sign, empty for none.
  void AddRow(std::string sign, std::vector<std::string> cells, std::string_view paint = {});
  // Lines below the last row, wrapped and indented to its name.
  void AddNote(std::string_view text);

  // Columns that are empty in all rows are left out. Each line ends in a newline.
  std::string Render(std::size_t width) const;

 private:
  struct Line {
    std::string sign;
    std::vector<std::string> cells;
    std::string paint;
    std::vector<std::string> notes;
  };
  struct Column {
    std::size_t number = 0, unit = 0;  // widths of the parts
    bool used = false;
    std::size_t width() const { return number + (unit > 0 ? unit + 1 : 0); }
  };

  std::vector<Column> Measure() const;
  std::string RenderCell(const std::string& cell, const Column& column) const;

  std::vector<std::string> heads_;
  std::vector<bool> words_;  // by column: left-aligned
  std::vector<Line> lines_;
};

}  // namespace assay::report
