// SPDX-License-Identifier: Apache-2.0
#include "metric/text/word_errors.h"

#include <vector>

#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

// Parted by blanks, and by runs of at least two white space characters of any kind. `text` has none at its ends.
template <class Text, class IsSpace>
Tokens WordsOf(Text text, text::TokenIds& ids, IsSpace is_space) {
  Tokens words;
  words.reserve(text.size() / 5);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    while (true) {
      while (at < text.size() && !is_space(text[at])) ++at;
      const bool alone = at + 1 < text.size() && text[at] != ' ' && !is_space(text[at + 1]);
      if (!alone) break;
      ++at;  // a single tab or no-break space is a letter of its word
    }
    if (at > start) words.push_back(ids.Of(text.substr(start, at - start)));
    while (at < text.size() && is_space(text[at])) ++at;
  }
  return words;
}

Tokens Words(std::string_view utf8, text::TokenIds& ids) {
  if (!text::IsAscii(utf8)) {
    const std::u32string decoded = text::DecodeUtf8(utf8);
    return WordsOf(text::Strip(decoded), ids, [](char32_t code) { return text::IsSpace(code); });
  }
  const auto is_space = [](char letter) { return text::IsAsciiSpace(static_cast<unsigned char>(letter)); };
  while (!utf8.empty() && is_space(utf8.back())) utf8.remove_suffix(1);
  while (!utf8.empty() && is_space(utf8.front())) utf8.remove_prefix(1);
  return WordsOf(utf8, ids, is_space);
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
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Tokens from = Words(reference[i], ids);
    const Tokens to = Words(hypothesis[i], ids);
    all += {text::CountEdits(from, to), from.size(), to.size()};
  }
  return all;
}

Result<WordErrors> CountCharacterErrors(std::span<const std::string> reference, std::span<const std::string> hypothesis) {
  ASSAY_CHECK_OK(Check(reference, hypothesis));
  WordErrors all;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const Tokens from = Characters(reference[i]);
    const Tokens to = Characters(hypothesis[i]);
    all += {text::CountEdits(from, to), from.size(), to.size()};
  }
  return all;
}

}  // namespace assay::metric
