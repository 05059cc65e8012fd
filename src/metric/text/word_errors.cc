// SPDX-License-Identifier: Apache-2.0
#include "metric/text/word_errors.h"

#include <bit>
#include <cstring>
#include <vector>

#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

// Adds the word at `at` and returns where the next one begins. Words are parted by blanks, and by runs of at least two
// white space characters of any kind.
template <class Text, class IsSpace>
std::size_t TakeWord(Text text, std::size_t at, text::TokenIds& ids, IsSpace is_space, Tokens& words) {
  const std::size_t start = at;
  while (true) {
    while (at < text.size() && !is_space(text[at])) ++at;
    const bool alone = at + 1 < text.size() && text[at] != ' ' && !is_space(text[at + 1]);
    if (!alone) break;
    ++at;  // a single tab or no-break space is a letter of its word
  }
  if (at > start) words.push_back(ids.Of(text.substr(start, at - start)));
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

// The first byte below 0x21 in eight ASCII bytes: 0x80 in its place, whatever above it.
constexpr std::uint64_t BlankOrControl(std::uint64_t bytes) {
  return (bytes - 0x2121212121212121u) & ~bytes & 0x8080808080808080u;
}

// A word of up to seven letters and the blank after it lie in eight bytes, and are taken in one step.
Tokens AsciiWords(std::string_view text, text::TokenIds& ids) {
  const auto is_space = [](char letter) { return text::IsAsciiSpace(static_cast<unsigned char>(letter)); };
  Tokens words;
  words.reserve(text.size() / 5);
  for (std::size_t at = 0; at < text.size();) {
    if (std::endian::native == std::endian::little && at + 8 <= text.size()) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
      const std::uint64_t end = BlankOrControl(bytes);
      const auto size = static_cast<std::size_t>(std::countr_zero(end)) / 8;
      if (end != 0 && size > 0 && text[at + size] == ' ') {
        words.push_back(ids.OfPacked(bytes & ((std::uint64_t{1} << (8 * size)) - 1), size));
        at += size + 1;
        while (is_space(text[at])) ++at;  // the last letter isn't one
        continue;
      }
    }
    at = TakeWord(text, at, ids, is_space, words);
  }
  return words;
}

Tokens Words(std::string_view utf8, text::TokenIds& ids) {
  if (text::IsAscii(utf8)) {
    const auto is_space = [](char letter) { return text::IsAsciiSpace(static_cast<unsigned char>(letter)); };
    while (!utf8.empty() && is_space(utf8.back())) utf8.remove_suffix(1);
    while (!utf8.empty() && is_space(utf8.front())) utf8.remove_prefix(1);
    return AsciiWords(utf8, ids);
  }
  const std::u32string decoded = text::DecodeUtf8(utf8);
  const std::u32string_view inside = text::Strip(decoded);
  Tokens words;
  for (std::size_t at = 0; at < inside.size();) at = TakeWord(inside, at, ids, &text::IsSpace, words);
  return words;
}

Tokens Characters(std::string_view utf8) {
  const std::u32string text = text::DecodeUtf8(utf8);
  const std::u32string_view inside = text::Strip(text);
  return {inside.begin(), inside.end()};
}

Result<void> Check(std::span<const std::string> reference, std::span<const std::string> hypothesis) {
  if (reference.size() != hypothesis.size()) {
    return Fail(ErrorCode::kContradiction, "expected a hypothesis for each reference, found " +
                                               std::to_string(hypothesis.size()) + " for " +
                                               std::to_string(reference.size()));
  }
  if (reference.empty()) return Fail(ErrorCode::kEmpty, "expected at least 1 text, found none");
  return {};
}

double Ratio(std::size_t part, std::size_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

WordErrors& WordErrors::operator+=(const WordErrors& other) {
  edits.hits += other.edits.hits;
  edits.substitutions += other.edits.substitutions;
  edits.deletions += other.edits.deletions;
  edits.insertions += other.edits.insertions;
  reference_words += other.reference_words;
  hypothesis_words += other.hypothesis_words;
  return *this;
}

double WordErrors::Wer() const {
  return reference_words == 0 ? static_cast<double>(edits.insertions) : Ratio(edits.edits(), reference_words);
}

double WordErrors::Mer() const {
  if (reference_words == 0) return hypothesis_words == 0 ? 0 : 1;
  return Ratio(edits.edits(), edits.hits + edits.edits());
}

double WordErrors::Wip() const {
  if (reference_words == 0) return hypothesis_words == 0 ? 1 : 0;
  return hypothesis_words == 0 ? 0 : Ratio(edits.hits, reference_words) * Ratio(edits.hits, hypothesis_words);
}

Result<WordErrors> CountWordErrors(std::span<const std::string> reference, std::span<const std::string> hypothesis) {
  ASSAY_CHECK_OK(Check(reference, hypothesis));
  WordErrors all;
  text::TokenIds ids;
  text::EditCounter counter;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Tokens from = Words(reference[i], ids);
    const Tokens to = Words(hypothesis[i], ids);
    all += {counter.Count(from, to), from.size(), to.size()};
  }
  return all;
}

Result<WordErrors> CountCharacterErrors(std::span<const std::string> reference, std::span<const std::string> hypothesis) {
  ASSAY_CHECK_OK(Check(reference, hypothesis));
  WordErrors all;
  text::EditCounter counter;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Tokens from = Characters(reference[i]);
    const Tokens to = Characters(hypothesis[i]);
    all += {counter.Count(from, to), from.size(), to.size()};
  }
  return all;
}

}  // namespace assay::metric
