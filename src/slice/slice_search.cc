// SPDX-License-Identifier: Apache-2.0
#include "slice/slice_search.h"

#include <algorithm>
#include <map>
#include <utility>

#include "slice/excess_errors.h"

namespace assay::slice {
namespace {

// A condition stays only if, among the rows that meet the others, those that meet it too have more errors by chance no
// more often than this, shared among all conditions that were there to choose from.
constexpr double kConditionAdds = 0.05;
// What looks no worse than this on the searched rows isn't worth a test on the others.
constexpr double kWorthATest = 0.05;
// Kept by each weight before overlapping ones are thinned out.
constexpr std::size_t kKept = 400;

struct Found {
  std::vector<std::size_t> literals;
  double score = 0;
};

// Higher score first; then fewer conditions, then earlier ones: the same order on every machine.
bool Better(const Found& a, const Found& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.literals.size() != b.literals.size()) return a.literals.size() < b.literals.size();
  return a.literals < b.literals;
}

// The best by one weight.
class BestList {
 public:
  explicit BestList(double weight) : weight_(weight) {}

  double weight() const { return weight_; }
  // A score at or below it can't get into the list any more.
  double floor() const { return floor_; }
  void Add(Found found) {
    if (found.score <= floor_) return;
    list_.push_back(std::move(found));
    if (list_.size() < 2 * kKept) return;
    std::ranges::sort(list_, Better);
    list_.resize(kKept);
    floor_ = list_.back().score;
  }
  std::vector<Found> Take() {
    std::ranges::sort(list_, Better);
    list_.resize(std::min(list_.size(), kKept));
    return std::move(list_);
  }

 private:
  double weight_, floor_ = 0;
  std::vector<Found> list_;
};

// Without its rows: a level has many nodes, and a parent's rows are met again once for all its children.
struct Node {
  std::vector<std::size_t> literals;
  double count = 0, errors = 0;  // of the searched rows
};

// Goes level by level, so that what a cut leaves out is deeper than what it has seen. A slice is made from a parent and a
// later condition of another column; before any bit is met, the bound is taken with the smaller of both sizes and errors.
class Search {
 public:
  Search(std::span<const Literal> literals, const CaseErrors& errors, const RowSet& within, const SearchOptions& options)
      : literals_(literals), errors_(errors), within_(within), options_(options),
        rows_(static_cast<double>(within.Count())), all_errors_(errors.Sum(within)),
        best_(options.weights.begin(), options.weights.end()) {}

  void Go() {
    if (all_errors_ <= 0 || rows_ == 0) return;
    std::vector<Node> level;
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      Node node{.literals = {i}};
      Measure(node, literals_[i].rows.With(within_));
      singles_.push_back(node);
      if (Promising(node.count, node.errors)) level.push_back(std::move(node));
    }
    for (std::size_t depth = 2; depth <= options_.depth && !result_.cut; ++depth) level = Deeper(level);
    Choose();
  }

  SearchResult Take() && { return std::move(result_); }

 private:
  void Measure(Node& node, const RowSet& rows) {
    node.count = static_cast<double>(rows.Count());
    node.errors = node.count == 0 ? 0 : errors_.Sum(rows);
    work_ += 3 * rows.words();
    result_.looked_at += 1;
    if (node.count < static_cast<double>(options_.min_rows) || node.count == 0) return;
    for (BestList& best : best_) best.Add({node.literals, ScoreOf(node.count, node.errors, best.weight())});
  }

  double ScoreOf(double count, double errors, double weight) const {
    return SliceScore(count, errors, rows_, all_errors_, weight);
  }

  bool Promising(double count, double errors) {
    const double least = std::max(1.0, static_cast<double>(options_.min_rows));
    const bool promising = count >= least && errors > 0 && std::ranges::any_of(best_, [&](const BestList& best) {
      return SliceScoreBound(count, errors, least, errors_.largest(), rows_, all_errors_, best.weight()) > best.floor();
    });
    result_.pruned += promising ? 0 : 1;
    return promising;
  }

  std::vector<Node> Deeper(const std::vector<Node>& parents) {
    std::vector<Node> level;
    for (const Node& parent : parents) {
      const RowSet parent_rows = RowsOf(parent.literals).With(within_);
      for (std::size_t i = parent.literals.back() + 1; i < literals_.size(); ++i) {
        if (literals_[i].feature == literals_[parent.literals.back()].feature) continue;
        if (!Promising(std::min(parent.count, singles_[i].count), std::min(parent.errors, singles_[i].errors))) continue;
        if (work_ > options_.most_words) {
          result_.cut = true;
          return level;
        }
        Node node{.literals = parent.literals};
        node.literals.push_back(i);
        Measure(node, parent_rows.With(literals_[i].rows));
        const bool last = node.literals.size() == options_.depth;
        if (!last && Promising(node.count, node.errors)) level.push_back(std::move(node));
      }
    }
    return level;
  }

