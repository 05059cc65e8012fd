// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compared_items.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "metric/paired/paired_items.h"
#include "run/result_file/result_columns.h"
#include "stats/mcnemar.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostItemIds = 5, kMostChangedIds = 10;
constexpr std::size_t kNamedReplicates = 10'000, kOtherReplicates = 2000;

std::string FirstIds(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kMostItemIds); ++i) text += (i == 0 ? "" : ", ") + ids[i];
  return text + (ids.size() > kMostItemIds ? " and " + std::to_string(ids.size() - kMostItemIds) + " more" : "");
}

// One item of a file, by what pairs it: its id, and which one of that id it is.
using ItemKey = std::pair<std::string, std::size_t>;

template <class Item>
std::map<ItemKey, const Item*> ByKey(const std::vector<Item>& items, std::vector<ItemKey>& order) {
  std::map<std::string, std::size_t> seen;
  std::map<ItemKey, const Item*> found;
  for (const Item& item : items) {
    order.emplace_back(item.id, seen[item.id]++);
    found[order.back()] = &item;
  }
  return found;
}

bool Answered(const data::TextAnswer& one) { return one.answer.has_value(); }
bool Answered(const data::RankingCase& one) { return one.retrieved.has_value(); }
bool SameTruth(const data::TextAnswer& a, const data::TextAnswer& b) { return a.references == b.references; }
bool SameTruth(const data::RankingCase& a, const data::RankingCase& b) {
  auto first = a.judged, second = b.judged;
  std::ranges::sort(first), std::ranges::sort(second);
  return first == second;
}

// Both sides' items in the baseline's order, those that neither answered left out.
template <class Item>
struct AlignedItems {
  std::vector<Item> baseline, other;
  std::uint64_t unanswered = 0;
};

template <class Item>
Result<AlignedItems<Item>> Align(const std::vector<Item>& baseline, const std::vector<Item>& other) {
  std::vector<ItemKey> order, other_order;
  const auto before = ByKey(baseline, order);
  const auto after = ByKey(other, other_order);
  std::vector<std::string> before_only, after_only, one_answer, other_truth;
  AlignedItems<Item> aligned;
  for (const ItemKey& key : order) {
    const auto found = after.find(key);
    if (found == after.end()) {
      before_only.push_back(key.first);
      continue;
    }
    const Item& a = *before.at(key);
    const Item& b = *found->second;
    if (!SameTruth(a, b)) other_truth.push_back(key.first);
    if (Answered(a) != Answered(b)) one_answer.push_back(key.first);
    if (!Answered(a) && !Answered(b)) {
      ++aligned.unanswered;
      continue;
    }
    aligned.baseline.push_back(a);
    aligned.other.push_back(b);
  }
  for (const ItemKey& key : other_order) {
    if (!before.contains(key)) after_only.push_back(key.first);
  }
  std::string what;
  const auto add = [&](const std::vector<std::string>& ids, const std::string& words) {
    if (!ids.empty()) what += (what.empty() ? "" : ", ") + std::to_string(ids.size()) + " " + words + " (" + FirstIds(ids) + ")";
  };
  add(before_only, "in the baseline alone");
  add(after_only, "in the other alone");
  add(one_answer, "answered by one side alone");
  add(other_truth, "with another right answer on the two sides");
  if (what.empty()) return aligned;
  return Fail(ErrorCode::kNotComparable, "the sides don't have the same items: " + what,
              "compare answers to the same questions; leave an item out of both files, or answer it in both");
}

struct AlignedFiles {
  ResultFile baseline, other;
  std::uint64_t unanswered = 0;
};

template <class List, class Item>
Result<AlignedFiles> AlignedLists(const List& baseline, const List& other, std::vector<Item> List::*items) {
  ASSAY_TRY(aligned, Align(baseline.*items, other.*items));
  List before = baseline, after = other;
  before.*items = std::move(aligned.baseline), after.*items = std::move(aligned.other);
  return AlignedFiles{std::move(before), std::move(after), aligned.unanswered};
}

