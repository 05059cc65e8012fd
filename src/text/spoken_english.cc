// SPDX-License-Identifier: Apache-2.0
#include "text/spoken_english.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/spoken_numbers.h"
#include "text/unicode.h"

namespace assay::text {
namespace {

using Text = std::u32string;
using View = std::u32string_view;

struct Contraction {
  View from, to;
  bool at_word_start = true;
};
// In the order in which they are replaced.
constexpr Contraction kContractions[] = {
    {U"won't", U"will not"}, {U"can't", U"can not"}, {U"let's", U"let us"}, {U"ain't", U"aint"}, {U"y'all", U"you all"},
    {U"wanna", U"want to"}, {U"gotta", U"got to"}, {U"gonna", U"going to"}, {U"i'ma", U"i am going to"},
    {U"imma", U"i am going to"}, {U"woulda", U"would have"}, {U"coulda", U"could have"}, {U"shoulda", U"should have"},
    {U"ma'am", U"madam"}, {U"mr", U"mister "}, {U"mrs", U"missus "}, {U"st", U"saint "}, {U"dr", U"doctor "},
    {U"prof", U"professor "}, {U"capt", U"captain "}, {U"gov", U"governor "}, {U"ald", U"alderman "}, {U"gen", U"general "},
    {U"sen", U"senator "}, {U"rep", U"representative "}, {U"pres", U"president "}, {U"rev", U"reverend "},
    {U"hon", U"honorable "}, {U"asst", U"assistant "}, {U"assoc", U"associate "}, {U"lt", U"lieutenant "},
    {U"col", U"colonel "}, {U"jr", U"junior "}, {U"sr", U"senior "}, {U"esq", U"esquire "},
    {U"'d been", U" had been", false}, {U"'s been", U" has been", false}, {U"'d gone", U" had gone", false},
    {U"'s gone", U" has gone", false}, {U"'d done", U" had done", false}, {U"'s got", U" has got", false},
    {U"n't", U" not", false}, {U"'re", U" are", false}, {U"'s", U" is", false}, {U"'d", U" would", false},
    {U"'ll", U" will", false}, {U"'t", U" not", false}, {U"'ve", U" have", false}, {U"'m", U" am", false}};
constexpr View kFillers[] = {U"hmm", U"mm", U"mhm", U"mmm", U"uh", U"um"};

bool IsDigitSign(char32_t code) { return code >= U'0' && code <= U'9'; }
bool IsLetterSign(char32_t code) { return code >= U'a' && code <= U'z'; }

// Whether a word ends or begins at a place.
bool IsEdge(View text, std::size_t at) {
  const bool before = at > 0 && IsWord(text[at - 1]), after = at < text.size() && IsWord(text[at]);
  return before != after;
}

Text ReplacedWords(View text, const Contraction& contraction) {
  Text replaced;
  for (std::size_t at = 0;;) {
    std::size_t found = at;
    while ((found = text.find(contraction.from, found)) != text.npos) {
      const std::size_t end = found + contraction.from.size();
      if (IsEdge(text, end) && (!contraction.at_word_start || IsEdge(text, found))) break;
      ++found;
    }
    if (found == text.npos) return replaced.append(text.substr(at));
    replaced.append(text.substr(at, found - at)).append(contraction.to);
    at = found + contraction.from.size();
  }
}

Text WithoutFillers(View text) {
  Text kept;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsWord(text[end]) == IsWord(text[at])) ++end;
    const View run = text.substr(at, end - at);
    if (std::ranges::find(kFillers, run) == std::end(kFillers)) kept.append(run);
    at = end;
  }
  return kept;
}

Text WithoutBlanksBeforeApostrophes(View text) {
  Text kept;
  for (const char32_t code : text) {
    if (code == U'\'') kept.resize(StripRight(kept).size());
    kept.push_back(code);
  }
  return kept;
}

// "and a half" behind a number is "point five".
Text WithHalves(View text) {
  // The end of an "and a half" at `at`, 0 if there is none.
  const auto half_at = [&](std::size_t at) -> std::size_t {
    std::size_t end = at;
    for (const View word : {View(U"and"), View(U"a"), View(U"half")}) {
      if (end != at) {
        const std::size_t blanks = end;
        while (end < text.size() && IsSpace(text[end])) ++end;
        if (end == blanks) return 0;
      }
      if (!text.substr(end).starts_with(word)) return 0;
      end += word.size();
    }
    return IsEdge(text, at) && IsEdge(text, end) ? end : 0;
  };
  std::vector<View> segments;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t end = text[at] == U'a' ? half_at(at) : 0) {
      segments.push_back(text.substr(start, at - start));
      start = end;
      at = end - 1;
    }
  }
  segments.push_back(text.substr(start));
  Text joined;
  const auto add = [&](View part) { joined.append(joined.empty() ? U"" : U" ").append(part); };
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto words = SplitAtSpace(segments[i]);
    if (words.empty()) continue;
    add(segments[i]);
    if (i + 1 < segments.size()) add(IsDigitWord(words.back()) || IsMultiplierWord(words.back()) ? U"point five" : U"and a half");
  }
  return joined;
}

