// SPDX-License-Identifier: Apache-2.0
#include "data/truth/target_texts.h"

#include <algorithm>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/truth/json_fields.h"

namespace assay::data {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

Result<std::vector<std::string>> OfLines(std::string_view text, const std::string& file, std::string_view key) {
  std::vector<std::string> texts;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(kBlank) == line.npos) continue;
    auto object = base::ReadJson(line, file);
    if (!object) {
      for (Where& where : object.error().where) where.line = number;
      return std::unexpected(std::move(object).error());
    }
    ASSAY_TRY(target, JsonFields(*object, file, "line " + std::to_string(number)).Text(key));
    texts.emplace_back(target);
  }
  return texts;
}

}  // namespace

Result<std::vector<std::string>> ParseTargetTexts(std::string_view text, const std::string& file, std::string_view key) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(kBlank);
  std::vector<std::string> texts;
  if (first != text.npos && text[first] == '[') {
    ASSAY_TRY(list, base::ReadJson(text, file));
    for (std::size_t i = 0; i < list.items().size(); ++i) {
      ASSAY_TRY(target, JsonFields(list.items()[i], file, "[" + std::to_string(i) + "]").Text(key));
      texts.emplace_back(target);
    }
  } else {
    ASSAY_TRY(lines, OfLines(text, file, key));
    texts = std::move(lines);
  }
  if (texts.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "there is no text");
  return texts;
}

Result<std::vector<std::string>> ReadTargetTexts(const std::string& path, std::string_view key) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseTargetTexts(text, path, key);
}

}  // namespace assay::data
