// SPDX-License-Identifier: Apache-2.0
#include "metric/item_scores.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>

#include "metric/proportion.h"
#include "stats/cluster_error.h"
#include "stats/variance_components.h"

namespace assay::metric {
namespace {

constexpr std::size_t kReplicates = 2000;

void AddNote(std::string& note, const std::string& more) {
  if (!more.empty()) note += (note.empty() ? "" : "; ") + more;
}

std::string Counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " " + std::string(noun);
  if (count == 1 && noun.ends_with("ies")) return text.substr(0, text.size() - 3) + "y";
  if (count == 1 && text.ends_with('s')) text.pop_back();
  return text;
}

std::size_t GroupCount(const Items& items) {
  return std::set<std::int64_t>(items.group.begin(), items.group.end()).size();
}

bool Grouped(const Items& items) { return !items.group.empty() && GroupCount(items) < items.group.size(); }

// "3 answers without a right answer left out", "120 answers to 40 questions, …".
std::string CoverageNote(const Items& items) {
  std::string note;
  if (items.left_out > 0) AddNote(note, Counted(items.left_out, items.noun) + " " + items.left_out_reason + " left out");
  if (Grouped(items)) {
    AddNote(note, std::to_string(items.group.size()) + " " + std::string(items.noun) + " to " +
                      Counted(GroupCount(items), items.group_noun));
  }
  return note;
}

std::string ClusterNote(const Items& items) {
  if (!Grouped(items)) return {};
  std::vector<double> values;
  for (std::size_t i = 0; i < items.rows.values.size(); i += 2) values.push_back(items.rows.values[i]);
  const auto error = stats::ClusterErrorOfMean(values, items.group);
  if (!error) return {};
  char text[160];
  std::snprintf(text, sizeof text, "cluster standard error %.4g (%.4g if all were independent)", error->corrected,
                error->independent);
  std::string note = text;
  const auto parts = stats::PartVariance(values, items.group);
  if (parts && parts->share) {
    std::snprintf(text, sizeof text, "; %.3g %s each, variance %.3g within and %.3g between (ICC %.3g)", parts->per_group,
                  std::string(items.noun).c_str(), parts->within, parts->between, *parts->share);
    note += text;
  }
  return note;
}

BootstrapRequest RequestOf(const MetricInput& input) {
  return {.seed = input.seed, .replicates = input.replicates > 0 ? input.replicates : kReplicates, .level = input.level};
}

Result<std::optional<Interval>> BootstrapInterval(const Items& items, const OfSums& statistic, const MetricInput& input,
                                                  std::string& note) {
  const bool grouped = Grouped(items);
  const SummedRows rows = grouped ? items.rows.Grouped(items.group) : items.rows;
  if (rows.rows() < 2) {
    AddNote(note, "no interval: a single " + std::string(grouped ? "group" : "item") + " has no spread");
    return std::nullopt;
  }
  ASSAY_TRY(outcome, BootstrapSums(rows, statistic, RequestOf(input)));
  if (!outcome.replicates.empty() && outcome.replicates.front() == outcome.replicates.back()) {
    AddNote(note, "no interval: all " + std::string(grouped ? items.group_noun : items.noun) + " score alike");
    return std::nullopt;
  }
  AddNote(note, outcome.note);
  if (outcome.interval) outcome.interval->method += " over " + std::string(grouped ? items.group_noun : items.noun);
  return outcome.interval;
}

// Scores that are yes or no; with groups only where all agree, one vote a group.
std::optional<Outcomes> YesOrNo(const Items& items) {
  Outcomes yes;
  for (std::size_t i = 0; i < items.rows.values.size(); i += 2) {
    const double value = items.rows.values[i];
    if (value != 0 && value != 1) return std::nullopt;
    yes.cases += value == 1 ? 1 : 0;
  }
  if (Grouped(items)) {
    if (yes.cases != 0 && yes.cases != items.rows.rows()) return std::nullopt;
    yes.cases = yes.cases == 0 ? 0 : GroupCount(items);
  }
  yes.weight = yes.squared = static_cast<double>(yes.cases);
  return yes;
}

Outcomes AllOf(const Items& items) {
  Outcomes all;
  all.cases = Grouped(items) ? GroupCount(items) : items.rows.rows();
  all.weight = all.squared = static_cast<double>(all.cases);
  return all;
}

std::optional<double> Mean(std::span<const double> sums) {
  if (!(sums[1] > 0)) return std::nullopt;
  return sums[0] / sums[1];
}

}  // namespace

Result<Measurement> MeanOfItems(const Measurement& blank, const Items& items, const MetricInput& input) {
  Measurement measurement = blank;
  measurement.n = items.rows.rows();
  AddNote(measurement.note, CoverageNote(items));
  if (measurement.n == 0) {
    AddNote(measurement.note, "none of the " + std::string(items.noun) + " can be scored");
    return measurement;
  }
  measurement.value = Mean(items.rows.Sums());
  if (const auto yes = YesOrNo(items)) {
    measurement.interval = ProportionInterval(*yes, AllOf(items), items.unscored, input.level);
  } else {
    ASSAY_TRY(interval, BootstrapInterval(items, &Mean, input, measurement.note));
    measurement.interval = interval;
    if (measurement.interval) {
      // Unscored items could have had any score.
      const auto scored = static_cast<double>(measurement.n);
      const auto all = scored + static_cast<double>(items.unscored);
      measurement.interval->low = std::max(0.0, measurement.interval->low * scored / all);
      measurement.interval->high =
          std::min(1.0, (measurement.interval->high * scored + static_cast<double>(items.unscored)) / all);
    }
  }
  AddNote(measurement.note, ClusterNote(items));
  if (items.unscored > 0) {
    char bounds[160];
    const auto scored = static_cast<double>(measurement.n);
    const auto all = scored + static_cast<double>(items.unscored);
    std::snprintf(bounds, sizeof bounds, "coverage %.4g: %llu unscored, %.4g if all of them score 0 and %.4g if 1",
                  scored / all, static_cast<unsigned long long>(items.unscored), *measurement.value * scored / all,
                  (*measurement.value * scored + static_cast<double>(items.unscored)) / all);
    AddNote(measurement.note, bounds);
  }
  return measurement;
}

Result<Measurement> OfTotals(const Measurement& blank, const Items& items, const OfSums& statistic,
                             const MetricInput& input) {
  Measurement measurement = blank;
  measurement.n = items.rows.rows();
  AddNote(measurement.note, CoverageNote(items));
  if (measurement.n == 0) {
    AddNote(measurement.note, "none of the " + std::string(items.noun) + " can be scored");
    return measurement;
  }
  measurement.value = statistic(items.rows.Sums());
  if (!measurement.value) {
    AddNote(measurement.note, "undefined for these totals");
    return measurement;
  }
  if (items.unscored > 0) {
    AddNote(measurement.note, "no interval: unscored " + std::string(items.noun) + " (" + std::to_string(items.unscored) +
                                  ") have no bound in this metric");
    return measurement;
  }
  ASSAY_TRY(interval, BootstrapInterval(items, statistic, input, measurement.note));
  measurement.interval = interval;
  return measurement;
}

}  // namespace assay::metric