// Letters and digits apart, but for "1 st", "60 s" and their like, which are one word.
Text WithFiguresApart(View text) {
  Text apart;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && ((IsLetterSign(text[i - 1]) && IsDigitSign(text[i])) || (IsDigitSign(text[i - 1]) && IsLetterSign(text[i])))) {
      apart.push_back(U' ');
    }
    apart.push_back(text[i]);
  }
  Text joined;
  for (std::size_t i = 0; i < apart.size();) {
    joined.push_back(apart[i++]);
    if (!IsDigitSign(joined.back())) continue;
    std::size_t at = i;
    while (at < apart.size() && IsSpace(apart[at])) ++at;
    if (at == i) continue;
    for (const View suffix : {View(U"st"), View(U"nd"), View(U"rd"), View(U"th"), View(U"s")}) {
      if (!View(apart).substr(at).starts_with(suffix) || !IsEdge(apart, at + suffix.size())) continue;
      joined.append(suffix);
      i = at + suffix.size();
      break;
    }
  }
  return joined;
}

// One or two digits at `at` and the end of a word behind them: how many, 0 if not.
std::size_t CentDigits(View text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end < at + 2 && IsDigitSign(text[end])) ++end;
  return end > at && IsEdge(text, end) ? end - at : 0;
}
View AsCents(View digits) { return digits.size() == 2 && digits[0] == U'0' ? digits.substr(1) : digits; }
bool IsCurrency(char32_t code) { return code == U'€' || code == U'£' || code == U'$'; }

// "$2 and ¢7" is "$2.07".
Text WithCentsBehind(View text) {
  Text joined;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t at = i + 1;
    while (at < text.size() && IsDigitSign(text[at])) ++at;
    View rest = text.substr(at);
    const bool amount = IsCurrency(text[i]) && at > i + 1 && rest.starts_with(U' ');
    if (amount) {
      at += rest.starts_with(U" and ¢") ? 6 : 2;
      const std::size_t digits = text.substr(at - 1).starts_with(U'¢') ? CentDigits(text, at) : 0;
      if (digits > 0) {
        const View whole = text.substr(i, text.size() - i - rest.size());
        joined.append(whole).append(digits == 1 ? U".0" : U".").append(text.substr(at, digits));
        i = at + digits;
        continue;
      }
    }
    joined.push_back(text[i++]);
  }
  return joined;
}

// "$0.07" is "¢7"; as the reference has it, with any character for the point.
Text WithCentsAlone(View text) {
  Text joined;
  for (std::size_t i = 0; i < text.size();) {
    if (IsCurrency(text[i]) && i + 3 < text.size() && text[i + 1] == U'0') {
      if (const std::size_t digits = CentDigits(text, i + 3)) {
        joined.append(U"¢").append(AsCents(text.substr(i + 3, digits)));
        i += 3 + digits;
        continue;
      }
    }
    joined.push_back(text[i++]);
  }
  return joined;
}

// "1" and "1s" alone are words.
Text WithOnesInWords(View text) {
  Text joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool one = text[i] == U'1' && IsEdge(text, i) &&
                     (IsEdge(text, i + 1) || (text.substr(i + 1).starts_with(U's') && IsEdge(text, i + 2)));
    if (one) joined.append(U"one");
    else joined.push_back(text[i]);
  }
  return joined;
}

// Signs that don't stand by a number.
Text WithoutLooseSigns(View text) {
  Text kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool sign = View(U".$¢€£").find(text[i]) != View::npos;
    if (sign && i + 1 < text.size() && !IsDigitSign(text[i + 1])) {
      kept.push_back(U' ');
      kept.push_back(text[++i]);
    } else {
      kept.push_back(text[i]);
    }
  }
  for (std::size_t i = 1; i < kept.size(); ++i) {
    if (kept[i] != U'%' || IsDigitSign(kept[i - 1])) continue;
    kept[i++] = U' ';  // the next pair begins behind this one
  }
  return kept;
}

template <class Words>
Text JoinedByBlanks(const Words& words) {
  Text joined;
  for (const auto& word : words) joined.append(joined.empty() ? U"" : U" ").append(word);
  return joined;
}

}  // namespace

std::vector<std::u32string> SpokenWords(std::u32string_view text, const Spellings& spellings) {
  Text said = WithoutBlanksBeforeApostrophes(WithoutFillers(text));
  for (const Contraction& contraction : kContractions) said = ReplacedWords(said, contraction);
  std::ranges::replace_if(said, [](char32_t code) { return code == U'\'' || code == U'-' || code == U'+'; }, U' ');
  std::vector<Text> words;
  const Text figures = WithFiguresApart(WithHalves(said));
  for (const View word : SplitAtSpace(figures)) words.emplace_back(word);
  said = WithOnesInWords(WithCentsAlone(WithCentsBehind(JoinedByBlanks(NumbersAsDigits(words)))));
  words.clear();
  for (const View word : SplitAtSpace(said)) {
    const auto american = spellings.find(Text(word));
    words.push_back(american == spellings.end() ? Text(word) : american->second);
  }
  said = WithoutLooseSigns(JoinedByBlanks(words));
  words.clear();
  for (const View word : SplitAtSpace(said)) words.emplace_back(word);
  return words;
}

}  // namespace assay::text
