// SPDX-License-Identifier: Apache-2.0
#include "run/compare/ranking.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/json.h"
#include "run/error_list.h"
#include "run/measurement_text.h"
#include "stats/multiple_testing.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

// The one metric of a comparison of two places; null where it isn't there.
const ComparedMetric* MetricIn(const CompareOutcome& outcome, const std::string& name) {
  for (const Comparison& comparison : outcome.comparisons) {
    for (const ComparedPart& part : comparison.parts) {
      for (const ComparedMetric& metric : part.metrics) {
        if (metric.metric == name) return &metric;
      }
    }
  }
  return nullptr;
}

struct Pair {
  std::size_t first, second;
  double p;
};

// "a" … "z", then "a1", …
std::string LetterOf(std::size_t group) {
  const char letter = static_cast<char>('a' + group % 26);
  return group < 26 ? std::string(1, letter) : letter + std::to_string(group / 26);
}

}  // namespace

std::vector<std::vector<std::size_t>> TieGroups(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& differ) {
  std::vector<std::set<std::size_t>> groups(1);
  for (std::size_t i = 0; i < count; ++i) groups.front().insert(i);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      if (!differ(i, j)) continue;
      std::vector<std::set<std::size_t>> parted;
      for (const std::set<std::size_t>& group : groups) {
        if (!group.contains(i) || !group.contains(j)) {
          parted.push_back(group);
          continue;
        }
        for (const std::size_t out : {i, j}) {
          std::set<std::size_t> rest = group;
          rest.erase(out);
          parted.push_back(std::move(rest));
        }
      }
      groups.clear();
      for (std::size_t a = 0; a < parted.size(); ++a) {
        bool within = false;
        for (std::size_t b = 0; b < parted.size() && !within; ++b) {
          const bool holds = std::ranges::includes(parted[b], parted[a]);
          within = a != b && holds && (parted[b].size() > parted[a].size() || b < a);
        }
        if (!within) groups.push_back(parted[a]);
      }
    }
  }
  std::ranges::sort(groups);
  std::vector<std::vector<std::size_t>> lists;
  for (const std::set<std::size_t>& group : groups) lists.emplace_back(group.begin(), group.end());
  return lists;
}

Results<Ranking> RankSides(const CompareRequest& request) {
  if (request.metrics.size() != 1 || request.rule) {
    return FailOne({ErrorCode::kUsage, "a ranking is by one metric and has no rule", {}, "--rank METRIC, without --metric and --fail-if"});
  }
  const std::size_t count = request.places.size();
  if (count < 2) return FailOne({ErrorCode::kUsage, "a ranking takes at least two places"});
  Ranking ranking{.metric = request.metrics.front(), .level = request.level, .sides = {}};
  std::vector<RankedSide> sides(count);
  for (std::size_t i = 0; i < count; ++i) sides[i].name = request.places[i];
  std::vector<Pair> pairs;
  Better better = Better::kHigher;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      CompareRequest two = request;
      two.places = {request.places[i], request.places[j]};
      two.baseline.clear();
      const auto outcome = Compare(two);
      if (!outcome) return std::unexpected(outcome.error());
      const ComparedMetric* metric = MetricIn(*outcome, ranking.metric);
      if (metric == nullptr) {
        return FailOne({ErrorCode::kUsage, ranking.metric + " isn't in both " + sides[i].name + " and " + sides[j].name});
      }
      better = metric->better, ranking.unit = metric->unit;
      sides[i].value = metric->baseline, sides[j].value = metric->other;
      if (metric->p) pairs.push_back({i, j, *metric->p});
      else ++ranking.untested;
    }
  }
  std::vector<double> p;
  for (const Pair& pair : pairs) p.push_back(pair.p);
  const auto tests = stats::CorrectTests(p, stats::Correction::kHolm, 1 - request.level);
  if (!tests) return FailOne(tests.error());
  std::set<std::pair<std::size_t, std::size_t>> differing;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if ((*tests)[i].rejected) differing.emplace(pairs[i].first, pairs[i].second);
  }
  ranking.pairs = pairs.size(), ranking.differing = differing.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (!sides[a].value || !sides[b].value) return sides[a].value.has_value() && !sides[b].value;
    return better == Better::kLower ? *sides[a].value < *sides[b].value : *sides[a].value > *sides[b].value;
  });
  const auto differ = [&](std::size_t a, std::size_t b) {
    return differing.contains(std::minmax(order[a], order[b]));
  };
  const auto groups = TieGroups(count, differ);
  ranking.tie_groups = groups.size();
  for (std::size_t place = 0; place < count; ++place) {
    RankedSide side = std::move(sides[order[place]]);
    for (std::size_t group = 0; group < groups.size(); ++group) {
      if (std::ranges::binary_search(groups[group], place)) side.tie_groups.push_back(group);
    }
    ranking.sides.push_back(std::move(side));
  }
  return ranking;
}

std::string RankingText(const Ranking& ranking) {
  std::string text = ranking.metric + " of " + std::to_string(ranking.sides.size()) +
                     ", best first. Two that share a letter aren't shown to differ (Holm over " + std::to_string(ranking.pairs) +
                     " pairs, " + Fixed(100 * ranking.level, 0) + " %).\n\n";
  std::size_t width = 0;
  for (const RankedSide& side : ranking.sides) width = std::max(width, side.name.size());
  for (const RankedSide& side : ranking.sides) {
    std::string line = "  " + side.name + std::string(width - side.name.size() + 2, ' ');
    line += (side.value ? ValueText(*side.value, ranking.unit) : "undefined") + "  ";
    for (std::size_t group = 0; group < ranking.tie_groups; ++group) {
      const bool in = std::ranges::find(side.tie_groups, group) != side.tie_groups.end();
      line += in ? LetterOf(group) : std::string(LetterOf(group).size(), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  text += "\n" + std::to_string(ranking.differing) + " of " + std::to_string(ranking.pairs) + " pairs are shown to differ";
  if (ranking.untested > 0) text += "; " + std::to_string(ranking.untested) + " can't be tested and count as not shown";
  return text + "\n";
}

std::string RankingJson(const Ranking& ranking) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.ranking/1").Member("metric", ranking.metric);
  json.Member("unit", verdict::UnitWord(ranking.unit)).Member("level", ranking.level).Member("pairs", ranking.pairs);
  json.Member("differing", ranking.differing).Member("untested", ranking.untested).Key("sides").BeginArray();
  for (const RankedSide& side : ranking.sides) {
    json.BeginObject().Member("name", side.name).Member("value", side.value).Key("tie_groups").BeginArray();
    for (const std::size_t group : side.tie_groups) json.Value(LetterOf(group));
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
