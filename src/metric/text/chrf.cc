// SPDX-License-Identifier: Apache-2.0
#include "metric/text/chrf.h"

#include "metric/text/reference_streams.h"
#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

// A mark at the end of a word is a word of its own, else one at its start; never both.
Tokens Words(std::u32string_view text, text::TokenIds& ids) {
  Tokens words;
  for (const std::u32string_view word : text::SplitAtSpace(text)) {
    std::size_t cut = 0;
    if (word.size() > 1 && text::IsAsciiPunctuation(word.back())) cut = word.size() - 1;
    else if (word.size() > 1 && text::IsAsciiPunctuation(word.front())) cut = 1;
    if (cut > 0) words.push_back(ids.Of(word.substr(0, cut)));
    words.push_back(ids.Of(word.substr(cut)));
  }
  return words;
}

Tokens Characters(std::u32string_view text) {
  Tokens characters;
  for (const std::u32string_view word : text::SplitAtSpace(text)) characters.insert(characters.end(), word.begin(), word.end());
  return characters;
}

}  // namespace

std::string ChrfSignature(const ChrfOptions& options, std::size_t references) {
  return "nrefs:" + std::to_string(references) + "|case:" + (options.lower_case ? "lc" : "mixed") +
         "|eff:yes|nc:" + std::to_string(options.character_order) + "|nw:" + std::to_string(options.word_order) +
         "|space:no|version:2.6.0";
}

std::vector<ChrfCount> CountChrf(std::string_view output, std::span<const std::string> references,
                                 const ChrfOptions& options) {
  text::TokenIds ids;
  text::NgramIds word_grams, character_grams;
  const auto prepared = [&](std::string_view utf8) {
    std::u32string text = text::DecodeUtf8(utf8);
    return options.lower_case ? text::Lower(text) : text;
  };
  const std::u32string given = prepared(output);
  std::vector<ChrfCount> best;
  double best_score = -1;
  for (const std::string& reference : references) {
    const std::u32string wanted = prepared(reference);
    std::vector<ChrfCount> counts;
    const auto count = [&](const Tokens& of_given, const Tokens& of_wanted, std::size_t orders, text::NgramIds& grams) {
      for (std::size_t order = 1; order <= orders; ++order) {
        Tokens first = grams.Of(of_given, order);
        Tokens second = grams.Of(of_wanted, order);
        const std::size_t both = text::CommonCount(first, second);
        counts.push_back({second.empty() ? 0 : first.size(), second.size(), both});
      }
    };
    count(Characters(given), Characters(wanted), options.character_order, character_grams);
    if (options.word_order > 0) count(Words(given, ids), Words(wanted, ids), options.word_order, word_grams);
    const double score = ChrfScore(counts, options);
    if (score > best_score) {
      best_score = score;
      best = std::move(counts);
    }
  }
  return best;
}

double ChrfScore(std::span<const ChrfCount> counts, const ChrfOptions& options) {
  double precision = 0;
  double recall = 0;
  double orders = 0;
  for (const ChrfCount& count : counts) {
    if (count.output == 0 || count.reference == 0) continue;
    precision += static_cast<double>(count.both) / static_cast<double>(count.output);
    recall += static_cast<double>(count.both) / static_cast<double>(count.reference);
    orders += 1;
  }
  if (!(precision + recall > 0)) return 0;
  precision /= orders;
  recall /= orders;
  const double square = options.beta * options.beta;
  return 100 * (1 + square) * precision * recall / (square * precision + recall);
}

Result<double> CorpusChrf(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                          const ChrfOptions& options) {
  ASSAY_CHECK_OK(CheckStreams(outputs, references));
  std::vector<ChrfCount> all(options.character_order + options.word_order);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto counts = CountChrf(outputs[i], ReferencesOf(references, i), options);
    for (std::size_t order = 0; order < all.size(); ++order) {
      all[order].output += counts[order].output;
      all[order].reference += counts[order].reference;
      all[order].both += counts[order].both;
    }
  }
  return ChrfScore(all, options);
}

}  // namespace assay::metric
