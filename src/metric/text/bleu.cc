// SPDX-License-Identifier: Apache-2.0
#include "metric/text/bleu.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "metric/text/reference_streams.h"
#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

void ReplaceAll(std::u32string& text, std::u32string_view from, std::u32string_view to) {
  for (std::size_t at = text.find(from); at != std::u32string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// From the left, each pair (first, second) of neighbours that fits becomes before + first + between + second + after; the
// search goes on behind the pair, as a regular expression's does.
template <class First, class Second>
std::u32string SpacePairs(std::u32string_view text, First first, Second second, bool before, bool between, bool after) {
  std::u32string result;
  result.reserve(text.size() + text.size() / 4);
  for (std::size_t at = 0; at < text.size();) {
    if (at + 1 == text.size() || !first(text[at]) || !second(text[at + 1])) {
      result.push_back(text[at++]);
      continue;
    }
    if (before) result.push_back(U' ');
    result.push_back(text[at]);
    if (between) result.push_back(U' ');
    result.push_back(text[at + 1]);
    if (after) result.push_back(U' ');
    at += 2;
  }
  return result;
}

template <class Accept>
std::u32string SpaceAround(std::u32string_view text, Accept accept) {
  std::u32string result;
  result.reserve(text.size() + text.size() / 4);
  for (const char32_t code : text) {
    if (!accept(code)) {
      result.push_back(code);
      continue;
    }
    result.push_back(U' ');
    result.push_back(code);
    result.push_back(U' ');
  }
  return result;
}

bool IsDigit(char32_t code) { return code >= U'0' && code <= U'9'; }
bool IsStop(char32_t code) { return code == U'.' || code == U','; }

// { to ~, [ to `, blank to &, ( to +, : to @, and /: all ASCII marks but ' , - and .
bool IsMark(char32_t code) {
  return (code >= U'{' && code <= U'~') || (code >= U'[' && code <= U'`') || (code >= U' ' && code <= U'&') ||
         (code >= U'(' && code <= U'+') || (code >= U':' && code <= U'@') || code == U'/';
}

std::u32string Western(std::u32string_view given) {
  std::u32string text(given);
  ReplaceAll(text, U"<skipped>", U"");
  ReplaceAll(text, U"-\n", U"");
  ReplaceAll(text, U"\n", U" ");
  ReplaceAll(text, U"&quot;", U"\"");
  ReplaceAll(text, U"&amp;", U"&");
  ReplaceAll(text, U"&lt;", U"<");
  ReplaceAll(text, U"&gt;", U">");
  text = SpaceAround(U" " + text + U" ", IsMark);
  const auto not_digit = [](char32_t code) { return !IsDigit(code); };
  text = SpacePairs(text, not_digit, IsStop, false, true, true);
  text = SpacePairs(text, IsStop, not_digit, true, true, false);
  return SpacePairs(text, IsDigit, [](char32_t code) { return code == U'-'; }, false, true, true);
}

std::u32string International(std::u32string_view given) {
  const auto not_number = [](char32_t code) { return !text::IsNumber(code); };
  std::u32string text = SpacePairs(given, not_number, text::IsPunctuation, false, true, true);
  text = SpacePairs(text, text::IsPunctuation, not_number, true, true, false);
  return SpaceAround(text, text::IsSymbol);
}

std::u32string Prepared(std::string_view utf8, const BleuOptions& options) {
  std::u32string text = text::DecodeUtf8(utf8);
  if (options.lower_case) text = text::Lower(text);
  return BleuTokenized(text::StripRight(text), options.tokens);
}

using Counts = std::unordered_map<std::uint32_t, std::uint64_t>;

Counts CountsOf(const Tokens& grams) {
  Counts counts;
  for (const std::uint32_t gram : grams) ++counts[gram];
  return counts;
}

}  // namespace

std::u32string BleuTokenized(std::u32string_view text, BleuTokens tokens) {
  switch (tokens) {
    case BleuTokens::k13a:
      return Western(text);
    case BleuTokens::kIntl:
      return International(text);
    case BleuTokens::kChar:
      return SpaceAround(text, [](char32_t) { return true; });
    case BleuTokens::kNone:
      break;
  }
  return std::u32string(text);
}

std::string BleuSignature(const BleuOptions& options, std::size_t references) {
  constexpr const char* kNames[] = {"13a", "intl", "char", "none"};
  return "nrefs:" + std::to_string(references) + "|case:" + (options.lower_case ? "lc" : "mixed") +
         "|eff:" + (options.effective_order ? "yes" : "no") + "|tok:" + kNames[static_cast<std::size_t>(options.tokens)] +
         "|smooth:exp|version:2.6.0";
}

BleuCounts& BleuCounts::operator+=(const BleuCounts& other) {
  for (std::size_t i = 0; i < correct.size(); ++i) {
    correct[i] += other.correct[i];
    total[i] += other.total[i];
  }
  output_words += other.output_words;
  reference_words += other.reference_words;
  return *this;
}

BleuCounts CountBleu(std::string_view output, std::span<const std::string> references, const BleuOptions& options) {
  text::TokenIds ids;
  text::NgramIds grams;
  const auto tokens_of = [&](std::string_view utf8) {
    const std::u32string prepared = Prepared(utf8, options);
    return ids.Of(text::SplitAtSpace(prepared));
  };
  const Tokens given = tokens_of(output);
  std::vector<Tokens> wanted;
  for (const std::string& reference : references) wanted.push_back(tokens_of(reference));

  BleuCounts counts;
  counts.output_words = given.size();
  const auto away = [&](const Tokens& tokens) {
    return tokens.size() > given.size() ? tokens.size() - given.size() : given.size() - tokens.size();
  };
  const auto nearest = std::ranges::min_element(wanted, [&](const Tokens& a, const Tokens& b) {
    return away(a) != away(b) ? away(a) < away(b) : a.size() < b.size();
  });
  if (nearest != wanted.end()) counts.reference_words = nearest->size();
  for (std::size_t order = 1; order <= counts.total.size(); ++order) {
    Counts most;  // of any one reference
    for (const Tokens& tokens : wanted) {
      for (const auto& [gram, count] : CountsOf(grams.Of(tokens, order))) most[gram] = std::max(most[gram], count);
    }
    for (const auto& [gram, count] : CountsOf(grams.Of(given, order))) {
      counts.total[order - 1] += count;
      const auto found = most.find(gram);
      if (found != most.end()) counts.correct[order - 1] += std::min(count, found->second);
    }
  }
  return counts;
}

double BleuScore(const BleuCounts& counts, const BleuOptions& options) {
  if (std::ranges::all_of(counts.correct, [](std::uint64_t count) { return count == 0; })) return 0;
  double logs = 0;
  double halving = 1;
  std::size_t orders = counts.total.size();
  for (std::size_t i = 0; i < counts.total.size(); ++i) {
    if (counts.total[i] == 0) {
      if (!options.effective_order) return 0;  // an order that nothing can match
      orders = i;
      break;
    }
    const auto total = static_cast<double>(counts.total[i]);
    if (counts.correct[i] == 0) halving *= 2;
    logs += std::log(counts.correct[i] == 0 ? 100 / (halving * total) : 100 * static_cast<double>(counts.correct[i]) / total);
  }
  const auto output = static_cast<double>(counts.output_words);
  const auto reference = static_cast<double>(counts.reference_words);
  const double brevity = output < reference ? std::exp(1 - reference / output) : 1;
  return brevity * std::exp(logs / static_cast<double>(orders));
}

Result<double> CorpusBleu(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                          const BleuOptions& options) {
  ASSAY_CHECK_OK(CheckStreams(outputs, references));
  BleuCounts all;
  for (std::size_t i = 0; i < outputs.size(); ++i) all += CountBleu(outputs[i], ReferencesOf(references, i), options);
  return BleuScore(all, options);
}

}  // namespace assay::metric