  RowSet RowsOf(const std::vector<std::size_t>& literals) const {
    RowSet rows = literals_[literals.front()].rows;
    for (std::size_t i = 1; i < literals.size(); ++i) rows = rows.With(literals_[literals[i]].rows);
    return rows;
  }

  double Excess(const RowSet& inside, const RowSet& outside) const {
    return ExcessErrors(errors_, inside, outside).value_or(1);
  }

  // Without conditions that add nothing but luck: the best of many small parts of a bad one looks worse than the whole.
  std::vector<std::size_t> Simplified(std::vector<std::size_t> literals) const {
    for (std::size_t i = 0; literals.size() > 1 && i < literals.size();) {
      std::vector<std::size_t> fewer = literals;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const RowSet outer = RowsOf(fewer).With(within_), inner = outer.With(literals_[literals[i]].rows);
      const bool adds = Excess(inner, outer.Without(inner)) <= kConditionAdds / static_cast<double>(literals_.size());
      if (adds) {
        ++i;
      } else {
        literals = std::move(fewer);
        i = 0;
      }
    }
    return literals;
  }

  void Choose() {
    std::map<std::vector<std::size_t>, Candidate> chosen;
    for (BestList& best : best_) {
      const std::vector<Found> list = best.Take();
      if (&best == &best_.front() && !list.empty()) result_.best_score = list.front().score;
      for (const Found& found : list) {
        std::vector<std::size_t> literals = Simplified(found.literals);
        if (chosen.contains(literals)) continue;
        Candidate candidate{.literals = literals, .rows = RowsOf(literals)};
        const RowSet inside = candidate.rows.With(within_);
        candidate.score = ScoreOf(static_cast<double>(inside.Count()), errors_.Sum(inside), best_.front().weight());
        candidate.p = Excess(inside, within_.Without(inside));
        chosen.emplace(std::move(literals), std::move(candidate));
      }
    }
    std::vector<Candidate> list;
    for (auto& [literals, candidate] : chosen) list.push_back(std::move(candidate));
    std::ranges::stable_sort(list, {}, &Candidate::p);
    Thin(std::move(list));
  }

  // The same rows under other words would fill the list.
  void Thin(std::vector<Candidate> list) {
    std::vector<RowSet> taken;
    for (Candidate& candidate : list) {
      if (result_.candidates.size() == options_.most || candidate.p > kWorthATest) return;
      RowSet inside = candidate.rows.With(within_);
      const std::uint64_t size = inside.Count();
      const bool known = std::ranges::any_of(taken, [&](const RowSet& other) {
        return 2 * inside.CountWith(other) > std::min(size, other.Count());
      });
      if (known) continue;
      taken.push_back(std::move(inside));
      result_.candidates.push_back(std::move(candidate));
    }
  }

  std::span<const Literal> literals_;
  const CaseErrors& errors_;
  const RowSet& within_;
  const SearchOptions& options_;
  double rows_, all_errors_;
  std::uint64_t work_ = 0;
  std::vector<Node> singles_;
  std::vector<BestList> best_;
  SearchResult result_;
};

}  // namespace

double SliceScore(double rows_inside, double errors_inside, double rows, double errors, double weight) {
  const double excess = errors_inside / rows_inside / (errors / rows) - 1;
  return weight * excess - (1 - weight) * (rows / rows_inside - 1);
}

// As a function of the size s of the smaller slice, its errors are at most min(errors_inside, s largest). Up to
// s = errors_inside / largest the score rises with s; from there it is a / s + b and so monotone. The maximum is at one of
// the ends or at the bend.
double SliceScoreBound(double rows_inside, double errors_inside, double least, double largest, double rows,
                       double errors, double weight) {
  const auto at = [&](double size) {
    return SliceScore(size, std::min(errors_inside, size * largest), rows, errors, weight);
  };
  const double bend = std::clamp(largest > 0 ? errors_inside / largest : rows_inside, least, std::max(least, rows_inside));
  return std::max({at(least), at(bend), at(std::max(least, rows_inside))});
}

SearchResult SearchSlices(std::span<const Literal> literals, const CaseErrors& errors, const RowSet& within,
                          const SearchOptions& options) {
  Search search(literals, errors, within, options);
  search.Go();
  return std::move(search).Take();
}

}  // namespace assay::slice
