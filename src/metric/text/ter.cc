// SPDX-License-Identifier: Apache-2.0
//
// Greedy: as long as some move of a run of words brings the output nearer to the reference, the best one is made and
// counted; the edit distance of what remains is added. A move is tried only for a run that stands in the reference at a
// place where both sides are wrong now. Distances are taken inside a band around the diagonal. All of these choices are
// part of the metric: a better search gives other numbers.
#include "metric/text/ter.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <optional>

#include "metric/text/reference_streams.h"
#include "text/edit_distance.h"
#include "text/token_ids.h"
#include "text/unicode.h"

namespace assay::metric {
namespace {

using Tokens = std::vector<std::uint32_t>;

constexpr std::size_t kLongestMove = 10;
constexpr std::size_t kFarthestMove = 50;
constexpr double kBand = 25;
constexpr std::size_t kMostTried = 1000;
constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max() / 2;

enum class Edit : std::uint8_t { kNone, kKeep, kSubstitute, kDelete, kInsert };

struct Cell {
  std::uint32_t cost = kUnreached;
  Edit edit = Edit::kNone;
};

// The banded table of edits from an output to one reference, row by row of the output.
class Table {
 public:
  Table(const Tokens& reference, std::size_t output_size) : reference_(reference), output_size_(output_size) {
    const auto words = static_cast<double>(reference.size());
    ratio_ = output_size > 0 ? words / static_cast<double>(output_size) : 1;
    band_ = kBand < ratio_ / 2 ? std::ceil(ratio_ / 2 + kBand) : kBand;
    cells_.resize((output_size + 1) * (reference.size() + 1));
    for (std::size_t j = 0; j <= reference.size(); ++j) cells_[j] = {static_cast<std::uint32_t>(j), Edit::kInsert};
  }

  // Whether the band holds every way of `edits` edits: one that inserts and deletes that many in all is so far from the
  // line along which the band lies at most.
  bool Holds(std::size_t edits) const {
    const std::size_t longer = std::max(reference_.size(), output_size_) - std::min(reference_.size(), output_size_);
    return static_cast<double>(edits + longer + 2) <= band_;
  }

  // Edits from `output`; rows of words that are as they were in the last call are kept.
  std::uint32_t Distance(const Tokens& output) {
    std::size_t same = 0;
    while (same < known_.size() && same < output.size() && known_[same] == output[same]) ++same;
    for (std::size_t i = same + 1; i <= output.size(); ++i) Fill(i, output[i - 1]);
    known_ = output;
    return cells_.back().cost;
  }

  // The edits of the last output, from the start.
  std::vector<Edit> Path() const {
    std::vector<Edit> path;
    std::size_t i = output_size_;
    std::size_t j = reference_.size();
    while (i > 0 || j > 0) {
      const Edit edit = Row(i)[j].edit;
      path.push_back(edit);
      if (edit != Edit::kInsert) --i;
      if (edit != Edit::kDelete) --j;
    }
    std::ranges::reverse(path);
    return path;
  }

 private:
  void Fill(std::size_t i, std::uint32_t word) {
    const double diagonal = std::floor(static_cast<double>(i) * ratio_);
    const auto first = static_cast<std::size_t>(std::max(0.0, diagonal - band_));
    auto end = std::min(reference_.size() + 1, static_cast<std::size_t>(diagonal + band_));
    if (i == output_size_) end = reference_.size() + 1;
    Cell* const row = Row(i);  // outside of the band it is never written to
    const Cell* const above = Row(i - 1);
    for (std::size_t j = first; j < end; ++j) {
      if (j == 0) {
        row[0] = {above[0].cost + 1, Edit::kDelete};
        continue;
      }
      const bool equal = word == reference_[j - 1];
      Cell best;
      const auto offer = [&](std::uint32_t cost, Edit edit) {
        if (cost < best.cost) best = {cost, edit};
      };
      offer(above[j - 1].cost + (equal ? 0 : 1), equal ? Edit::kKeep : Edit::kSubstitute);
      offer(above[j].cost + 1, Edit::kDelete);
      offer(row[j - 1].cost + 1, Edit::kInsert);
      row[j] = best;
    }
  }

  Cell* Row(std::size_t i) { return &cells_[i * (reference_.size() + 1)]; }
  const Cell* Row(std::size_t i) const { return &cells_[i * (reference_.size() + 1)]; }

  const Tokens& reference_;
  std::size_t output_size_;
  double ratio_ = 1;
  double band_ = kBand;
  std::vector<Cell> cells_;  // row by row
  Tokens known_;
};

// Where each reference word is in the output, and what is wrong on either side.
struct Alignment {
  std::vector<std::ptrdiff_t> place;  // last output word at or before the reference word; -1 = before all
  std::vector<bool> reference_wrong, output_wrong;
};

Alignment AlignmentOf(const std::vector<Edit>& path) {
  Alignment alignment;
  std::ptrdiff_t at = -1;
  for (const Edit edit : path) {
    const bool wrong = edit != Edit::kKeep;
    if (edit != Edit::kInsert) {
      ++at;
      alignment.output_wrong.push_back(wrong);
    }
    if (edit != Edit::kDelete) {
      alignment.place.push_back(at);
      alignment.reference_wrong.push_back(wrong);
    }
  }
  return alignment;
}

bool AnyOf(const std::vector<bool>& flags, std::size_t start, std::size_t length) {
  const auto first = flags.begin() + static_cast<std::ptrdiff_t>(start);
  return std::find(first, first + static_cast<std::ptrdiff_t>(length), true) != first + static_cast<std::ptrdiff_t>(length);
}

// The run [start, start + length) put before position `target` of the old order; inside of the run, after the words that
// it would jump over.
Tokens Moved(const Tokens& words, std::size_t start, std::size_t length, std::size_t target) {
  Tokens moved(words);
  const auto at = [&](std::size_t i) { return moved.begin() + static_cast<std::ptrdiff_t>(i); };
  if (target < start) std::rotate(at(target), at(start), at(start + length));
  else if (target > start + length) std::rotate(at(start), at(start + length), at(target));
  else std::rotate(at(start), at(start + length), at(std::min(length + target, words.size())));
  return moved;
}

struct Move {
  std::int64_t gain = 0;
  std::int64_t length = 0;
  std::int64_t earlier_start = 0;   // minus the start
  std::int64_t earlier_target = 0;  // minus the target
  auto operator<=>(const Move&) const = default;
};

struct Best {
  Move move;
  Tokens words;
};

// Tries the moves of words[start…] to where the same words stand at reference[place…].
class MoveSearch {
 public:
  MoveSearch(const Tokens& words, const Tokens& reference, Table& table, text::DistanceTo& unbanded, std::size_t& tried)
      : words_(words), reference_(reference), table_(table), unbanded_(unbanded), tried_(tried),
        before_(table.Distance(words)), alignment_(AlignmentOf(table.Path())) {}

