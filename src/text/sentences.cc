// SPDX-License-Identifier: Apache-2.0
#include "text/sentences.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/file.h"
#include "text/unicode.h"

namespace assay::text {
namespace {

// Bits of ortho_context.tab.
constexpr unsigned kUpperFirst = 2, kUpperInside = 4, kUpperSomewhere = 8;
constexpr unsigned kLowerFirst = 16, kLowerInside = 32, kLowerSomewhere = 64;
constexpr unsigned kUpper = kUpperFirst | kUpperInside | kUpperSomewhere;
constexpr unsigned kLower = kLowerFirst | kLowerInside | kLowerSomewhere;
constexpr std::u32string_view kNumber = U"##number##";

bool Holds(std::u32string_view set, char32_t code) { return set.find(code) != set.npos; }

bool IsEnd(char32_t code) { return Holds(U".?!", code); }
bool IsNoWord(char32_t code) { return Holds(U")\";}]*:@'({[?!", code); }
bool IsWordStart(char32_t code) { return !Holds(U"(\"`{[:;&#*@)}]-,", code); }

// Runs of dashes or points, and points with a blank between: how long at `at`; 0 = none.
std::size_t ManyMarks(std::u32string_view text, std::size_t at) {
  for (const char32_t mark : {U'-', U'.'}) {
    std::size_t end = at;
    while (end < text.size() && text[end] == mark) ++end;
    if (end - at >= 2) return end - at;
  }
  std::size_t end = at;
  while (end + 1 < text.size() && text[end] == U'.' && IsSpace(text[end + 1])) end += 2;
  // The last point may be one of those that were passed over.
  while (end >= at + 4) {
    if (end < text.size() && text[end] == U'.') return end + 1 - at;
    end -= 2;
  }
  return 0;
}

bool EndsWord(std::u32string_view line, std::size_t at) {
  const auto ends = [&](std::size_t place) {
    return place == line.size() || IsSpace(line[place]) || IsNoWord(line[place]) || ManyMarks(line, place) > 0;
  };
  return ends(at) || (line[at] == U',' && ends(at + 1));
}

std::vector<std::u32string_view> WordsOf(std::u32string_view line) {
  std::vector<std::u32string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t length = ManyMarks(line, at);
    if (length == 0 && !IsSpace(line[at])) {
      length = 1;
      if (IsWordStart(line[at])) {
        while (!EndsWord(line, at + length)) ++length;
      }
    }
    if (length > 0) words.push_back(line.substr(at, length));
    at += std::max<std::size_t>(length, 1);
  }
  return words;
}

// -?[.,]?digit, then digits, commas, points and dashes.
bool IsNumeral(std::u32string_view word) {
  if (word.starts_with(U'-')) word.remove_prefix(1);
  if (!word.empty() && Holds(U".,", word[0])) word.remove_prefix(1);
  if (word.empty() || !IsDecimal(word[0])) return false;
  return std::ranges::all_of(word, [](char32_t code) { return IsDecimal(code) || Holds(U",.-", code); });
}

std::u32string_view WithoutPoint(std::u32string_view type) {
  return type.size() > 1 && type.back() == U'.' ? type.substr(0, type.size() - 1) : type;
}

struct Candidate {
  std::size_t word = 0;       // where the word before the mark begins
  std::size_t mark = 0;       // '.', '?' or '!'
  std::size_t after_end = 0;  // the mark's context ends there
  std::size_t next = 0;       // the next sentence would begin there
};

// The marks that can end a sentence: a mark that closes a word, or white space and a word, come after it. Of several in
// one word the last counts.
std::vector<Candidate> CandidatesIn(std::u32string_view text) {
  std::vector<Candidate> found;
  std::size_t before_start = 0, before_end = 0;  // the word before the mark before
  std::optional<Candidate> held;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!IsEnd(text[at])) continue;
    std::size_t next = at + 1;
    while (next < text.size() && IsSpace(text[next])) ++next;
    Candidate one{0, at, at + 2, at + 1};
    if (at + 1 < text.size() && IsNoWord(text[at + 1])) {
    } else if (next > at + 1 && next < text.size()) {
      one.next = one.after_end = next;
      while (one.after_end < text.size() && !IsSpace(text[one.after_end])) ++one.after_end;
    } else {
      continue;
    }
    // ASCII white space, and none at the very beginning: as NLTK searches it.
    std::size_t blank = 0;
    for (std::size_t i = before_end; i < at; ++i) {
      if (Holds(U" \t\n\r\v\f", text[i])) blank = i - before_end;
    }
    one.word = blank > 0 ? before_end + blank + 1 : before_start;
    if (held && before_end <= one.word) found.push_back(*held);
    held = one;
    before_start = one.word;
    before_end = at;
  }
  if (held) found.push_back(*held);
  return found;
}

