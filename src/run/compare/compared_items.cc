// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compared_items.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
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

// A metric of ours, or a score that both files bring along.
struct ItemMetric {
  std::string name;  // "exact_match", "carried:acc"
  const MetricInfo* info = nullptr;  // null for a carried one
  Unit unit = Unit::kNumber;
  Better better = Better::kNeither;
};

constexpr std::string_view kCarried = "carried:";

std::vector<std::optional<double>> CarriedValues(const data::TextAnswers& answers, const std::string& name) {
  std::vector<std::optional<double>> values;
  for (const data::TextAnswer& one : answers.cases) {
    const auto found = one.scores.find(name);
    values.push_back(found == one.scores.end() ? std::nullopt : std::optional(found->second));
  }
  return values;
}

// Yes or no is better as yes; of others what a metric of that name says, or nothing.
ItemMetric CarriedMetric(const std::string& name, const data::TextAnswers& baseline, const data::TextAnswers& other) {
  ItemMetric metric{.name = std::string(kCarried) + name};
  bool yes_no = true;
  for (const auto* side : {&baseline, &other}) {
    for (const auto& value : CarriedValues(*side, name)) yes_no = yes_no && (!value || *value == 0 || *value == 1);
  }
  const MetricInfo* same = FindMetric(name);
  if (yes_no) metric.unit = Unit::kShare, metric.better = Better::kHigher;
  else if (same != nullptr) metric.better = same->better;
  return metric;
}

std::set<std::string> CarriedNames(const ResultFile& file) {
  std::set<std::string> names;
  const auto* answers = std::get_if<data::TextAnswers>(&file);
  if (answers == nullptr) return names;
  for (const data::TextAnswer& one : answers->cases) {
    for (const auto& [name, value] : one.scores) names.insert(name);
  }
  return names;
}

// Of both sides.
std::set<std::string> SharedScores(const AlignedFiles& files) {
  std::set<std::string> names = CarriedNames(files.baseline);
  const std::set<std::string> others = CarriedNames(files.other);
  std::erase_if(names, [&](const std::string& name) { return !others.contains(name); });
  return names;
}

ItemMetric OwnMetric(const std::string& name) {
  const MetricInfo* info = FindMetric(name);
  return {.name = name, .info = info, .unit = info->unit, .better = info->better};
}

Result<ItemMetric> NamedMetric(const std::string& name, const AlignedFiles& files, const ResultColumns& columns) {
  if (name.starts_with(kCarried)) {
    const std::string score = name.substr(kCarried.size());
    if (SharedScores(files).contains(score)) {
      return CarriedMetric(score, std::get<data::TextAnswers>(files.baseline), std::get<data::TextAnswers>(files.other));
    }
    std::string there;
    for (const std::string& known : SharedScores(files)) there += (there.empty() ? "" : ", ") + known;
    return Fail(ErrorCode::kUnknownName, "the two files bring no score '" + score + "' along",
                there.empty() ? "they bring none" : "both have: " + there);
  }
  if (name.contains('.')) {
    return Fail(ErrorCode::kUsage, "'" + name + "' is a part of a metric, and wholes are compared",
                "for another k: --metric " + MetricOf(name) + " --k NUMBER");
  }
  ASSAY_CHECK_OK(CheckFits(name, columns));
  return OwnMetric(name);
}

// Named ones, else the usual ones and what both files bring along; the first is the primary one.
Result<std::vector<ItemMetric>> MetricsAsked(const ItemCompareRequest& request, const AlignedFiles& files,
                                             const ResultColumns& columns) {
  std::vector<ItemMetric> asked;
  for (const std::string& name : request.metrics) {
    ASSAY_TRY(metric, NamedMetric(name, files, columns));
    if (request.under_rule && metric.better == Better::kNeither) {
      return Fail(ErrorCode::kUsage, "'" + name + "' is neither better nor worse when it is higher, so --fail-if can't judge it");
    }
    asked.push_back(std::move(metric));
  }
  if (!request.metrics.empty()) return asked;
  for (const std::string& name : UsualOf(files.baseline, columns.kind)) asked.push_back(OwnMetric(name));
  for (const std::string& name : SharedScores(files)) {
    asked.push_back(CarriedMetric(name, std::get<data::TextAnswers>(files.baseline), std::get<data::TextAnswers>(files.other)));
  }
  return asked;
}

Result<metric::ItemDifference> DifferenceIn(const ItemMetric& asked, const AlignedFiles& files, const ResultColumns& before,
                                            const ResultColumns& after, const metric::PairedRequest& request) {
  if (asked.info != nullptr) return metric::DifferenceOfItems(*asked.info, before.input, after.input, request);
  const std::string score = asked.name.substr(kCarried.size());
  return metric::DifferenceOfScores(CarriedValues(std::get<data::TextAnswers>(files.baseline), score),
                                    CarriedValues(std::get<data::TextAnswers>(files.other), score), before.question, request);
}

// Items that score lower and higher: of yes or no these are the broken and the fixed.
ComparedFlips ChangedItems(const metric::ItemDifference& items, const ResultColumns& columns, const ItemMetric& asked) {
  ComparedFlips flips{.of = columns.noun + " by " + asked.name};
  flips.graded = !items.yes_no;
  const bool higher_is_better = asked.better != Better::kLower;
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
  ASSAY_TRY(all_asked, MetricsAsked(request, files, before));
  ComparedPart part{.name = PartName(before.kind)};
  if (files.unanswered > 0) {
    part.limits.push_back(std::to_string(files.unanswered) + " " + before.noun + " that neither side answered are left out");
  }
  for (const ItemMetric& asked : all_asked) {
    const std::string& name = asked.name;
    const bool named = request.metrics.contains(name), primary = name == all_asked.front().name;
    ASSAY_TRY(items, DifferenceIn(asked, files, before, after,
                                  {.level = request.level,
                                   .replicates = named || primary ? kNamedReplicates : kOtherReplicates,
                                   .seed = request.seed}));
    const metric::PairedDifference& found = items.of_all;
    ComparedMetric metric{.metric = name, .unit = asked.unit, .better = asked.better};
    metric.baseline = found.baseline, metric.other = found.other, metric.difference = found.difference;
    metric.interval_at = found.interval, metric.p = found.p, metric.test = found.test;
    if (found.interval) metric.interval = found.interval(request.level);
    metric.n = found.n, metric.of = before.noun, metric.detectable = found.detectable, metric.reason = found.reason;
    metric.named = named, metric.primary = primary;
    if (request.relative_margin && asked.better != Better::kNeither && (named || primary)) {
      ASSAY_TRY(beyond, DifferenceIn(asked, files, before, after,
                                     {.level = request.level, .replicates = kNamedReplicates, .seed = request.seed,
                                      .share = ShareLeft(asked.better, *request.relative_margin)}));
      metric.beyond_margin = beyond.of_all.difference, metric.beyond_margin_at = beyond.of_all.interval;
    }
    if ((named || primary) && !items.baseline.empty()) part.flips.push_back(ChangedItems(items, before, asked));
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