// A problem's tries as an item.
struct TriedProblem {
  std::string id;
  std::uint64_t tries = 0, passed = 0;
};
bool Answered(const TriedProblem&) { return true; }
bool SameTruth(const TriedProblem&, const TriedProblem&) { return true; }

std::vector<TriedProblem> ProblemsOf(const data::Trials& trials) {
  std::vector<TriedProblem> problems;
  for (std::size_t i = 0; i < trials.ids.size(); ++i) problems.push_back({trials.ids[i], trials.tries[i], trials.passed[i]});
  return problems;
}

data::Trials TrialsOf(const data::Trials& like, const std::vector<TriedProblem>& problems) {
  data::Trials trials{.form = like.form, .ids = {}, .tries = {}, .passed = {}, .unscored = like.unscored, .notes = like.notes};
  for (const TriedProblem& one : problems) {
    trials.ids.push_back(one.id), trials.tries.push_back(one.tries), trials.passed.push_back(one.passed);
  }
  return trials;
}

bool SameBoxTruth(const metric::DetectionTask& a, const metric::DetectionTask& b) {
  const auto same = [](const metric::AnnotatedBox& x, const metric::AnnotatedBox& y) {
    return x.image == y.image && x.category == y.category && x.box.x == y.box.x && x.box.y == y.box.y &&
           x.box.width == y.box.width && x.box.height == y.box.height && x.area == y.area && x.crowd == y.crowd;
  };
  return a.images == b.images && a.categories == b.categories && std::ranges::equal(a.annotated, b.annotated, same);
}

Result<AlignedFiles> AlignFiles(const ResultFile& baseline, const ResultFile& other) {
  if (baseline.index() != other.index()) {
    return Fail(ErrorCode::kNotComparable, "the sides hold results of two kinds", "compare texts with texts, boxes with boxes");
  }
  if (const auto* texts = std::get_if<data::TextAnswers>(&baseline)) {
    const auto& others = std::get<data::TextAnswers>(other);
    if (texts->choices != others.choices) {
      return Fail(ErrorCode::kNotComparable, "one side holds choices, the other texts", "compare runs of one task");
    }
    return AlignedLists(*texts, others, &data::TextAnswers::cases);
  }
  if (const auto* rankings = std::get_if<data::Rankings>(&baseline)) {
    return AlignedLists(*rankings, std::get<data::Rankings>(other), &data::Rankings::cases);
  }
  if (const auto* trials = std::get_if<data::Trials>(&baseline)) {
    const auto& others = std::get<data::Trials>(other);
    ASSAY_TRY(aligned, Align(ProblemsOf(*trials), ProblemsOf(others)));
    return AlignedFiles{TrialsOf(*trials, aligned.baseline), TrialsOf(others, aligned.other), 0};
  }
  if (std::holds_alternative<data::Masks>(baseline)) {
    return Fail(ErrorCode::kUnsupported, "masks of two sides can't be held against each other in this release",
                "score each side by itself: assay score FILE");
  }
  if (!SameBoxTruth(std::get<FoundBoxes>(baseline).task, std::get<FoundBoxes>(other).task)) {
    return Fail(ErrorCode::kNotComparable, "the sides have other images or annotations");
  }
  return AlignedFiles{baseline, other, 0};
}

// The first is the primary one.
std::vector<std::string> UsualOf(const ResultFile& file, Needs kind) {
  switch (kind) {
    case Needs::kBoxes: return {"coco_map"};
    case Needs::kRankings: return {"ndcg_at_k", "recall_at_k", "mrr"};
    case Needs::kTrials: return {"pass_at_k", "pass_hat_k"};
    default: break;
  }
  if (std::get<data::TextAnswers>(file).choices) return {"exact_match"};
  return {"squad_f1", "exact_match", "exact_match_folded", "rouge_l"};
}