// How much of closing marks and white space at its beginning belongs to the sentence before; 0 = nothing.
std::size_t ClosingPart(std::u32string_view sentence) {
  for (std::size_t k = 0; k < sentence.size() && Holds(U"\"')]}", sentence[k]);) {
    ++k;
    std::size_t end = k;
    while (end < sentence.size() && IsSpace(sentence[end])) ++end;
    if (end > k || end == sentence.size() || sentence.substr(k).starts_with(U"--")) return end;
  }
  return 0;
}

struct Slice {
  std::size_t start, stop;
};

std::u32string_view Cut(std::u32string_view text, const Slice& slice) {
  return slice.start < slice.stop ? text.substr(slice.start, slice.stop - slice.start) : std::u32string_view();
}

using Lines = std::vector<std::u32string>;

Lines LinesOf(std::string_view bytes) {
  Lines lines;
  while (!bytes.empty()) {
    std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(DecodeUtf8(line));
  }
  return lines;
}

std::unexpected<Error> BadTabRow(const std::string& file, std::size_t line, const char* expected) {
  return FailAt({.file = file, .line = static_cast<int>(line + 1)}, ErrorCode::kBadRow, expected,
                "the model is NLTK's tokenizers/punkt_tab/english");
}

}  // namespace

struct PunktModel::Token {
  std::u32string_view word;
  std::u32string type;  // lower case; ##number## for numerals
  bool ends_sentence = false, abbreviation = false, ellipsis = false;

  bool FirstUpper() const { return IsUpperCase(word[0]); }
  bool IsInitial() const { return word.size() == 2 && word[1] == U'.' && IsWord(word[0]) && !IsDecimal(word[0]); }
  std::u32string_view TypeInside() const { return ends_sentence ? WithoutPoint(type) : std::u32string_view(type); }
};

bool PunktModel::IsAbbreviation(std::u32string_view word) const {
  const std::u32string lower = Lower(word);
  if (abbreviations_.contains(lower)) return true;
  const std::size_t dash = lower.rfind(U'-');
  return dash != lower.npos && abbreviations_.contains(std::u32string_view(lower).substr(dash + 1));
}

// What a word is by itself.
PunktModel::Token PunktModel::Marked(std::u32string_view word) const {
  Token token{.word = word, .type = Lower(word)};
  if (IsNumeral(token.type)) token.type = kNumber;
  const bool points = std::ranges::all_of(word, [](char32_t code) { return code == U'.'; });
  if (word.size() == 1 && IsEnd(word[0])) {
    token.ends_sentence = true;
  } else if (points) {
    token.ellipsis = true;
  } else if (word.ends_with(U'.') && !word.ends_with(U"..")) {
    token.abbreviation = IsAbbreviation(word.substr(0, word.size() - 1));
    token.ends_sentence = !token.abbreviation;
  }
  return token;
}

unsigned PunktModel::ContextsOf(std::u32string_view type) const {
  const auto found = contexts_.find(type);
  return found == contexts_.end() ? 0 : found->second;
}

PunktModel::Start PunktModel::StartsSentence(const Token& token) const {
  if (token.word.size() == 1 && Holds(U";:,.!?", token.word[0])) return Start::kNo;
  const unsigned contexts = ContextsOf(token.TypeInside());
  if (token.FirstUpper() && (contexts & kLower) != 0 && (contexts & kUpperInside) == 0) return Start::kYes;
  if (IsLowerCase(token.word[0]) && ((contexts & kUpper) != 0 || (contexts & kLowerFirst) == 0)) return Start::kNo;
  return Start::kUnknown;
}

