// SPDX-License-Identifier: Apache-2.0
#include "citation/reading/token.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace assay::citation {
namespace {

constexpr char kHardBlank = '\x01';  // a blank that may group digits: U+00A0, U+2009, U+202F
constexpr char kBreak = '\x02';      // a bullet: what follows is a sentence of its own

struct Letters {
  std::string text;  // one byte a character that matters
  std::vector<std::size_t> begin, end;
};

struct Replacement {
  std::string_view from;
  std::string_view to;
};

constexpr Replacement kReplacements[] = {{"\xC2\xA0", "\x01"},
                                         {"\xE2\x80\xAF", "\x01"},
                                         {"\xE2\x80\x89", "\x01"},
                                         {"\xE2\x80\x87", "\x01"},
                                         {"\xC3\x97", "x"},
                                         {"\xC2\xAE", ""},
                                         {"\xE2\x84\xA2", ""},
                                         {"\xC2\xA9", ""},
                                         {"\xC2\xB5", "u"},
                                         {"\xCE\xBC", "u"},
                                         {"\xE2\x80\x90", "-"},
                                         {"\xE2\x80\x91", "-"},
                                         {"\xE2\x80\x92", "-"},
                                         {"\xE2\x80\x93", "-"},
                                         {"\xE2\x80\x94", " - "},
                                         {"\xE2\x88\x92", "-"},
                                         {"\xE2\x80\x98", "'"},
                                         {"\xE2\x80\x99", "'"},
                                         {"\xE2\x80\x9C", "\""},
                                         {"\xE2\x80\x9D", "\""},
                                         {"\xE2\x89\xA4", "<"},
                                         {"\xE2\x89\xA5", ">"},
                                         {"\xE2\x89\x88", "~"},
                                         {"\xE2\x80\xA2", "\x02"},
                                         {"\xE2\x80\xA6", "."},
                                         {"\xC2\xB9", ""},
                                         {"\xC2\xB2", ""},
                                         {"\xC2\xB3", ""},
                                         {"\xC2\xAD", ""},
                                         {"(R)", ""},
                                         {"(TM)", ""},
                                         {"(r)", ""},
                                         {"(tm)", ""},
                                         {"\xE2\x80\xA0", ""},
                                         {"\xE2\x80\xA1", ""},
                                         {"\xE2\x80\x8B", ""}};

Letters Simplify(std::string_view text) {
  Letters out;
  for (std::size_t i = 0; i < text.size();) {
    const bool plain = static_cast<unsigned char>(text[i]) < 0x80 && text[i] != '(';
    const auto hit = plain ? std::end(kReplacements)
                           : std::find_if(std::begin(kReplacements), std::end(kReplacements),
                                          [&](const Replacement& r) {
                                            return text.substr(i, r.from.size()) == r.from;
                                          });
    const std::size_t length = hit == std::end(kReplacements) ? 1 : hit->from.size();
    for (char c : hit == std::end(kReplacements) ? text.substr(i, 1) : hit->to) {
      out.text += c;
      out.begin.push_back(i);
      out.end.push_back(i + length);
    }
    i += length;
  }
  return out;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || IsUpper(c) || static_cast<unsigned char>(c) >= 0x80;
}
bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == kHardBlank || c == '\f';
}
char Small(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

class Scanner {
 public:
  explicit Scanner(std::string_view source) : letters_(Simplify(source)), text_(letters_.text) {}

  std::vector<Token> Run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (IsBlank(c)) {
        Blank();
      } else if (c == kBreak) {
        ++sentence_, ++at_, space_ = true;
      } else if (IsDigit(c)) {
        Number();
      } else if (IsLetter(c)) {
        Word();
      } else {
        Sign();
      }
    }
    return std::move(tokens_);
  }

 private:
  char Peek(std::size_t offset) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  std::size_t DigitsFrom(std::size_t from) const {
    std::size_t n = 0;
    while (from + n < text_.size() && IsDigit(text_[from + n])) ++n;
    return n;
  }

  Token& Add(TokenKind kind, std::size_t from, std::size_t to) {
    Token& token = tokens_.emplace_back();
    token.kind = kind;
    for (std::size_t i = from; i < to; ++i) {
      const char c = Small(text_[i]);
      token.text += c;
      if (IsDigit(c) || IsLetter(c)) token.folded += c;
    }
    token.space_before = space_;
    token.capital = IsUpper(text_[from]);
    token.begin = letters_.begin[from];
    token.end = letters_.end[to - 1];
    token.sentence = sentence_;
    space_ = false;
    at_ = to;
    return token;
  }

  void Blank() {
    int lines = 0;
    while (at_ < text_.size() && IsBlank(text_[at_])) lines += text_[at_++] == '\n';
    if (lines > 1) ++sentence_;
    space_ = true;
  }

  // The letters and digits from here on, split where a count or a unit is glued to a name.
  void Word() {
    std::size_t end = at_;
    while (end < text_.size() && (IsLetter(text_[end]) || IsDigit(text_[end]))) ++end;
    if (Small(text_[at_]) == 'v' && end > at_ + 1 &&
        DigitsFrom(at_ + 1) == end - at_ - 1) {  // v5 .1
      while (end + 1 < text_.size() && text_[end] == '.' && IsDigit(text_[end + 1]))
        end += 1 + DigitsFrom(end + 1);
      Add(TokenKind::kWord, at_, end);
      return;
    }
    // "H200x8": a name with a digit, x, a count.
    const std::string_view word(text_.data() + at_, end - at_);
    const std::size_t x = word.find_last_of("xX");
    if (x != std::string_view::npos && x > 1 && x + 1 < word.size() && word.size() - x <= 5 &&
        DigitsFrom(at_ + x + 1) == word.size() - x - 1 &&
        std::any_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(x), IsDigit) &&
        !IsDigit(word[x - 1])) {
      const std::size_t from = at_;
      Add(TokenKind::kWord, from, from + x);
      Add(TokenKind::kWord, from + x, from + x + 1);
      Add(TokenKind::kNumber, from + x + 1, end).value = std::string(word.substr(x + 1));
      return;
    }
    Add(TokenKind::kWord, at_, end);
  }

  void Sign() {
    const char c = text_[at_];
    const bool ends = (c == '.' || c == '!' || c == '?') && EndsSentence();
    Add(TokenKind::kSign, at_, at_ + 1);
    if (ends) ++sentence_;
  }

  bool EndsSentence() const {
    std::size_t next = at_ + 1;
    while (next < text_.size() && (text_[next] == '"' || text_[next] == '\'' || text_[next] == ')'))
      ++next;
    if (next >= text_.size()) return true;
    if (!IsBlank(text_[next])) return false;
    if (text_[at_] == '.' && !tokens_.empty() &&
        IsOneOf(tokens_.back(), "vs", "e", "g", "i", "inc", "corp", "approx", "no", "fig", "v",
                "st", "co", "ltd", "ca", "resp", "incl", "sec", "ver", "rev", "dr", "mr", "ms") &&
        !(tokens_.back().Is("sec") || tokens_.back().Is("ms"))) {
      return false;
    }
    while (next < text_.size() && IsBlank(text_[next])) ++next;
    return next >= text_.size() || !(text_[next] >= 'a' && text_[next] <= 'z');
  }

  // Reads digits with their separators; sets `value` and returns the end. Empty value: a version
  // like 0.9.0.2.
  std::size_t Digits(std::string& value, bool& grouped) const;
  bool UnitFollows(std::size_t from) const;
  // Over a fraction and further groups: "99 123,0", "1 031 070".
  std::size_t BehindFraction(std::size_t from) const {
    while (from < text_.size() && text_[from] == ' ' && DigitsFrom(from + 1) == 3) from += 4;
    if (from < text_.size() && (text_[from] == ',' || text_[from] == '.')) {
      if (const std::size_t fraction = DigitsFrom(from + 1); fraction > 0) from += 1 + fraction;
    }
    return from;
  }
  void Number();

  Letters letters_;
  const std::string& text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool space_ = true;
  int sentence_ = 0;
};

