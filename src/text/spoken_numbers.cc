// SPDX-License-Identifier: Apache-2.0
#include "text/spoken_numbers.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace assay::text {
namespace {

using Word = std::u32string_view;

// What a word stands for: a number, how many zeros a multiplier has, what is put behind.
struct NumberWord {
  int value = 0;
  Word suffix = {};
};

constexpr Word kOnes[] = {U"one",    U"two",    U"three",    U"four",     U"five",    U"six",     U"seven",
                          U"eight",  U"nine",   U"ten",      U"eleven",   U"twelve",  U"thirteen", U"fourteen",
                          U"fifteen", U"sixteen", U"seventeen", U"eighteen", U"nineteen"};
constexpr Word kTens[] = {U"twenty", U"thirty", U"forty", U"fifty", U"sixty", U"seventy", U"eighty", U"ninety"};
constexpr std::pair<Word, int> kMultipliers[] = {
    {U"hundred", 2},      {U"thousand", 3},     {U"million", 6},     {U"billion", 9},    {U"trillion", 12}, {U"quadrillion", 15},
    {U"quintillion", 18}, {U"sextillion", 21},  {U"septillion", 24}, {U"octillion", 27}, {U"nonillion", 30}, {U"decillion", 33}};
constexpr std::pair<Word, char32_t> kSignsBefore[] = {{U"minus", U'-'}, {U"negative", U'-'}, {U"plus", U'+'}, {U"positive", U'+'}};
constexpr std::pair<Word, char32_t> kSignsBehind[] = {{U"pound", U'£'}, {U"pounds", U'£'},   {U"euro", U'€'}, {U"euros", U'€'},
                                                      {U"dollar", U'$'}, {U"dollars", U'$'}, {U"cent", U'¢'}, {U"cents", U'¢'}};
constexpr Word kSigns = U"-+£€$¢";

template <class T, std::size_t n>
std::optional<T> Valued(const std::pair<Word, T> (&rows)[n], Word word) {
  for (const auto& [name, value] : rows) {
    if (name == word) return value;
  }
  return std::nullopt;
}

std::optional<int> OneOf(Word word) {
  const auto found = std::ranges::find(kOnes, word);
  return found == std::end(kOnes) ? std::nullopt : std::optional(static_cast<int>(found - std::begin(kOnes)) + 1);
}
std::optional<int> TenOf(Word word) {
  const auto found = std::ranges::find(kTens, word);
  return found == std::end(kTens) ? std::nullopt : std::optional(static_cast<int>(found - std::begin(kTens)) * 10 + 20);
}

// "sevens", "seventh"; the reference's ordinals are made by rule, so "nineth" is one and "ninth" isn't.
std::optional<NumberWord> SuffixedOne(Word word) {
  constexpr std::pair<Word, NumberWord> kOwn[] = {
      {U"zeroth", {0, U"th"}}, {U"first", {1, U"st"}}, {U"second", {2, U"nd"}}, {U"third", {3, U"rd"}},
      {U"fifth", {5, U"th"}},  {U"twelfth", {12, U"th"}}, {U"sixes", {6, U"s"}}};
  if (const auto own = Valued(kOwn, word)) return own;
  for (const Word one : kOnes) {
    const int value = *OneOf(one);
    if (one != U"six" && word == std::u32string(one) + U"s") return NumberWord{value, U"s"};
    if (value <= 3 || value == 5 || value == 12) continue;
    if (word == std::u32string(one) + (one.ends_with(U't') ? U"h" : U"th")) return NumberWord{value, U"th"};
  }
  return std::nullopt;
}
std::optional<NumberWord> SuffixedTen(Word word) {
  for (const Word ten : kTens) {
    const std::u32string stem(ten.substr(0, ten.size() - 1));
    if (word == stem + U"ies") return NumberWord{*TenOf(ten), U"s"};
    if (word == stem + U"ieth") return NumberWord{*TenOf(ten), U"th"};
  }
  return std::nullopt;
}
std::optional<NumberWord> SuffixedMultiplier(Word word) {
  for (const auto& [name, zeros] : kMultipliers) {
    if (word == std::u32string(name) + U"s") return NumberWord{zeros, U"s"};
    if (word == std::u32string(name) + U"th") return NumberWord{zeros, U"th"};
  }
  return std::nullopt;
}

bool IsZeroWord(Word word) { return word == U"o" || word == U"oh" || word == U"zero"; }
bool IsSuffixer(Word word) { return word == U"per" || word == U"percent"; }
bool IsSpecial(Word word) { return word == U"and" || word == U"double" || word == U"triple" || word == U"point"; }

// Any word that means something here.
bool IsNumberWord(Word word) {
  return IsZeroWord(word) || OneOf(word) || SuffixedOne(word) || TenOf(word) || SuffixedTen(word) ||
         IsMultiplierWord(word) || SuffixedMultiplier(word) || Valued(kSignsBefore, word) || Valued(kSignsBehind, word) ||
         IsSuffixer(word) || IsSpecial(word);
}

bool IsDigitCode(char32_t code) { return code >= U'0' && code <= U'9'; }
bool AllDigits(Word text) { return !text.empty() && std::ranges::all_of(text, IsDigitCode); }

// 12 or 12.5.
bool IsFigure(Word word) {
  const std::size_t point = word.find(U'.');
  return AllDigits(word.substr(0, point)) && (point == word.npos || AllDigits(word.substr(point + 1)));
}

std::u32string Decimal(int value) {
  const std::string digits = std::to_string(value);
  return {digits.begin(), digits.end()};
}
std::u32string WithoutZeros(std::u32string digits) {
  digits.erase(0, std::min(digits.find_first_not_of(U'0'), digits.size() - 1));
  return digits;
}
std::u32string PowerOfTen(int zeros) { return U"1" + std::u32string(static_cast<std::size_t>(zeros), U'0'); }

std::u32string Sum(Word one, Word other) {
  std::u32string sum;
  int carry = 0;
  for (std::size_t i = 0; i < std::max(one.size(), other.size()) || carry > 0; ++i) {
    if (i < one.size()) carry += static_cast<int>(one[one.size() - 1 - i] - U'0');
    if (i < other.size()) carry += static_cast<int>(other[other.size() - 1 - i] - U'0');
    sum.push_back(U'0' + static_cast<char32_t>(carry % 10));
    carry /= 10;
  }
  std::ranges::reverse(sum);
  return WithoutZeros(sum.empty() ? U"0" : sum);
}

// What has been heard of a number: whole, or digits and points one after the other.
struct Heard {
  bool whole = false;
  std::u32string digits;

