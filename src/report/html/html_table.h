// SPDX-License-Identifier: Apache-2.0
// An HTML table with a caption and scopes, in a region that scrolls on narrow screens. Cells are
// HTML: escape first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

class HtmlTable {
 public:
  // A head "#n" is a column of numbers named n. The first column names its row.
  HtmlTable(std::string_view caption, const std::vector<std::string>& heads);

  void AddRow(const std::vector<std::string>& cells);
  // A line over all columns that belongs to the row above.
  void AddNote(std::string_view html);
  // A heading over the rows that follow.
  void AddGroup(std::string_view html);

  bool empty() const { return rows_.empty(); }
  std::string Render(std::string_view style = {}) const;

 private:
  std::string caption_;
  std::vector<std::string> heads_;
  std::vector<bool> numeric_;
  std::string rows_;
};

// "<span class="chip pass">✓ PASS</span>": a verdict word with its sign.
std::string Chip(std::string_view word);

}  // namespace assay::report