// Whether a word for a rate starts there: only then does a plain blank group digits ("34 988
// tokens/s").
bool Scanner::UnitFollows(std::size_t from) const {
  while (from < text_.size() && IsBlank(text_[from])) ++from;
  std::string word;
  while (from < text_.size() && IsLetter(text_[from]) && word.size() < 12)
    word += Small(text_[from++]);
  for (std::string_view unit : {"token", "tok", "sample", "quer", "image", "req", "inference",
                                "frame", "fps", "qps", "tps"}) {
    if (word.starts_with(unit)) return true;
  }
  return false;
}

std::size_t Scanner::Digits(std::string& value, bool& grouped) const {
  std::size_t at = at_ + DigitsFrom(at_);
  value.assign(text_, at_, at - at_);
  const bool can_group = value.size() <= 3;
  // Thousands in groups of three after one kind of separator.
  const char separator = at < text_.size() ? text_[at] : '\0';
  const auto group_at = [&](std::size_t from) { return DigitsFrom(from + 1) == 3; };
  if (can_group && at < text_.size() && group_at(at)) {
    const std::size_t after = at + 4;
    const bool dotted =
        separator == '.' && after < text_.size() &&
        ((text_[after] == '.' && group_at(after)) ||
         (text_[after] == ',' && DigitsFrom(after + 1) > 0 && DigitsFrom(after + 1) != 3));
    if (separator == ',' || separator == '\'' || separator == kHardBlank || dotted ||
        (separator == ' ' && UnitFollows(BehindFraction(after)))) {
      grouped = true;
      while (at < text_.size() && text_[at] == separator && group_at(at)) {
        value.append(text_, at + 1, 3);
        at += 4;
      }
    }
  }
  const char mark = at < text_.size() ? text_[at] : '\0';
  const std::size_t fraction = DigitsFrom(at + 1);
  if (mark == '.' && fraction > 0 && !(grouped && separator == '.')) {
    const std::size_t end = at + 1 + fraction;
    if (!grouped && end + 1 < text_.size() && text_[end] == '.' &&
        IsDigit(text_[end + 1])) {  // 0.9.0.2
      value.clear();
      std::size_t last = end;
      while (last + 1 < text_.size() && text_[last] == '.' && IsDigit(text_[last + 1]))
        last += 1 + DigitsFrom(last + 1);
      return last;
    }
    value += '.';
    value.append(text_, at + 1, fraction);
    return end;
  }
  if (mark == ',' && fraction > 0 && fraction != 3 &&
      (!grouped || separator == '.' || separator == ' ' || separator == kHardBlank)) {  // a decimal comma
    value += '.';
    value.append(text_, at + 1, fraction);
    return at + 1 + fraction;
  }
  return at;
}

