// SPDX-License-Identifier: Apache-2.0
//
// A word is a sequence of runs of consonants C and vowels V: [C](VC)^m[V]. Each step takes the first rule whose ending
// fits; if its condition on what is left (mostly "m is above 0" or "above 1") doesn't hold, the step ends all the same.
#include "text/porter_stemmer.h"

#include <array>
#include <span>
#include <vector>

namespace assay::text {
namespace {

bool IsVowelLetter(char letter) {
  return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
}

// Per letter; y is a vowel after a consonant.
std::vector<bool> Consonants(std::string_view word) {
  std::vector<bool> consonant(word.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (IsVowelLetter(word[i])) consonant[i] = false;
    else if (word[i] == 'y' && i > 0) consonant[i] = !consonant[i - 1];
    else consonant[i] = true;
  }
  return consonant;
}

int Measure(std::string_view stem) {
  const auto consonant = Consonants(stem);
  int measure = 0;
  for (std::size_t i = 1; i < stem.size(); ++i) measure += !consonant[i - 1] && consonant[i] ? 1 : 0;
  return measure;
}

bool HasVowel(std::string_view stem) {
  for (const bool consonant : Consonants(stem)) {
    if (!consonant) return true;
  }
  return false;
}

bool EndsInDoubleConsonant(std::string_view word) {
  return word.size() >= 2 && word.back() == word[word.size() - 2] && Consonants(word).back();
}

// Consonant, vowel, consonant other than w, x and y; of a word of two letters, vowel and consonant.
bool EndsShort(std::string_view word) {
  const auto consonant = Consonants(word);
  const std::size_t n = word.size();
  if (n == 2) return !consonant[0] && consonant[1];
  if (n < 3 || !consonant[n - 3] || consonant[n - 2] || !consonant[n - 1]) return false;
  return word.back() != 'w' && word.back() != 'x' && word.back() != 'y';
}

struct Rule {
  std::string_view ending, replacement;
};

std::string Replaced(std::string_view word, const Rule& rule) {
  return std::string(word.substr(0, word.size() - rule.ending.size())) + std::string(rule.replacement);
}

// The first rule that fits, if the measure of what is left exceeds `above`.
std::string Apply(std::string_view word, std::span<const Rule> rules, int above) {
  for (const Rule& rule : rules) {
    if (!word.ends_with(rule.ending)) continue;
    const std::string_view stem = word.substr(0, word.size() - rule.ending.size());
    return Measure(stem) > above ? Replaced(word, rule) : std::string(word);
  }
  return std::string(word);
}

std::string Plurals(const std::string& word) {
  if (word.ends_with("ies") && word.size() == 4) return Replaced(word, {"ies", "ie"});
  for (const Rule& rule : std::array{Rule{"sses", "ss"}, Rule{"ies", "i"}, Rule{"ss", "ss"}, Rule{"s", ""}}) {
    if (word.ends_with(rule.ending)) return Replaced(word, rule);
  }
  return word;
}

// What -ed or -ing left behind gets an e or loses a doubled letter.
std::string Repaired(const std::string& stem) {
  for (const std::string_view ending : {"at", "bl", "iz"}) {
    if (stem.ends_with(ending)) return stem + "e";
  }
  if (EndsInDoubleConsonant(stem)) {
    const bool keep = stem.back() == 'l' || stem.back() == 's' || stem.back() == 'z';
    return keep ? stem : stem.substr(0, stem.size() - 1);
  }
  return Measure(stem) == 1 && EndsShort(stem) ? stem + "e" : stem;
}

std::string Pasts(const std::string& word) {
  if (word.ends_with("ied")) return Replaced(word, {"ied", word.size() == 4 ? "ie" : "i"});
  if (word.ends_with("eed")) {
    return Measure(std::string_view(word).substr(0, word.size() - 3)) > 0 ? Replaced(word, {"eed", "ee"}) : word;
  }
  for (const std::string_view ending : {"ed", "ing"}) {
    if (!word.ends_with(ending)) continue;
    const std::string stem = word.substr(0, word.size() - ending.size());
    if (HasVowel(stem)) return Repaired(stem);
  }
  return word;
}

std::string FinalY(const std::string& word) {
  if (word.size() < 3 || word.back() != 'y') return word;
  const std::string stem = word.substr(0, word.size() - 1);
  return Consonants(stem).back() ? stem + "i" : word;
}

std::string LongEndings(std::string word) {
  // Before the others, so that what is left of "…ationalli" goes on.
  if (word.ends_with("alli") && Measure(std::string_view(word).substr(0, word.size() - 4)) > 0) {
    return LongEndings(Replaced(word, {"alli", "al"}));
  }
  static constexpr Rule kRules[] = {
      {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},   {"izer", "ize"},  {"bli", "ble"},
      {"alli", "al"},     {"entli", "ent"},   {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
      {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},
      {"iviti", "ive"},   {"biliti", "ble"},  {"fulli", "ful"},
  };
  for (const Rule& rule : kRules) {
    if (word.ends_with(rule.ending)) return Apply(word, std::span(&rule, 1), 0);
  }
  // The l of -logi counts with the stem, so that "geologi" is treated as "archaeologi" is.
  if (word.ends_with("logi")) {
    return Measure(std::string_view(word).substr(0, word.size() - 3)) > 0 ? Replaced(word, {"logi", "log"}) : word;
  }
  return word;
}

std::string MiddleEndings(const std::string& word) {
  static constexpr Rule kRules[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
                                    {"ical", "ic"},  {"ful", ""},   {"ness", ""}};
  return Apply(word, kRules, 0);
}

std::string LastEndings(const std::string& word) {
  static constexpr Rule kRules[] = {{"al", ""},   {"ance", ""}, {"ence", ""}, {"er", ""},    {"ic", ""},  {"able", ""}, {"ible", ""},
                                    {"ant", ""},  {"ement", ""}, {"ment", ""}, {"ent", ""},  {"ion", ""}, {"ou", ""},   {"ism", ""},
                                    {"ate", ""},  {"iti", ""},  {"ous", ""},  {"ive", ""},   {"ize", ""}};
  for (const Rule& rule : kRules) {
    if (!word.ends_with(rule.ending)) continue;
    const std::string_view stem = std::string_view(word).substr(0, word.size() - rule.ending.size());
    const bool fits = rule.ending != "ion" || stem.ends_with('s') || stem.ends_with('t');
    return fits && Measure(stem) > 1 ? std::string(stem) : word;
  }
  return word;
}

std::string FinalLetters(std::string word) {
  if (word.ends_with('e')) {
    const std::string stem = word.substr(0, word.size() - 1);
    const int measure = Measure(stem);
    if (measure > 1 || (measure == 1 && !EndsShort(stem))) word = stem;
  }
  if (word.ends_with("ll") && Measure(std::string_view(word).substr(0, word.size() - 1)) > 1) word.pop_back();
  return word;
}

struct Irregular {
  std::string_view word, stem;
};

constexpr Irregular kIrregular[] = {
    {"sky", "sky"},         {"skies", "sky"},       {"dying", "die"},       {"lying", "lie"},     {"tying", "tie"},
    {"news", "news"},       {"innings", "inning"},  {"inning", "inning"},   {"outings", "outing"}, {"outing", "outing"},
    {"cannings", "canning"}, {"canning", "canning"}, {"howe", "howe"},       {"proceed", "proceed"}, {"exceed", "exceed"},
    {"succeed", "succeed"},
};

}  // namespace

std::string PorterStem(std::string_view word) {
  for (const Irregular& one : kIrregular) {
    if (one.word == word) return std::string(one.stem);
  }
  if (word.size() <= 2) return std::string(word);
  return FinalLetters(LastEndings(MiddleEndings(LongEndings(FinalY(Pasts(Plurals(std::string(word))))))));
}

}  // namespace assay::text
