// SPDX-License-Identifier: Apache-2.0
// A CSV file as lines of cells, read as tolerantly as exports of result tables need: their writers don't always quote,
// and don't always escape what they quote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::results {

struct CsvLine {
  int line = 0;  // 1-based, of its first character
  std::vector<std::string> cells;
  std::string_view text;  // as it stands in the file, one line of it
  bool repaired = false;  // quotes inside a quoted cell weren't escaped
};

struct CsvTable {
  std::vector<std::string> heads;
  std::vector<CsvLine> lines;  // cells may be fewer or more than heads: whoever reads them says so
};

// The first line that isn't empty and doesn't start with '#' is the head. A line is read as RFC 4180 has it; where that
// doesn't give as many cells as there are heads, once more with every quote inside a quoted cell taken as text unless a
// comma or the line's end follows. `text` must outlive the table.
// Shape    UTF-8 with or without BOM; lines end in LF or CRLF; separator ',' or, when the head has none, ';' or tab.
// Errors   kEmpty without a head, or without a line below it.
// Threads  safe: pure.
Result<CsvTable> ReadCsv(std::string_view text, std::string_view file);

}  // namespace assay::results
