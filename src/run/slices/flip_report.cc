// SPDX-License-Identifier: Apache-2.0
#include "run/slices/flip_report.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "run/error_list.h"
#include "run/slices/located_run.h"
#include "run/slices/sliced_cases.h"
#include "slice/halves.h"
#include "spec/near_name.h"
#include "stats/clopper_pearson.h"
#include "stats/mcnemar.h"
#include "stats/paired_rate.h"
#include "stats/rank_correlation.h"

namespace assay::run {
namespace {

constexpr std::size_t kIdsNamed = 20;

// The cases that both answered: rows of each, side by side.
struct PairedRows {
  const SlicedCases& system;
  const SlicedCases& baseline;
  std::vector<std::size_t> of_system, of_baseline;

  std::size_t size() const { return of_system.size(); }
  bool Right(std::size_t i) const { return system.predicted[of_system[i]] == system.label[of_system[i]]; }
  bool WasRight(std::size_t i) const { return baseline.predicted[of_baseline[i]] == baseline.label[of_baseline[i]]; }
};

PairedRows PairById(const SlicedCases& system, const SlicedCases& baseline) {
  PairedRows pairs{system, baseline, {}, {}};
  std::unordered_map<std::string_view, std::size_t> rows;
  for (std::size_t row = 0; row < baseline.ids.size(); ++row) rows.emplace(baseline.ids[row], row);
  for (std::size_t row = 0; row < system.ids.size(); ++row) {
    const auto found = rows.find(system.ids[row]);
    if (found == rows.end()) continue;
    pairs.of_system.push_back(row), pairs.of_baseline.push_back(found->second);
  }
  return pairs;
}

Result<FlipCounts> CountFlips(const PairedRows& pairs, std::string group, std::optional<std::int32_t> label, double level) {
  FlipCounts counts{.group = std::move(group)};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (label && pairs.system.label[pairs.of_system[i]] != *label) continue;
    const bool right = pairs.Right(i), was = pairs.WasRight(i);
    ++(was ? right ? counts.both_right : counts.broken : right ? counts.fixed : counts.both_wrong);
    const bool differ = pairs.system.predicted[pairs.of_system[i]] != pairs.baseline.predicted[pairs.of_baseline[i]];
    counts.other_wrong += !right && !was && differ ? 1 : 0;
  }
  counts.p = stats::McNemarTest(counts.broken, counts.fixed).exact;
  const std::uint64_t n = counts.cases();
  if (n == 0) return counts;
  const double cases = static_cast<double>(n);
  counts.broken_rate = static_cast<double>(counts.broken) / cases;
  counts.flip_rate = static_cast<double>(counts.broken + counts.fixed) / cases;
  counts.net = (static_cast<double>(counts.fixed) - static_cast<double>(counts.broken)) / cases;
  ASSAY_TRY(broken, stats::ClopperPearsonInterval(counts.broken, n, level));
  ASSAY_TRY(flips, stats::ClopperPearsonInterval(counts.broken + counts.fixed, n, level));
  ASSAY_TRY(net, stats::TangoInterval({counts.both_right, counts.fixed, counts.broken, counts.both_wrong}, level));
  counts.broken_interval = broken, counts.flip_interval = flips, counts.net_interval = net;
  return counts;
}

// Fifths of the cases by how far the baseline's score was from its threshold, each score in one of them.
std::vector<DistanceBand> BandsOf(const PairedRows& pairs) {
  if (!pairs.baseline.threshold || pairs.baseline.score.empty() || pairs.size() == 0) return {};
  std::vector<std::pair<double, std::size_t>> distances;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    distances.emplace_back(std::abs(pairs.baseline.score[pairs.of_baseline[i]] - *pairs.baseline.threshold), i);
  }
  std::ranges::sort(distances);
  constexpr std::size_t kBands = 5;
  std::vector<DistanceBand> bands;
  for (std::size_t from = 0; from < distances.size();) {
    std::size_t to = std::max(from + 1, (bands.size() + 1) * distances.size() / kBands);
    while (to < distances.size() && distances[to].first == distances[to - 1].first) ++to;
    DistanceBand band{.from = distances[from].first, .to = distances[to - 1].first, .cases = to - from};
    for (std::size_t k = from; k < to; ++k) {
      const std::size_t i = distances[k].second;
      band.broken += pairs.WasRight(i) && !pairs.Right(i) ? 1 : 0;
      band.fixed += !pairs.WasRight(i) && pairs.Right(i) ? 1 : 0;
    }
    bands.push_back(band);
    from = to;
  }
  return bands;
}

Result<std::optional<ScoreDrift>> DriftOf(const PairedRows& pairs) {
  if (pairs.system.score.empty() || pairs.baseline.score.empty() || pairs.size() < 2) return std::nullopt;
  std::vector<double> ours, theirs, drift;
  ScoreDrift result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ours.push_back(pairs.system.score[pairs.of_system[i]]);
    theirs.push_back(pairs.baseline.score[pairs.of_baseline[i]]);
    drift.push_back(std::abs(ours.back() - theirs.back()));
    result.mean += (ours.back() - theirs.back()) / static_cast<double>(pairs.size());
  }
  std::ranges::sort(drift);
  for (const double share : {0.5, 0.9, 0.99}) {
    const auto at = static_cast<std::size_t>(share * static_cast<double>(drift.size()));
    result.quantiles.emplace_back(share, drift[std::min(at, drift.size() - 1)]);
  }
  result.quantiles.emplace_back(1, drift.back());
  ASSAY_TRY(correlation, stats::RankCorrelation(ours, theirs));
  result.rank_correlation = correlation;
  return result;
}