  bool EndsInZeros(std::size_t count) const {
    return std::ranges::all_of(Word(digits).substr(digits.size() - std::min(count, digits.size())),
                               [](char32_t code) { return code == U'0'; });
  }
};

class NumberReader {
 public:
  std::vector<std::u32string> Read(const std::vector<std::u32string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (std::exchange(skip_, false)) continue;
      before_ = i > 0 ? Word(words[i - 1]) : Word();
      after_ = i + 1 < words.size() ? Word(words[i + 1]) : Word();
      Take(words[i]);
    }
    Flush();
    return std::move(said_);
  }

 private:
  void Put(Word result) {
    said_.push_back((sign_ ? std::u32string(1, *sign_) : U"") + std::u32string(result));
    sign_.reset();
    heard_.reset();
  }
  void Flush() {
    if (heard_) Put(std::u32string(heard_->digits));
  }
  // The number so far, if any, then the word as it is.
  void PassOver(Word word) {
    Flush();
    Put(word);
  }

  void Take(Word word) {
    const bool signed_word = kSigns.find(word[0]) != kSigns.npos;
    const Word figure = word.substr(signed_word ? 1 : 0);
    if (IsFigure(figure)) return TakeFigure(word, figure, signed_word);
    if (IsZeroWord(word)) return TakeDigits(U"0");
    if (const auto one = OneOf(word)) return Hear(*one, TenOf(before_) && *one < 10);
    if (const auto one = SuffixedOne(word)) return Finish(*one, TenOf(before_) && one->value < 10);
    if (const auto ten = TenOf(word)) return Hear(*ten, false);
    if (const auto ten = SuffixedTen(word)) return Finish(*ten, false);
    if (const auto zeros = Valued(kMultipliers, word)) return Multiply(*zeros);
    if (const auto multiplier = SuffixedMultiplier(word)) return FinishMultiplied(*multiplier);
    if (const auto sign = Valued(kSignsBefore, word)) {
      Flush();
      if (IsNumberWord(after_) || IsFigure(after_)) sign_ = sign;
      else Put(word);
      return;
    }
    if (const auto sign = Valued(kSignsBehind, word)) {
      if (heard_) {
        sign_ = sign;
        Flush();
      } else {
        Put(word);
      }
      return;
    }
    if (IsSuffixer(word)) return TakePercent(word);
    if (IsSpecial(word)) return TakeSpecial(word);
    PassOver(word);
  }

  void TakeFigure(Word word, Word figure, bool signed_word) {
    if (heard_) {
      if (!heard_->whole && heard_->digits.ends_with(U'.')) {
        heard_->digits += word;
        return;
      }
      Flush();
    }
    if (signed_word) sign_ = word[0];
    const std::size_t point = figure.find(U'.');
    const bool whole = point == figure.npos || figure.substr(point + 1).find_first_not_of(U'0') == figure.npos;
    heard_ = whole ? Heard{true, WithoutZeros(std::u32string(figure.substr(0, point)))} : Heard{false, std::u32string(figure)};
  }