// What the word after it says of a word with a point.
void PunktModel::Reconsider(Token& token, const Token& next) const {
  if (!token.word.ends_with(U'.')) return;
  const std::u32string type(WithoutPoint(token.type)), next_type(next.TypeInside());
  const auto no_end = [&] {
    token.ends_sentence = false;
    token.abbreviation = true;
  };
  if (collocations_.contains({type, next_type})) return no_end();
  const bool initial = token.IsInitial();
  if ((token.abbreviation || token.ellipsis) && !initial) {
    if (StartsSentence(next) == Start::kYes || (next.FirstUpper() && starters_.contains(next_type))) {
      token.ends_sentence = true;
      return;
    }
  }
  if (!initial && type != kNumber) return;
  const Start start = StartsSentence(next);
  if (start == Start::kNo) return no_end();
  if (start == Start::kUnknown && initial && next.FirstUpper() && (ContextsOf(next_type) & kLower) == 0) no_end();
}

// Whether a sentence ends before the last word.
bool PunktModel::HasBreak(std::u32string_view context) const {
  std::vector<Token> tokens;
  for (const std::u32string_view line : SplitAt(context, U'\n')) {
    for (const std::u32string_view word : WordsOf(line)) tokens.push_back(Marked(word));
  }
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    Reconsider(tokens[i], tokens[i + 1]);
    if (tokens[i].ends_sentence) return true;
  }
  return false;
}

std::vector<std::u32string_view> PunktModel::Sentences(std::u32string_view text) const {
  std::vector<Slice> slices;
  std::size_t start = 0;
  for (const Candidate& one : CandidatesIn(text)) {
    if (!HasBreak(text.substr(one.word, one.after_end - one.word))) continue;
    slices.push_back({start, one.mark + 1});
    start = one.next;
  }
  slices.push_back({start, StripRight(text).size()});

  std::vector<std::u32string_view> sentences;
  const auto add = [&](const Slice& slice) {
    if (const std::u32string_view sentence = Cut(text, slice); !sentence.empty()) sentences.push_back(sentence);
  };
  std::size_t taken = 0;  // of the slice's beginning, by the sentence before
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Slice own{slices[i].start + taken, slices[i].stop};
    taken = 0;
    if (i + 1 < slices.size()) {
      const std::u32string_view after = Cut(text, slices[i + 1]);
      taken = ClosingPart(after);
      if (taken > 0) {
        add({own.start, slices[i + 1].start + StripRight(after.substr(0, taken)).size()});
        continue;
      }
    }
    add(own);
  }
  return sentences;
}

Result<PunktModel> PunktModel::Parse(std::string_view abbreviations, std::string_view collocations, std::string_view contexts,
                                     std::string_view starters, const std::string& folder) {
  PunktModel model;
  for (std::u32string& line : LinesOf(abbreviations)) model.abbreviations_.insert(std::move(line));
  for (std::u32string& line : LinesOf(starters)) model.starters_.insert(std::move(line));
  const Lines pairs = LinesOf(collocations), cases = LinesOf(contexts);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto parts = SplitAt(pairs[i], U'\t');
    if (parts.size() != 2) return BadTabRow(folder + "/collocations.tab", i, "expected two words with a tab between");
    model.collocations_.emplace(parts[0], parts[1]);
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto parts = SplitAt(cases[i], U'\t');
    const std::string digits = parts.size() == 2 ? EncodeUtf8(parts[1]) : "";
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return BadTabRow(folder + "/ortho_context.tab", i, "expected a word and a number with a tab between");
    }
    model.contexts_.emplace(parts[0], bits);
  }
  return model;
}

Result<PunktModel> PunktModel::Read(const std::string& folder) {
  ASSAY_TRY(abbreviations, base::ReadFile(folder + "/abbrev_types.txt"));
  ASSAY_TRY(collocations, base::ReadFile(folder + "/collocations.tab"));
  ASSAY_TRY(contexts, base::ReadFile(folder + "/ortho_context.tab"));
  ASSAY_TRY(starters, base::ReadFile(folder + "/sent_starters.txt"));
  return Parse(abbreviations, collocations, contexts, starters, folder);
}

}  // namespace assay::text
