// SPDX-License-Identifier: Apache-2.0
#include "data/truth/transcripts.h"

#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/truth/json_fields.h"
#include "text/unicode.h"

namespace assay::data {
namespace {

constexpr double kLongest = 15, kLongestSpoken = 30;  // seconds

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

// Of the recordings that aren't longer, what `clean` makes of their transcripts; empty = it can't be read.
Result<std::vector<std::string>> CleanedTexts(std::string_view text, const std::string& file, double longest_s,
                                              std::optional<std::string> (*clean)(std::string_view)) {
  ASSAY_TRY(list, base::ReadJson(text, file));
  if (list.kind() != base::JsonValue::Kind::kArray) {
    return FailAt({.file = file}, ErrorCode::kWrongType, "expected a list of recordings, found " + std::string(list.KindName()));
  }
  std::vector<std::string> transcripts;
  for (std::size_t i = 0; i < list.items().size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    const JsonFields fields(list.items()[i], file, place);
    ASSAY_TRY(duration, fields.Number("original_duration"));
    if (duration > longest_s) continue;
    ASSAY_TRY(said, fields.Text("transcript"));
    auto cleaned = clean(said);
    if (!cleaned) {
      return FailAt({.file = file, .path = place + ".transcript"}, ErrorCode::kBadRow,
                    "expected letters, apostrophes and blanks, found '" + std::string(said.substr(0, 80)) + "'");
    }
    transcripts.push_back(*std::move(cleaned));
  }
  if (transcripts.empty()) {
    return FailAt({.file = file}, ErrorCode::kEmpty, "there is no recording of up to " +
                                                         std::to_string(static_cast<int>(longest_s)) + " s");
  }
  return transcripts;
}

std::optional<std::string> SpokenLetters(std::string_view text) {
  std::u32string letters = text::DecodeUtf8(text);
  std::erase_if(letters, [](char32_t code) { return kSpokenLetters.find(code) == kSpokenLetters.npos; });
  return text::EncodeUtf8(letters);
}

}  // namespace

Result<std::vector<std::string>> ParseTranscripts(std::string_view text, const std::string& file) {
  return CleanedTexts(text, file, kLongest, &Cleaned);
}

Result<std::vector<std::string>> ParseSpokenTexts(std::string_view text, const std::string& file) {
  return CleanedTexts(text, file, kLongestSpoken, &SpokenLetters);
}

Result<std::vector<std::string>> ReadSpokenTexts(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseSpokenTexts(text, path);
}

Result<std::vector<std::string>> ReadTranscripts(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseTranscripts(text, path);
}

}  // namespace assay::data