  std::optional<Best> Run() {
    for (std::size_t start = 0; start < words_.size(); ++start) {
      for (std::size_t place = 0; place < reference_.size(); ++place) {
        if ((start > place ? start - place : place - start) > kFarthestMove) continue;
        for (std::size_t length = 1; length <= kLongestMove && start + length <= words_.size() &&
                                     place + length <= reference_.size() &&
                                     words_[start + length - 1] == reference_[place + length - 1];
             ++length) {
          if (!Try(start, place, length)) continue;
          if (tried_ >= kMostTried) return best_;
        }
      }
    }
    return best_;
  }

 private:
  // False for a run that no move is tried for.
  bool Try(std::size_t start, std::size_t place, std::size_t length) {
    if (!AnyOf(alignment_.output_wrong, start, length) || !AnyOf(alignment_.reference_wrong, place, length)) return false;
    const auto first = static_cast<std::ptrdiff_t>(start);
    const std::ptrdiff_t now = alignment_.place[place];
    if (now >= first && now < first + static_cast<std::ptrdiff_t>(length)) return false;
    std::optional<std::size_t> last;
    for (std::size_t offset = 0; offset <= length; ++offset) {
      std::size_t target = 0;
      if (place + offset > 0) {
        const std::size_t neighbour = place + offset - 1;
        if (neighbour >= alignment_.place.size()) break;
        target = static_cast<std::size_t>(alignment_.place[neighbour] + 1);
      }
      if (target == last) continue;
      last = target;
      Tokens moved = Moved(words_, start, length, target);
      const Move move{static_cast<std::int64_t>(before_) - static_cast<std::int64_t>(Distance(moved)),
                      static_cast<std::int64_t>(length), -static_cast<std::int64_t>(start),
                      -static_cast<std::int64_t>(target)};
      ++tried_;
      if (!best_ || move > best_->move) best_ = Best{move, std::move(moved)};
    }
    return true;
  }

  // Without a band a distance takes a fraction of the time; the band makes none longer that it holds all ways of.
  std::size_t Distance(const Tokens& moved) {
    const std::size_t distance = unbanded_.From(moved);
    return table_.Holds(distance) ? distance : table_.Distance(moved);
  }

  const Tokens& words_;
  const Tokens& reference_;
  Table& table_;
  text::DistanceTo& unbanded_;
  std::size_t& tried_;
  std::uint32_t before_;
  Alignment alignment_;
  std::optional<Best> best_;
};

std::size_t EditsWithMoves(Tokens words, const Tokens& reference) {
  if (reference.empty()) return words.size();
  Table table(reference, words.size());
  text::DistanceTo unbanded(reference);
  std::size_t moves = 0;
  for (std::size_t tried = 0;;) {
    auto best = MoveSearch(words, reference, table, unbanded, tried).Run();
    if (tried >= kMostTried || !best || best->move.gain <= 0) break;
    words = std::move(best->words);
    ++moves;
  }
  return moves + table.Distance(words);
}

}  // namespace

std::string TerSignature(const TerOptions& options, std::size_t references) {
  return "nrefs:" + std::to_string(references) + "|case:" + (options.case_sensitive ? "mixed" : "lc") +
         "|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0";
}

TerCounts CountTer(std::string_view output, std::span<const std::string> references, const TerOptions& options) {
  text::TokenIds ids;
  const auto words_of = [&](std::string_view utf8) {
    std::u32string text = text::DecodeUtf8(utf8);
    if (!options.case_sensitive) text = text::Lower(text::StripRight(text));
    return ids.Of(text::SplitAtSpace(text));
  };
  const Tokens given = words_of(output);
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  std::size_t words = 0;
  for (const std::string& reference : references) {
    const Tokens wanted = words_of(reference);
    fewest = std::min(fewest, EditsWithMoves(given, wanted));
    words += wanted.size();
  }
  return {static_cast<double>(fewest), static_cast<double>(words) / static_cast<double>(references.size())};
}

double TerScore(const TerCounts& counts) {
  if (counts.reference_words > 0) return 100 * (counts.edits / counts.reference_words);
  return counts.edits > 0 ? 100 : 0;
}

Result<double> CorpusTer(std::span<const std::string> outputs, std::span<const std::vector<std::string>> references,
                         const TerOptions& options) {
  ASSAY_CHECK_OK(CheckStreams(outputs, references));
  TerCounts all;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const TerCounts counts = CountTer(outputs[i], ReferencesOf(references, i), options);
    all.edits += counts.edits;
    all.reference_words += counts.reference_words;
  }
  return TerScore(all);
}

}  // namespace assay::metric
