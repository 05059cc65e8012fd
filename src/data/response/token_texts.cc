// SPDX-License-Identifier: Apache-2.0
#include "data/response/token_texts.h"

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "data/response/gguf_vocabulary.h"
#include "data/truth/json_fields.h"

namespace assay::data {
namespace {

constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 22;

// Byte-level vocabularies write each byte as a printable character: the printable ones of Latin-1 stand for themselves,
// the others, in order, for U+0100 and on. From the character back to the byte; -1 = none.
constexpr std::array<int, 512> ByteOfCharacter() {
  std::array<int, 512> bytes{};
  bytes.fill(-1);
  std::size_t next = 256;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    bytes[printable ? byte : next++] = static_cast<int>(byte);
  }
  return bytes;
}

// Characters above the table's are kept: added tokens aren't written byte by byte.
std::string FromByteLevel(const std::string& piece) {
  constexpr std::array<int, 512> kBytes = ByteOfCharacter();
  std::string text;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const auto lead = static_cast<unsigned char>(piece[i]);
    unsigned code = lead;
    if (lead >= 0xC2 && lead <= 0xC7 && i + 1 < piece.size()) {
      code = (lead & 0x1Fu) << 6 | (static_cast<unsigned char>(piece[++i]) & 0x3Fu);
    }
    if (code < kBytes.size() && kBytes[code] >= 0) text += static_cast<char>(kBytes[code]);
    else text += piece[i];
  }
  return text;
}

// How many bytes at `at` are one character, or what is left of one that is broken; `whole` says which.
std::size_t CharacterAt(std::string_view bytes, std::size_t at, bool& whole) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned lead = byte(at);
  whole = lead < 0x80;
  if (lead < 0xC2 || lead > 0xF4) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  std::size_t end = at + 1;
  while (end < bytes.size() && end < at + length && byte(end) >= low && byte(end) <= high) {
    ++end;
    low = 0x80, high = 0xBF;
  }
  whole = end == at + length;
  return end - at;
}

constexpr std::string_view kBroken = "\xEF\xBF\xBD";  // U+FFFD

bool IsUtf8(std::string_view bytes) {
  bool whole = true;
  for (std::size_t at = 0; at < bytes.size() && whole;) at += CharacterAt(bytes, at, whole);
  return whole;
}

// What is left of each broken character becomes one U+FFFD, as Rust and the Unicode Standard (3.9, U+FFFD substitution) do it.
std::string WithWholeCharacters(std::string bytes) {
  if (IsUtf8(bytes)) return bytes;
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    bool whole = true;
    const std::size_t length = CharacterAt(bytes, at, whole);
    text += whole ? std::string_view(bytes).substr(at, length) : kBroken;
    at += length;
  }
  return text;
}

// What transformers' decode does where the tokenizer's settings ask for it.
// Source   clean_up_tokenization of transformers 4.57.6 (by values).
std::string WithMarksClosed(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kClosed[] = {
      {" .", "."}, {" ?", "?"}, {" !", "!"}, {" ,", ","}, {" ' ", "'"}, {" n't", "n't"}, {" 'm", "'m"}, {" 's", "'s"},
      {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [open, closed] : kClosed) {
    std::string next;
    for (std::size_t at = 0;;) {
      const std::size_t found = text.find(open, at);
      next.append(text, at, found == text.npos ? found : found - at);
      if (found == text.npos) break;
      next += closed;
      at = found + open.size();
    }
    text = std::move(next);
  }
  return text;
}

// tokenizer_config.json beside tokenizer.json, where there is one.
Result<bool> ClosesMarks(const std::string& path) {
  const std::string file = (std::filesystem::path(path).parent_path() / "tokenizer_config.json").string();
  if (!std::filesystem::exists(file)) return false;
  ASSAY_TRY(text, base::ReadFile(file));
  ASSAY_TRY(settings, base::ReadJson(text, file));
  const base::JsonValue* asked = settings.Find("clean_up_tokenization_spaces");
  return asked != nullptr && asked->AsBool().value_or(false);
}

// "<0x0A>" is the byte 10.
std::optional<char> FallbackByte(std::string_view piece) {
  if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>') return std::nullopt;
  unsigned byte = 0;
  const auto read = std::from_chars(piece.data() + 3, piece.data() + 5, byte, 16);
  if (read.ec != std::errc() || read.ptr != piece.data() + 5) return std::nullopt;
  return static_cast<char>(byte);
}

std::string WithBlanks(const std::string& piece) {
  constexpr std::string_view kMark = "\xE2\x96\x81";  // U+2581
  std::string text;
  for (std::size_t at = 0; at < piece.size();) {
    if (piece.compare(at, kMark.size(), kMark) == 0) {
      text += ' ';
      at += kMark.size();
    } else {
      text += piece[at++];
    }
  }
  return text;
}

// Whether the joining rule is byte-level; the other known one is SentencePiece's, a sequence.
Result<bool> IsByteLevel(const base::JsonValue& root, const std::string& file) {
  const base::JsonValue* decoder = root.Find("decoder");
  const base::JsonValue* type = decoder == nullptr ? nullptr : decoder->Find("type");
  const std::string name(type == nullptr ? "" : type->AsString().value_or(""));
  if (name == "ByteLevel") return true;
  if (name == "Sequence") {
    bool fallback = false;
    ASSAY_TRY(parts, JsonFields(*decoder, file, "decoder").List("decoders"));
    for (const base::JsonValue& part : parts) {
      const base::JsonValue* kind = part.Find("type");
      const std::string_view word = kind == nullptr ? "" : kind->AsString().value_or("");
      if (word == "ByteLevel") return true;
      fallback = fallback || word == "ByteFallback";
    }
    if (fallback) return false;
  }
  return FailAt({.file = file, .path = "decoder"}, ErrorCode::kUnsupported,
                "the tokenizer joins tokens by '" + name + "'", "ByteLevel, and sequences with ByteFallback, are known");
}

}  // namespace

