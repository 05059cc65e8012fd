// SPDX-License-Identifier: Apache-2.0
#include "data/truth/squad_windows.h"

#include <algorithm>
#include <utility>

#include "text/unicode.h"

namespace assay::data {
namespace {

// The published procedure knows these blanks only; a no-break space, say, stays within its word.
bool IsBlank(char32_t code) { return code == U' ' || code == U'\t' || code == U'\r' || code == U'\n' || code == 0x202F; }

std::vector<std::u32string> BlankSplit(std::u32string_view text) {
  std::vector<std::u32string> words;
  bool apart = true;
  for (const char32_t code : text) {
    if (!IsBlank(code)) {
      if (apart) words.emplace_back();
      words.back().push_back(code);
    }
    apart = IsBlank(code);
  }
  return words;
}

struct PieceSpan {
  std::size_t first, length;
};

// Windows of at most `room` pieces, each beginning a stride after the one before, until the end is in.
std::vector<PieceSpan> Spans(std::size_t pieces, std::size_t room) {
  std::vector<PieceSpan> spans;
  for (std::size_t first = 0; first < pieces;) {
    const std::size_t length = std::min(pieces - first, room);
    spans.push_back({first, length});
    if (first + length == pieces) break;
    first += std::min(length, SquadWindows::kStride);
  }
  return spans;
}

// The window in which a piece has the most text on its poorer side; longer windows count a little more, the first wins.
std::size_t FullestSpan(const std::vector<PieceSpan>& spans, std::size_t piece) {
  std::size_t fullest = 0;
  double most = -1;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const auto& [first, length] = spans[i];
    if (piece < first || piece >= first + length) continue;
    const double poorer = static_cast<double>(std::min(piece - first, first + length - 1 - piece));
    const double context = poorer + 0.01 * static_cast<double>(length);
    if (context > most) {
      most = context;
      fullest = i;
    }
  }
  return fullest;
}

std::u32string Replaced(std::u32string text, std::u32string_view what) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos;) text.erase(at, what.size());
  return text;
}

// The letters that aren't blanks, and where each stands.
struct Solid {
  explicit Solid(std::u32string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != U' ') places.push_back(i);
    }
  }
  std::vector<std::size_t> places;
};

// The part of `original` whose letters are those of `said` within the words of `original`; all of it where they don't
// stand one for one.
std::u32string_view Projected(std::u32string_view said, std::u32string_view original) {
  std::u32string words;
  for (const std::u32string& word : text::BertWords(original)) words.append(words.empty() ? U"" : U" ").append(word);
  const std::size_t start = words.find(said);
  if (start == words.npos || said.empty()) return original;
  const Solid from(words), to(original);
  if (from.places.size() != to.places.size()) return original;
  const auto place = [&](std::size_t at) -> std::size_t {
    const auto found = std::ranges::lower_bound(from.places, at);
    if (found == from.places.end() || *found != at) return original.size();
    return to.places[static_cast<std::size_t>(found - from.places.begin())];
  };
  const std::size_t first = place(start), last = place(start + said.size() - 1);
  if (first == original.size() || last == original.size()) return original;
  return original.substr(first, last + 1 - first);
}

}  // namespace

SquadWindows::SquadWindows(const SquadSet& set, text::WordPieces pieces) : pieces_(std::move(pieces)) {
  for (const std::string& context : set.paragraphs) {
    Paragraph paragraph{BlankSplit(text::DecodeUtf8(context)), {}, {}};
    for (std::size_t word = 0; word < paragraph.words.size(); ++word) {
      pieces_.Append(paragraph.words[word], paragraph.pieces);
      paragraph.word_of.resize(paragraph.pieces.size(), static_cast<std::uint32_t>(word));
    }
    paragraphs_.push_back(std::move(paragraph));
  }
  std::vector<std::u32string_view> asked;
  for (std::size_t question = 0; question < set.questions.size(); ++question) {
    asked.clear();
    pieces_.Append(text::DecodeUtf8(set.questions[question].question), asked);
    paragraph_of_.push_back(set.questions[question].paragraph);
    AddWindows(question, std::min(asked.size(), kQuestionTokens), paragraphs_[paragraph_of_.back()]);
  }
}

void SquadWindows::AddWindows(std::size_t question, std::size_t question_tokens, const Paragraph& paragraph) {
  const std::vector<PieceSpan> spans = Spans(paragraph.pieces.size(), kTokens - question_tokens - 3);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    SquadWindow window{question, spans[i].first, spans[i].length, question_tokens + 2, {}};
    for (std::size_t k = 0; k < window.length; ++k) window.fullest.push_back(FullestSpan(spans, window.first + k) == i);
    windows_.push_back(std::move(window));
  }
}

std::string SquadWindows::TextOf(std::size_t question, std::size_t first, std::size_t last) const {
  const Paragraph& paragraph = paragraphs_[paragraph_of_[question]];
  std::u32string said;
  for (std::size_t k = first; k <= last; ++k) said.append(k == first ? U"" : U" ").append(paragraph.pieces[k]);
  said = Replaced(Replaced(std::move(said), U" ##"), U"##");
  std::u32string original;
  for (std::uint32_t word = paragraph.word_of[first]; word <= paragraph.word_of[last]; ++word) {
    original.append(word == paragraph.word_of[first] ? U"" : U" ").append(paragraph.words[word]);
  }
  return text::EncodeUtf8(Projected(said, original));
}

}  // namespace assay::data
