// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"

#include <algorithm>

namespace assay::citation {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAlnum(char c) { return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "8x", "x8": how many, not what.
bool IsCount(std::string_view word) {
  if (word.size() < 2) return false;
  const auto digits = [](std::string_view text) { return std::ranges::all_of(text, IsDigit); };
  return (word.front() == 'x' && digits(word.substr(1))) ||
         (word.back() == 'x' && digits(word.substr(0, word.size() - 1)));
}

bool SameWord(std::string_view held, std::string_view wanted) {
  if (held == wanted) return true;
  return IsDigit(wanted.front()) && held.size() > wanted.size() && held.starts_with(wanted) &&
         held[wanted.size()] == '.';
}

}  // namespace

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

std::string Squeezed(std::string_view text) {
  std::string squeezed = Lower(text);
  std::erase_if(squeezed, [](char c) { return !IsAlnum(c); });
  return squeezed;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (word.size() > 1 && word[0] == 'v' && IsDigit(word[1])) word.erase(0, 1);
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  const std::string lower = Lower(text);
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool inner_dot =
        lower[i] == '.' && i > 0 && i + 1 < lower.size() && IsDigit(lower[i - 1]) && IsDigit(lower[i + 1]);
    if (IsAlnum(lower[i]) || inner_dot) word += lower[i];
    else end_word();
  }
  end_word();
  return words;
}

bool HoldsWords(std::string_view text, std::string_view words) {
  const std::vector<std::string> held = WordsOf(text);
  std::vector<std::string> wanted = WordsOf(words);
  std::erase_if(wanted, IsCount);
  if (wanted.empty()) return false;
  // A word may be written in two: "RTX 4090" and "RTX4090".
  std::vector<std::string> joined = held;
  for (std::size_t i = 0; i + 1 < held.size(); ++i) joined.push_back(held[i] + held[i + 1]);
  const auto stands = [&](std::string_view word) {
    return std::ranges::any_of(joined, [&](const std::string& each) { return SameWord(each, word); });
  };
  if (std::ranges::all_of(wanted, stands)) return true;
  std::string whole;
  for (const std::string& word : wanted) whole += word;
  return stands(whole);
}

bool Mentions(std::string_view text, std::string_view phrase) {
  const std::vector<std::string> held = WordsOf(text), wanted = WordsOf(phrase);
  return !wanted.empty() && !std::ranges::search(held, wanted).empty();
}

}  // namespace assay::citation
