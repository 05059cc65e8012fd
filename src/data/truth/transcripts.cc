// SPDX-License-Identifier: Apache-2.0
#include "data/truth/transcripts.h"

#include <optional>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/truth/json_fields.h"

namespace assay::data {
namespace {

constexpr double kLongest = 15;  // seconds

// Empty for a character that isn't part of LibriSpeech's texts.
std::optional<std::string> Cleaned(std::string_view text) {
  std::string clean;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (!clean.empty() && clean.back() != ' ') clean += ' ';
    } else if ((c >= 'a' && c <= 'z') || c == '\'') {
      clean += c;
    } else {
      return std::nullopt;
    }
  }
  if (clean.ends_with(' ')) clean.pop_back();
  return clean;
}

}  // namespace

Result<std::vector<std::string>> ParseTranscripts(std::string_view text, const std::string& file) {
  ASSAY_TRY(list, base::ReadJson(text, file));
  if (list.kind() != base::JsonValue::Kind::kArray) {
    return FailAt({.file = file}, ErrorCode::kWrongType, "expected a list of recordings, found " + std::string(list.KindName()));
  }
  std::vector<std::string> transcripts;
  for (std::size_t i = 0; i < list.items().size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    const JsonFields fields(list.items()[i], file, place);
    ASSAY_TRY(duration, fields.Number("original_duration"));
    if (duration > kLongest) continue;
    ASSAY_TRY(said, fields.Text("transcript"));
    auto clean = Cleaned(said);
    if (!clean) {
      return FailAt({.file = file, .path = place + ".transcript"}, ErrorCode::kBadRow,
                    "expected letters, apostrophes and blanks, found '" + std::string(said.substr(0, 80)) + "'");
    }
    transcripts.push_back(*std::move(clean));
  }
  if (transcripts.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "there is no recording of up to 15 s");
  return transcripts;
}

Result<std::vector<std::string>> ReadTranscripts(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseTranscripts(text, path);
}

}  // namespace assay::data
