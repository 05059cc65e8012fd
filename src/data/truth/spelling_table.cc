// SPDX-License-Identifier: Apache-2.0
#include "data/truth/spelling_table.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "text/unicode.h"

namespace assay::data {

Result<text::Spellings> ParseSpellings(std::string_view json, const std::string& file) {
  ASSAY_TRY(document, base::ReadJson(json, file));
  if (document.kind() != base::JsonValue::Kind::kObject) {
    return FailAt({.file = file}, ErrorCode::kWrongType, "expected British words and their American spelling, found " +
                                                             std::string(document.KindName()));
  }
  text::Spellings spellings;
  for (const base::JsonMember& member : document.members()) {
    const auto american = member.value.AsString();
    if (!american) {
      return FailAt({.file = file, .path = member.key}, ErrorCode::kWrongType, "expected a text, found " +
                                                                                   std::string(member.value.KindName()));
    }
    spellings[text::DecodeUtf8(member.key)] = text::DecodeUtf8(*american);
  }
  if (spellings.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "there is no word");
  return spellings;
}

Result<text::Spellings> ReadSpellings(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseSpellings(text, path);
}

}  // namespace assay::data