void Scanner::Number() {
  std::string value;
  bool grouped = false;
  const std::size_t from = at_;
  const std::size_t end = Digits(value, grouped);
  if (value.empty()) {
    Add(TokenKind::kWord, from, end);
    return;
  }
  std::size_t tail = end;
  while (tail < text_.size() && (IsLetter(text_[tail]) || IsDigit(text_[tail]))) ++tail;
  std::string letters;
  for (std::size_t i = end; i < tail; ++i) letters += Small(text_[i]);
  int power = 0;
  std::size_t stop = end;
  if (letters == "k" || letters == "m" || letters == "mm") {
    power = letters == "k" ? 3 : 6;
    stop = tail;
  } else if (letters.empty()) {
    // "1.2 million", "35 K" before a unit
    std::size_t next = end;
    while (next < text_.size() && IsBlank(text_[next])) ++next;
    std::size_t last = next;
    std::string word;
    while (last < text_.size() && IsLetter(text_[last])) word += Small(text_[last++]);
    if (word == "thousand" || word == "million") {
      power = word == "thousand" ? 3 : 6;
      stop = last;
    } else if ((word == "k" || word == "m") && UnitFollows(last)) {
      power = word == "k" ? 3 : 6;
      stop = last;
    }
  } else if (letters[0] != 'x' || (letters.size() > 1 && IsDigit(letters[1]))) {
    constexpr std::string_view kUnits[] = {"ms",  "us",     "s",   "w",    "kw",    "mj",  "uj",
                                           "j",   "sec",    "min", "msec", "tps",   "qps", "fps",
                                           "tok", "tokens", "gpu", "gpus", "images"};
    if (std::find(std::begin(kUnits), std::end(kUnits), letters) == std::end(kUnits)) {
      Add(TokenKind::kWord, from, tail);  // 70b, 3d, 8x7b
      return;
    }
  }
  Token& token = Add(TokenKind::kNumber, from, stop);
  token.value = power == 0 ? value : ShiftDecimal(value, power);
  token.scaled = power != 0;
  token.grouped = grouped;
  if (stop == end && !letters.empty() && letters[0] == 'x' && letters.size() > 1)
    Add(TokenKind::kWord, end, end + 1);
}

}  // namespace

std::string ShiftDecimal(std::string_view digits, int power) {
  std::size_t point = digits.find('.');
  std::string all(digits);
  if (point == std::string::npos) {
    point = all.size();
  } else {
    all.erase(point, 1);
  }
  std::ptrdiff_t at = static_cast<std::ptrdiff_t>(point) + power;
  if (at < 1) {
    all.insert(0, static_cast<std::size_t>(1 - at), '0');
    at = 1;
  }
  if (static_cast<std::size_t>(at) > all.size())
    all.append(static_cast<std::size_t>(at) - all.size(), '0');
  std::string whole = all.substr(0, static_cast<std::size_t>(at));
  std::string fraction = all.substr(static_cast<std::size_t>(at));
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return fraction.empty() ? whole : whole + "." + fraction;
}

std::vector<Token> Tokenise(std::string_view text) { return Scanner(text).Run(); }

}  // namespace assay::citation
