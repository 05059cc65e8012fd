// SPDX-License-Identifier: Apache-2.0
#include "text/word_pieces.h"

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "text/unicode.h"

namespace assay::text {
namespace {

constexpr std::u32string_view kUnknown = U"[UNK]";
constexpr std::u32string_view kWhole[] = {kUnknown, U"[SEP]", U"[PAD]", U"[CLS]", U"[MASK]"};
constexpr std::size_t kLongestWord = 100;

// The blocks of CJK ideographs that the published tokenisation sets apart; Hangul, Hiragana and Katakana aren't among them.
bool IsIdeograph(char32_t code) {
  return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) || (code >= 0x20000 && code <= 0x2A6DF) ||
         (code >= 0x2A700 && code <= 0x2B73F) || (code >= 0x2B740 && code <= 0x2B81F) ||
         (code >= 0x2B820 && code <= 0x2CEAF) || (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

// Without what isn't text, with room around ideographs.
std::u32string Cleaned(std::u32string_view text) {
  std::u32string clean;
  clean.reserve(text.size());
  for (const char32_t code : text) {
    if (code == U'\t' || code == U'\n' || code == U'\r') {
      clean.push_back(U' ');
    } else if (code == 0xFFFD || IsOther(code)) {
      continue;
    } else if (IsIdeograph(code)) {
      clean.append({U' ', code, U' '});
    } else {
      clean.push_back(code);
    }
  }
  return clean;
}

// Each letter by itself, as BertTokenizer does it: no sigma becomes a final one.
std::u32string LoweredOneByOne(std::u32string_view text) {
  std::u32string lower;
  for (std::size_t i = 0; i < text.size(); ++i) lower += Lower(text.substr(i, 1));
  return lower;
}

}  // namespace

std::vector<std::u32string> BertWords(std::u32string_view text) {
  std::vector<std::u32string> words;
  const std::u32string clean = Cleaned(text);
  for (const std::u32string_view spaced : SplitAtSpace(clean)) {
    if (std::ranges::find(kWhole, spaced) != std::end(kWhole)) {
      words.emplace_back(spaced);
      continue;
    }
    const std::u32string bare = WithoutMarks(Lower(spaced));
    std::u32string word;
    const auto end_word = [&] {
      if (!word.empty()) words.push_back(std::exchange(word, {}));
    };
    for (const char32_t code : bare) {
      const bool mark = code < 0x80 ? IsAsciiPunctuation(code) : IsPunctuation(code);
      if (mark || IsSpace(code)) end_word();
      if (mark) words.emplace_back(1, code);
      else if (!IsSpace(code)) word.push_back(code);
    }
    end_word();
  }
  return words;
}

Result<WordPieces> WordPieces::Parse(std::string_view text, const std::string& file) {
  WordPieces vocabulary;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) vocabulary.pieces_.insert(DecodeUtf8(line));
  }
  if (vocabulary.pieces_.empty()) return FailAt({.file = file}, ErrorCode::kEmpty, "there is no word piece");
  if (!vocabulary.pieces_.contains(kUnknown)) {
    return FailAt({.file = file}, ErrorCode::kMissingKey, "expected a vocabulary of word pieces with [UNK] among them",
                  "BERT's is called vocab.txt: one piece a line");
  }
  return vocabulary;
}

Result<WordPieces> WordPieces::Read(const std::string& path) {
  ASSAY_TRY(text, base::ReadFile(path));
  return Parse(text, path);
}

void WordPieces::AppendWord(std::u32string_view word, std::vector<std::u32string_view>& pieces) const {
  const std::size_t before = pieces.size();
  std::u32string sought;
  for (std::size_t at = 0; at < word.size() && word.size() <= kLongestWord;) {
    sought.assign(at == 0 ? U"" : U"##").append(word.substr(at));
    const std::size_t room = at == 0 ? 0 : 2;
    auto found = pieces_.end();
    while (sought.size() > room && (found = pieces_.find(std::u32string_view(sought))) == pieces_.end()) sought.pop_back();
    if (found == pieces_.end()) {
      pieces.resize(before);
      break;
    }
    pieces.push_back(*found);
    at += sought.size() - room;
  }
  if (pieces.size() == before) pieces.push_back(*pieces_.find(kUnknown));
}

void WordPieces::Append(std::u32string_view text, std::vector<std::u32string_view>& pieces) const {
  while (!text.empty()) {
    std::size_t start = text.size(), length = 0;
    for (const std::u32string_view whole : kWhole) {
      if (const std::size_t at = text.find(whole); at < start) {
        start = at;
        length = whole.size();
      }
    }
    for (const std::u32string& word : BertWords(LoweredOneByOne(text.substr(0, start)))) AppendWord(word, pieces);
    if (length > 0) {
      const auto whole = pieces_.find(text.substr(start, length));
      pieces.push_back(whole != pieces_.end() ? *whole : *pieces_.find(kUnknown));
    }
    text.remove_prefix(start + length);
  }
}

}  // namespace assay::text