  // More digits of a number that is spelled; a whole 0 doesn't count.
  void TakeDigits(Word digits) {
    std::u32string before = heard_ && !(heard_->whole && heard_->digits == U"0") ? heard_->digits : U"";
    heard_ = Heard{false, std::move(before) + std::u32string(digits)};
  }

  // The number so far with this one: added where it has room, as "hundred" has for "ten", else its digits behind.
  Heard With(int value, bool behind_ten) const {
    const std::u32string digits = Decimal(value);
    if (!heard_) return {true, digits};
    const bool ten = value >= 20;
    if (!heard_->whole || (!ten && OneOf(before_))) {
      std::u32string all = heard_->digits;
      if (behind_ten) all.pop_back();  // "one twenty three": 120, then 123
      return {false, all + digits};
    }
    if (heard_->EndsInZeros(value < 10 ? 1 : 2)) return {true, Sum(heard_->digits, digits)};
    return {false, heard_->digits + digits};
  }
  void Hear(int value, bool behind_ten) { heard_ = With(value, behind_ten); }
  void Finish(const NumberWord& number, bool behind_ten) {
    Put(With(number.value, behind_ten).digits + std::u32string(number.suffix));
  }

  // A number of digits and points times a power of ten, where that is whole.
  static std::optional<std::u32string> Shifted(Word digits, int zeros) {
    const std::size_t point = digits.find(U'.');
    const Word whole = digits.substr(0, point), part = point == digits.npos ? Word() : digits.substr(point + 1);
    if (whole.empty() && part.empty()) return std::nullopt;
    if ((!whole.empty() && !AllDigits(whole)) || (!part.empty() && !AllDigits(part))) return std::nullopt;
    const std::size_t needed = part.find_last_not_of(U'0') == part.npos ? 0 : part.find_last_not_of(U'0') + 1;
    if (needed > static_cast<std::size_t>(zeros)) return std::nullopt;
    std::u32string shifted = std::u32string(whole) + std::u32string(part.substr(0, needed));
    return WithoutZeros(shifted + std::u32string(static_cast<std::size_t>(zeros) - needed, U'0'));
  }

  // The last three digits of a whole number count so many times.
  static std::u32string Multiplied(const std::u32string& digits, int zeros) {
    const std::size_t last = digits.size() - std::min<std::size_t>(3, digits.size());
    const std::u32string high = last == 0 ? U"0" : digits.substr(0, last) + U"000";
    return Sum(high, digits.substr(last) + std::u32string(static_cast<std::size_t>(zeros), U'0'));
  }

  void Multiply(int zeros) {
    if (!heard_) {
      heard_ = Heard{true, PowerOfTen(zeros)};
    } else if (heard_->whole) {
      heard_->digits = Multiplied(heard_->digits, zeros);
    } else if (auto shifted = Shifted(heard_->digits, zeros)) {
      heard_ = Heard{true, *std::move(shifted)};
    } else {
      Flush();
      heard_ = Heard{true, PowerOfTen(zeros)};
    }
  }
  void FinishMultiplied(const NumberWord& multiplier) {
    const std::u32string suffix(multiplier.suffix);
    if (heard_ && heard_->whole) return Put(Multiplied(heard_->digits, multiplier.value) + suffix);
    if (heard_) {
      if (const auto shifted = Shifted(heard_->digits, multiplier.value)) return Put(*shifted + suffix);
      Flush();
    }
    Put(PowerOfTen(multiplier.value) + suffix);
  }

  void TakePercent(Word word) {
    if (!heard_) return Put(word);
    if (word == U"percent") return Put(heard_->digits + U"%");
    if (after_ != U"cent") return PassOver(word);
    Put(heard_->digits + U"%");
    skip_ = true;
  }

  void TakeSpecial(Word word) {
    if (!IsNumberWord(after_) && !IsFigure(after_)) return PassOver(word);
    if (word == U"and") {
      if (!IsMultiplierWord(before_)) PassOver(word);
    } else if (word == U"point") {
      if (IsDigitWord(after_) || IsFigure(after_)) TakeDigits(U".");
    } else if (const auto one = OneOf(after_); one || IsZeroWord(after_)) {
      std::u32string digits;
      for (int i = 0; i < (word == U"double" ? 2 : 3); ++i) digits += Decimal(one.value_or(0));
      TakeDigits(digits);
      skip_ = true;
    } else {
      PassOver(word);
    }
  }

  std::vector<std::u32string> said_;
  std::optional<Heard> heard_;
  std::optional<char32_t> sign_;
  Word before_, after_;
  bool skip_ = false;
};

}  // namespace

std::vector<std::u32string> NumbersAsDigits(const std::vector<std::u32string>& words) { return NumberReader().Read(words); }

bool IsDigitWord(std::u32string_view word) { return OneOf(word) || TenOf(word) || IsZeroWord(word); }
bool IsMultiplierWord(std::u32string_view word) { return Valued(kMultipliers, word).has_value(); }

}  // namespace assay::text
