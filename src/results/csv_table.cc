// SPDX-License-Identifier: Apache-2.0
#include "results/csv_table.h"

#include <algorithm>

#include "results/plain_text.h"

namespace assay::results {
namespace {

// A quoted cell that runs over line ends is followed this far; one that isn't closed by then is a stray quote.
constexpr std::size_t kLongestRecord = 1 << 16;

class Reader {
 public:
  Reader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  bool AtEnd() const { return at_ >= text_.size(); }

  // The next line with cells; empty at the end.
  bool Next(std::size_t heads, CsvLine& line) {
    while (!AtEnd()) {
      const std::string_view plain = PlainLine(at_);
      if (Trimmed(plain).empty() || (heads == 0 && plain.starts_with('#'))) {
        Skip(at_ + plain.size());
        continue;
      }
      line = {number_, {}, plain, false};
      std::size_t end = at_;
      if (Strict(end, line.cells) && (heads == 0 || line.cells.size() == heads)) {
        Skip(end);
        return true;
      }
      line.cells = Lenient(plain);
      line.repaired = line.cells.size() == heads;
      Skip(at_ + plain.size());
      return true;
    }
    return false;
  }

 private:
  // From `at` to the line's end, without it.
  std::string_view PlainLine(std::size_t at) const {
    std::string_view line = text_.substr(at, text_.find('\n', at) - at);
    return line;
  }

  // Moves behind `end` and the line end that stands there.
  void Skip(std::size_t end) {
    end = std::min(end + 1, text_.size());
    number_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                           text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  // RFC 4180 from at_; `end` is left at the line end. False when a quote isn't closed or text follows a closed one.
  bool Strict(std::size_t& end, std::vector<std::string>& cells) const {
    std::string cell;
    bool quoted = false, closed = false;
    for (std::size_t i = at_;; ++i) {
      const bool at_end = i >= text_.size();
      if (quoted) {
        if (at_end || i - at_ > kLongestRecord) return false;
        if (text_[i] != '"') {
          cell += text_[i];
        } else if (i + 1 < text_.size() && text_[i + 1] == '"') {
          cell += text_[++i];
        } else {
          quoted = false;
          closed = true;
        }
        continue;
      }
      if (at_end || text_[i] == '\n' || text_[i] == separator_) {
        if (!cell.empty() && cell.back() == '\r' && (at_end || text_[i] == '\n')) cell.pop_back();
        cells.push_back(std::move(cell));
        cell.clear();
        closed = false;
        if (at_end || text_[i] == '\n') {
          end = i;
          return true;
        }
      } else if (text_[i] == '"' && cell.empty() && !closed) {
        quoted = true;
      } else if (closed && text_[i] != '\r' && text_[i] != ' ') {
        return false;
      } else if (!closed) {
        cell += text_[i];
      }
    }
  }

  std::vector<std::string> Lenient(std::string_view line) const {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool ends_cell = i + 1 == line.size() || line[i + 1] == separator_;
      if (quoted && line[i] == '"' && ends_cell) {
        quoted = false;
      } else if (!quoted && line[i] == separator_) {
        cells.emplace_back();
      } else if (!quoted && line[i] == '"' && cells.back().empty()) {
        quoted = true;
      } else {
        cells.back() += line[i];
      }
    }
    return cells;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  int number_ = 1;
};

// ',' unless the head line has none and another one.
char SeparatorOf(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (Trimmed(line).empty() || line.starts_with('#')) continue;
    if (line.find(',') != line.npos) return ',';
    for (const char other : {'\t', ';'}) {
      if (line.find(other) != line.npos) return other;
    }
    break;
  }
  return ',';
}

}  // namespace

Result<CsvTable> ReadCsv(std::string_view text, std::string_view file) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Reader reader(text, SeparatorOf(text));
  CsvTable table;
  CsvLine line;
  if (!reader.Next(0, line)) {
    return FailAt({std::string(file), 1}, ErrorCode::kEmpty, "expected a table with a line of heads, found none");
  }
  table.heads = std::move(line.cells);
  while (reader.Next(table.heads.size(), line)) table.lines.push_back(std::move(line));
  if (table.lines.empty()) {
    return FailAt({std::string(file), 1}, ErrorCode::kEmpty, "expected lines below the heads, found none");
  }
  return table;
}

}  // namespace assay::results
