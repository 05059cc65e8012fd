// SPDX-License-Identifier: Apache-2.0
#include "data/truth/class_list.h"

#include <algorithm>
#include <charconv>

#include "base/file.h"

namespace assay::data {
namespace {

std::vector<std::string_view> Columns(std::string_view line) {
  std::vector<std::string_view> columns;
  constexpr std::string_view kSpace = " \t\r";
  for (std::size_t at = line.find_first_not_of(kSpace); at != line.npos; at = line.find_first_not_of(kSpace, at)) {
    const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
    columns.push_back(line.substr(at, end - at));
    at = end;
  }
  return columns;
}

}  // namespace

Result<std::vector<std::int32_t>> ParseClassList(std::string_view text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  if (text.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "expected one sample a line, found nothing");
  std::vector<std::int32_t> classes;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto columns = Columns(line);
    std::int32_t value = 0;
    bool whole = columns.size() == 1 || columns.size() == 2;
    if (whole) {
      const std::string_view digits = columns.back();
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    }
    if (!whole) {
      return FailAt({.file = file, .line = number, .column = 1, .source = std::string(line.substr(0, 200))},
                    ErrorCode::kBadRow, "expected a name and a class, or a class");
    }
    classes.push_back(value);
  }
  return classes;
}

Result<std::vector<std::int32_t>> ReadClassList(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseClassList(text, path);
}

}  // namespace assay::data