Result<void> TokenTexts::Set(std::uint64_t id, Token token, const std::string& file) {
  if (id >= kMostTokens) {
    return FailAt({.file = file}, ErrorCode::kBadRow, "a token has the number " + std::to_string(id));
  }
  if (id >= tokens_.size()) tokens_.resize(static_cast<std::size_t>(id) + 1);
  tokens_[static_cast<std::size_t>(id)] = std::move(token);
  return {};
}

void TokenTexts::SetPiece(std::uint64_t id, const std::string& piece, bool special) {
  Token token{special ? Kind::kSpecial : Kind::kText, {}};
  const auto byte = byte_level_ ? std::nullopt : FallbackByte(piece);
  if (byte && !special) token = {Kind::kByte, std::string(1, *byte)};
  else token.text = byte_level_ ? FromByteLevel(piece) : WithBlanks(piece);
  (void)Set(id, std::move(token), {});
}

Result<TokenTexts> TokenTexts::ParseJson(std::string_view text, const std::string& file) {
  ASSAY_TRY(root, base::ReadJson(text, file));
  TokenTexts texts;
  ASSAY_TRY(byte_level, IsByteLevel(root, file));
  texts.byte_level_ = byte_level;
  const base::JsonValue* model = root.Find("model");
  const base::JsonValue* vocabulary = model == nullptr ? nullptr : model->Find("vocab");
  if (vocabulary == nullptr) return FailAt({.file = file}, ErrorCode::kMissingKey, "there is no 'model.vocab'");
  for (const base::JsonMember& member : vocabulary->members()) {
    const auto id = member.value.AsUint64();
    if (!id || *id >= kMostTokens) {
      return FailAt({.file = file, .path = "model.vocab"}, ErrorCode::kBadRow, "the token '" + member.key + "' has no number");
    }
    texts.SetPiece(*id, member.key, false);
  }
  const JsonFields top(root, file, "");
  std::span<const base::JsonValue> added_tokens;
  if (top.Has("added_tokens")) {
    ASSAY_TRY(list, top.List("added_tokens"));
    added_tokens = list;
  }
  for (const base::JsonValue& added : added_tokens) {
    const JsonFields fields(added, file, "added_tokens");
    ASSAY_TRY(id, fields.Whole("id"));
    ASSAY_TRY(content, fields.Text("content"));
    const base::JsonValue* special = added.Find("special");
    const bool left_out = special != nullptr && special->AsBool().value_or(false);
    ASSAY_CHECK_OK(texts.Set(static_cast<std::uint64_t>(id),
                             {left_out ? Kind::kSpecial : Kind::kText, std::string(content)}, file));
  }
  if (texts.tokens_.empty()) return FailAt({.file = file, .path = "model.vocab"}, ErrorCode::kEmpty, "there is no token");
  return texts;
}

Result<TokenTexts> TokenTexts::Read(const std::string& path) {
  ASSAY_TRY(vocabulary, GgufVocabulary::Read(path));
  if (!vocabulary) {
    ASSAY_TRY(text, base::ReadFile(path));
    ASSAY_TRY(texts, ParseJson(text, path));
    ASSAY_TRY(closes, ClosesMarks(path));
    texts.closes_marks_ = closes;
    return texts;
  }
  TokenTexts texts;
  texts.byte_level_ = vocabulary->byte_level;
  for (std::size_t id = 0; id < vocabulary->pieces.size(); ++id) {
    texts.SetPiece(id, vocabulary->pieces[id], vocabulary->IsControl(id));
  }
  return texts;
}

Result<std::string> TokenTexts::Decode(std::span<const double> tokens) const {
  std::string text, run;  // `run`: bytes that are tokens of their own, one after the other
  const auto end_run = [&] {
    if (IsUtf8(run)) text += run;
    else for (std::size_t i = 0; i < run.size(); ++i) text += kBroken;
    run.clear();
  };
  for (const double number : tokens) {
    if (!(number >= 0 && number < static_cast<double>(tokens_.size())) || number != std::floor(number) ||
        tokens_[static_cast<std::size_t>(number)].kind == Kind::kUnknown) {
      return Fail(ErrorCode::kOutOfRange, "no token has the number " + std::to_string(number));
    }
    const Token& token = tokens_[static_cast<std::size_t>(number)];
    if (token.kind == Kind::kSpecial) continue;
    if (token.kind != Kind::kByte) end_run();
    (token.kind == Kind::kByte ? run : text) += token.text;
  }
  end_run();
  if (!byte_level_ && text.starts_with(' ')) text.erase(0, 1);
  text = WithWholeCharacters(std::move(text));
  return closes_marks_ ? WithMarksClosed(std::move(text)) : text;
}

}  // namespace assay::data