// Slices of the paired cases where answers were broken; a fixed answer is no error of the change.
Result<void> FindBroken(const PairedRows& pairs, const LocatedRun& located, const SliceReportOptions& options,
                        FlipReport& report) {
  const spec::Slices stated = located.evaluation.spec.slices.value_or(spec::Slices{});
  std::vector<std::size_t> index;
  std::vector<std::string_view> names;
  std::vector<std::uint8_t> broken;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    index.push_back(pairs.system.index[pairs.of_system[i]]);
    names.push_back(pairs.system.names[pairs.of_system[i]]);
    broken.push_back(pairs.WasRight(i) && !pairs.Right(i) ? 1 : 0);
    const bool fixed = !pairs.WasRight(i) && pairs.Right(i);
    std::vector<std::string>& ids = fixed ? report.fixed_ids : report.broken_ids;
    if ((broken.back() != 0 || fixed) && ids.size() < kIdsNamed) ids.emplace_back(pairs.system.ids[pairs.of_system[i]]);
  }
  std::vector<std::string> declared = stated.declared;
  declared.insert(declared.end(), options.declared.begin(), options.declared.end());
  ASSAY_TRY(features, FeaturesOf(*located.data, index, options.by));
  ASSAY_TRY(slices, DeclaredSlices(*located.data, index, declared));
  slice::SliceOptions search{.level = report.level, .false_discovery_rate = options.fdr.value_or(stated.search.fdr)};
  search.search.depth = options.depth.value_or(stated.search.depth);
  search.search.min_rows = options.min.value_or(stated.search.min);
  report.depth = search.search.depth, report.fdr = search.false_discovery_rate;
  ASSAY_TRY(found, slice::FindErrorSlices(features, slices, slice::CaseErrors::OfAnswers(broken),
                                          slice::SearchedHalf(names, located.evaluation.spec.stats.seed), search));
  report.slices = std::move(found);
  return {};
}

Result<void> FillFlips(const SlicedCases& system, const SlicedCases& baseline, const LocatedRun& located,
                       const SliceReportOptions& options, FlipReport& report) {
  const PairedRows pairs = PairById(system, baseline);
  if (pairs.size() == 0) return Fail(ErrorCode::kNotMeasured, "the two systems have no answered case in common");
  report.unpaired = system.ids.size() + baseline.ids.size() - 2 * pairs.size();
  report.system_decision = system.decision, report.baseline_decision = baseline.decision;
  ASSAY_TRY(all, CountFlips(pairs, "all", std::nullopt, report.level));
  report.groups.push_back(all);
  const bool binary = system.classes.size() == 2;
  for (std::size_t i = 0; i < system.classes.size(); ++i) {
    const std::size_t number = binary ? 1 - i : i;  // positives first
    ASSAY_TRY(counts, CountFlips(pairs, system.classes[number], static_cast<std::int32_t>(number), report.level));
    if (counts.cases() > 0) report.groups.push_back(counts);
  }
  report.bands = BandsOf(pairs);
  ASSAY_TRY(drift, DriftOf(pairs));
  report.drift = std::move(drift);
  return FindBroken(pairs, located, options, report);
}

}  // namespace

Results<FlipReport> FlipsOfRun(const std::string& run_directory, const std::string& baseline, const std::string& system,
                               const SliceReportOptions& options) {
  auto located = LocateRun(run_directory, options.spec_path);
  if (!located) return std::unexpected(std::move(located).error());
  const Evaluation& evaluation = located->evaluation;
  FlipReport report{.source = run_directory, .split = evaluation.system.judged_split, .system = system, .baseline = baseline,
                    .level = evaluation.spec.stats.level};
  if (system == baseline) return FailOne({ErrorCode::kUsage, "flips are between two systems, found '" + system + "' twice"});
  std::vector<std::string> known;
  for (const QualityResult& quality : evaluation.quality) known.push_back(quality.system);
  std::vector<SlicedCases> sides;
  for (const std::string& name : {baseline, system}) {
    const auto quality = std::ranges::find(evaluation.quality, name, &QualityResult::system);
    if (quality == evaluation.quality.end()) {
      return FailOne({ErrorCode::kBadReference, "the run has no answers of a system '" + name + "'", {}, spec::NameHint(name, known)});
    }
    auto cases = CasesOfSystem(*quality, located->spec, *located->data, options.threshold);
    if (!cases) return FailOne(cases.error());
    sides.push_back(*std::move(cases));
  }
  if (auto filled = FillFlips(sides[1], sides[0], *located, options, report); !filled) return FailOne(filled.error());
  return report;
}

}  // namespace assay::run