Result<std::vector<std::string>> MetricsAsked(const ItemCompareRequest& request, const ResultFile& file,
                                              const ResultColumns& columns) {
  for (const std::string& name : request.metrics) {
    if (name.contains('.')) {
      return Fail(ErrorCode::kUsage, "'" + name + "' is a part of a metric, and wholes are compared",
                  "for another k: --metric " + MetricOf(name) + " --k NUMBER");
    }
    ASSAY_CHECK_OK(CheckFits(name, columns));
    if (request.under_rule && FindMetric(name)->better == Better::kNeither) {
      return Fail(ErrorCode::kUsage, "'" + name + "' is neither better nor worse when it is higher, so --fail-if can't judge it");
    }
  }
  if (request.metrics.empty()) return UsualOf(file, columns.kind);
  return std::vector<std::string>(request.metrics.begin(), request.metrics.end());
}

// Items that score lower and higher: of yes or no these are the broken and the fixed.
ComparedFlips ChangedItems(const metric::ItemDifference& items, const ResultColumns& columns, const MetricInfo& info) {
  ComparedFlips flips{.of = columns.noun + " by " + std::string(info.name)};
  flips.graded = !items.yes_no;
  const bool higher_is_better = info.better != Better::kLower;
  for (std::size_t i = 0; i < items.baseline.size(); ++i) {
    if (!items.baseline[i]) continue;
    const double before = *items.baseline[i], after = *items.other[i];
    if (before == after) {
      ++(before > 0 ? flips.counts.both : flips.counts.neither);
      continue;
    }
    const bool worse = (after < before) == higher_is_better;
    ++(worse ? flips.counts.only_first : flips.counts.only_second);
    auto& ids = worse ? flips.broken_ids : flips.fixed_ids;
    if (ids.size() < kMostChangedIds) ids.push_back(columns.ids[i]);
  }
  const auto tests = stats::McNemarTest(flips.broken(), flips.fixed());
  flips.exact = tests.exact, flips.mid_p = tests.mid_p;
  return flips;
}

std::string PartName(Needs kind) {
  switch (kind) {
    case Needs::kBoxes: return "boxes";
    case Needs::kRankings: return "rankings";
    case Needs::kTrials: return "repeated tries";
    default: return "answers in words";
  }
}

}  // namespace

Result<ComparedPart> CompareItems(const ResultFile& baseline, const ResultFile& other, const ItemCompareRequest& request) {
  ASSAY_TRY(files, AlignFiles(baseline, other));
  ResultFileOptions options;
  options.k = request.k, options.level = request.level, options.seed = request.seed;
  const ResultColumns before(files.baseline, options), after(files.other, options);
  ASSAY_TRY(names, MetricsAsked(request, files.baseline, before));
  ComparedPart part{.name = PartName(before.kind)};
  if (files.unanswered > 0) {
    part.limits.push_back(std::to_string(files.unanswered) + " " + before.noun + " that neither side answered are left out");
  }
  for (const std::string& name : names) {
    const MetricInfo& info = *FindMetric(name);
    const bool named = request.metrics.contains(name), primary = name == names.front();
    ASSAY_TRY(items, metric::DifferenceOfItems(info, before.input, after.input,
                                               {.level = request.level,
                                                .replicates = named || primary ? kNamedReplicates : kOtherReplicates,
                                                .seed = request.seed}));
    const metric::PairedDifference& found = items.of_all;
    ComparedMetric metric{.metric = name, .unit = info.unit, .better = info.better};
    metric.baseline = found.baseline, metric.other = found.other, metric.difference = found.difference;
    metric.interval_at = found.interval, metric.p = found.p, metric.test = found.test;
    if (found.interval) metric.interval = found.interval(request.level);
    metric.n = found.n, metric.of = before.noun, metric.detectable = found.detectable, metric.reason = found.reason;
    metric.named = named, metric.primary = primary;
    if ((named || primary) && !items.baseline.empty()) part.flips.push_back(ChangedItems(items, before, info));
    if (items.left_out > 0) {
      part.limits.push_back(std::to_string(items.left_out) + " " + before.noun + " have no " + name + " on one side and are left out");
    }
    if (found.counts && found.n > 0) {
      metric.discordance = static_cast<double>(found.counts->only_first + found.counts->only_second) / static_cast<double>(found.n);
    }
    part.metrics.push_back(std::move(metric));
  }
  return part;
}

}  // namespace assay::run
