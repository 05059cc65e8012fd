// SPDX-License-Identifier: Apache-2.0
#include "run/compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "run/compare/compare_columns.h"
#include "run/compare/compare_place.h"
#include "run/compare/compared_load.h"
#include "run/compare/compared_quality.h"
#include "run/compare/compared_row.h"
#include "run/compare/judge_comparison.h"
#include "run/error_list.h"
#include "run/evaluation.h"
#include "run/quality.h"

namespace assay::run {
namespace {

constexpr std::size_t kMostHostLimits = 3;

// A system of a run, whole or in part.
struct Side {
  std::string name;
  const Evaluation* run = nullptr;
  std::string system;
  ComparePlace place;

  const QualityResult* Quality() const {
    if (!place.traffic.empty() && place.traffic != kAccuracyTraffic) return nullptr;
    const auto found = std::ranges::find(run->quality, system, &QualityResult::system);
    return found == run->quality.end() ? nullptr : &*found;
  }
  std::map<std::string, std::vector<const CellResult*>> Loads() const {
    std::map<std::string, std::vector<const CellResult*>> loads;
    for (const CellResult& cell : run->cells) {
      const CellPath& path = cell.context.cell;
      if (cell.context.accuracy || path.system != system) continue;
      if (!place.traffic.empty() && path.traffic != place.traffic) continue;
      if (place.repeat && path.repeat != *place.repeat) continue;
      loads[path.traffic].push_back(&cell);
    }
    return loads;
  }
};

// What else differs between the two sides and so could be the reason.
std::vector<std::string> RunLimits(const Side& baseline, const Side& other) {
  std::vector<std::string> limits;
  if (baseline.run == other.run) return limits;
  if (baseline.run->spec.task.name != other.run->spec.task.name) {
    limits.push_back("the tasks differ: " + baseline.run->spec.task.name + " and " + other.run->spec.task.name);
  }
  if (baseline.run->system.program_version != other.run->system.program_version) {
    limits.push_back("measured by assay " + baseline.run->system.program_version + " and " + other.run->system.program_version);
  }
  std::map<std::string, std::string> host(baseline.run->system.host.begin(), baseline.run->system.host.end());
  std::vector<std::string> differing;
  for (const auto& [name, value] : other.run->system.host) {
    const auto found = host.find(name);
    if (found != host.end() && found->second != value) {
      differing.push_back("the hosts differ in " + name + ": " + found->second + " and " + value);
    }
  }
  const std::size_t more = differing.size() > kMostHostLimits ? differing.size() - kMostHostLimits : 0;
  differing.resize(differing.size() - more);
  limits.insert(limits.end(), differing.begin(), differing.end());
  if (more > 0) limits.push_back("and in " + std::to_string(more) + " more facts of the host");
  return limits;
}

Result<void> AddQuality(const Side& baseline, const Side& other, const QualityCompareRequest& base, Comparison& comparison) {
  const QualityResult* before = baseline.Quality();
  const QualityResult* after = other.Quality();
  if (before == nullptr || after == nullptr) return {};
  QualityCompareRequest request = base;
  const spec::Scoring& scoring = baseline.run->spec.scoring;
  request.primary = scoring.primary;
  for (const std::string& metric : scoring.report) request.more.insert(metric);
  if (!scoring.primary.empty()) request.more.insert(scoring.primary);
  QualityColumns columns = ColumnsOf(baseline.run->spec, before->cases), others = ColumnsOf(other.run->spec, after->cases);
  ASSAY_TRY(part, CompareQuality("quality on " + before->split, columns, others, request));
  for (const auto* side : {before, after}) {
    if (!side->invalid.empty()) {
      part.limits.push_back("the accuracy pass of " + side->system + " is INVALID: " + side->invalid);
      part.incomplete = true;
    }
  }
  comparison.parts.push_back(std::move(part));
  const auto decided = [](const QualityResult& quality) {
    return !quality.decisions_at_point.empty() && quality.decisions_at_point.size() == quality.cases.ids.size();
  };
  if (!decided(*before) || !decided(*after)) return {};
  columns.predicted = before->decisions_at_point, others.predicted = after->decisions_at_point;
  columns.score = {}, others.score = {};
  QualityCompareRequest at_point = base;
  std::erase_if(at_point.metrics, [](const std::string& name) {
    return (FindMetric(name)->needs & static_cast<std::uint16_t>(Needs::kQualityScores)) != 0;
  });
  if (at_point.metrics.empty() && !base.metrics.empty()) return {};
  at_point.primary = "recall";
  ASSAY_TRY(deployed, CompareQuality("quality on " + before->split + ", each at its operating point", columns, others, at_point));
  deployed.limits.push_back("each system decides at its own certified threshold");
  comparison.parts.push_back(std::move(deployed));
  return {};
}

Result<void> AddLoads(const Side& baseline, const Side& other, const CompareRequest& request, const AskedMetrics& asked,
                      Comparison& comparison) {
  const auto before = baseline.Loads(), after = other.Loads();
  const LoadCompareRequest load{.metrics = asked.load,
                                .same_run = baseline.run == other.run,
                                .interleaved = baseline.run->spec.stats.interleave,
                                .level = request.level};
  const bool one_each = before.size() == 1 && after.size() == 1;
  for (const auto& [traffic, cells] : before) {
    const auto found = one_each ? after.begin() : after.find(traffic);
    if (found == after.end()) {
      comparison.limits.push_back("load " + traffic + " is in the baseline alone");
      continue;
    }
    ASSAY_TRY(part, CompareLoad(cells, found->second, load));
    if (cells.front()->record_sha256 == found->second.front()->record_sha256) {
      part.limits.push_back("both sides are the same records");
    }
    comparison.parts.push_back(std::move(part));
  }
  for (const auto& [traffic, cells] : after) {
    if (!one_each && !before.contains(traffic)) comparison.limits.push_back("load " + traffic + " is in the other alone");
  }
  return {};
}

Result<Comparison> CompareSides(const Side& baseline, const Side& other, const CompareRequest& request,
                                const AskedMetrics& asked) {
  Comparison comparison{.baseline = baseline.name, .other = other.name, .limits = RunLimits(baseline, other)};
  if (!asked.any() || !asked.quality.empty()) {
    ASSAY_CHECK_OK(AddQuality(baseline, other, QualityRequestOf(request, asked), comparison));
  }
  if (!asked.any() || !asked.load.empty()) ASSAY_CHECK_OK(AddLoads(baseline, other, request, asked, comparison));
  if (comparison.parts.empty()) {
    return Fail(ErrorCode::kNotMeasured, "there is nothing that both " + baseline.name + " and " + other.name + " have",
                "both need an accuracy pass, or runs of the same load");
  }
  return comparison;
}

std::vector<std::string> SystemsOf(const Evaluation& run, const ComparePlace& place) {
  std::vector<std::string> systems;
  for (const spec::System& system : run.spec.systems) {
    if (place.system.empty() || system.id == place.system) systems.push_back(system.id);
  }
  return systems;
}

using SidePairs = std::vector<std::pair<Side, Side>>;

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Result<SidePairs> PairsWithin(const Evaluation& run, const ComparePlace& place, const CompareRequest& request) {
  if (!place.system.empty()) {
    return Fail(ErrorCode::kUsage, place.text + " is one system, and a comparison needs two",
                "name a second, or the run directory for all its systems");
  }
  const auto systems = SystemsOf(run, place);
  const auto side = [&](const std::string& system) { return Side{system, &run, system, place}; };
  if (!request.baseline.empty() && run.spec.FindSystem(request.baseline) == nullptr) {
    return Fail(ErrorCode::kUsage, "--baseline: the run has no system '" + request.baseline + "'", "it has " + Listed(systems));
  }
  SidePairs pairs;
  const bool stated = std::ranges::any_of(run.spec.systems, [](const spec::System& system) { return !system.baseline.empty(); });
  for (const spec::System& system : run.spec.systems) {
    std::string baseline = request.baseline.empty() ? system.baseline : request.baseline;
    if (request.baseline.empty() && !stated && systems.size() == 2) baseline = systems.front();
    if (!baseline.empty() && baseline != system.id) pairs.emplace_back(side(baseline), side(system.id));
  }
  if (!pairs.empty()) return pairs;
  return Fail(ErrorCode::kUsage, systems.size() < 2 ? "the run has one system, and a comparison needs two"
                                                    : "the run names no baseline among " + Listed(systems),
              systems.size() < 2 ? "name a second run" : "choose one with --baseline NAME");
}

Result<SidePairs> PairsAcross(const Evaluation& before, const ComparePlace& baseline, const Evaluation& after,
                              const ComparePlace& other) {
  const auto systems = SystemsOf(before, baseline), others = SystemsOf(after, other);
  const auto name = [](const ComparePlace& place, const std::string& system) {
    return place.system.empty() ? place.text + "/" + system : place.text;
  };
  const auto pair = [&](const std::string& one, const std::string& two) {
    return std::pair(Side{name(baseline, one), &before, one, baseline}, Side{name(other, two), &after, two, other});
  };
  SidePairs pairs;
  if (systems.size() == 1 && others.size() == 1) {
    pairs.push_back(pair(systems.front(), others.front()));
    return pairs;
  }
  for (const std::string& system : systems) {
    if (std::ranges::find(others, system) != others.end()) pairs.push_back(pair(system, system));
  }
  if (!pairs.empty()) return pairs;
  return Fail(ErrorCode::kUsage, "no system is in both: " + Listed(systems) + " and " + Listed(others),
              "name the two systems as RUN/SYSTEM");
}

// The places with the baseline first.
Result<std::vector<std::string>> Ordered(const CompareRequest& request) {
  std::vector<std::string> places = request.places;
  if (request.baseline.empty() || places.size() == 1) return places;
  const auto found = std::ranges::find(places, request.baseline);
  if (found == places.end()) {
    return Fail(ErrorCode::kUsage, "--baseline names none of what is compared: '" + request.baseline + "'",
                "give one of " + Listed(places));
  }
  std::rotate(places.begin(), found, found + 1);
  return places;
}

// Keeps each evaluated run at its address.
class Runs {
 public:
  Results<const Evaluation*> Of(const std::string& directory) {
    auto& kept = runs_[directory];
    if (kept) return kept.get();
    auto evaluation = EvaluateRun(directory);
    if (!evaluation) return std::unexpected(std::move(evaluation).error());
    kept = std::make_unique<Evaluation>(*std::move(evaluation));
    return kept.get();
  }

 private:
  std::map<std::string, std::unique_ptr<Evaluation>> runs_;
};

Results<std::vector<Comparison>> CompareRuns(const std::vector<std::string>& paths, const CompareRequest& request,
                                             const AskedMetrics& asked) {
  std::vector<ComparePlace> places;
  for (const std::string& path : paths) {
    auto place = FindComparePlace(path);
    if (!place) return FailOne(place.error());
    places.push_back(*std::move(place));
  }
  Runs runs;
  const auto before = runs.Of(places.front().run);
  if (!before) return std::unexpected(before.error());
  SidePairs pairs;
  if (places.size() == 1) {
    auto within = PairsWithin(**before, places.front(), request);
    if (!within) return FailOne(within.error());
    pairs = *std::move(within);
  }
  for (std::size_t i = 1; i < places.size(); ++i) {
    const auto after = runs.Of(places[i].run);
    if (!after) return std::unexpected(after.error());
    auto across = PairsAcross(**before, places.front(), **after, places[i]);
    if (!across) return FailOne(across.error());
    pairs.insert(pairs.end(), across->begin(), across->end());
  }
  std::vector<Comparison> comparisons;
  for (const auto& [baseline, other] : pairs) {
    auto comparison = CompareSides(baseline, other, request, asked);
    if (!comparison) return FailOne(comparison.error());
    comparisons.push_back(*std::move(comparison));
  }
  return comparisons;
}

Results<std::vector<FileColumns>> ReadFiles(const std::vector<std::string>& paths, ScoreFileOptions options,
                                            const std::string& id) {
  options.id = id;
  std::vector<FileColumns> files;
  for (const std::string& path : paths) {
    options.path = path;
    auto columns = ReadFileColumns(options);
    if (!columns) return std::unexpected(std::move(columns).error());
    files.push_back(*std::move(columns));
  }
  return files;
}

Results<std::vector<Comparison>> CompareFiles(const std::vector<std::string>& paths, const CompareRequest& request,
                                              const AskedMetrics& asked) {
  if (paths.size() < 2) return FailOne({ErrorCode::kUsage, "one file of predictions, and a comparison needs two"});
  if (!asked.load.empty()) {
    return FailOne({ErrorCode::kUsage, "'" + *asked.load.begin() + "' is of load runs, and these are files of predictions"});
  }
  // Without a name: the column `id` where every file has one, else row numbers.
  std::string id = request.columns.id.empty() ? "id" : request.columns.id;
  auto files = ReadFiles(paths, request.columns, id);
  const bool by_row = !files && request.columns.id.empty() && files.error().front().code == ErrorCode::kBadReference &&
                      files.error().front().what.find("'id'") != std::string::npos;
  if (by_row) files = ReadFiles(paths, request.columns, "");
  if (!files) return std::unexpected(std::move(files).error());
  auto comparisons = CompareSides(paths, *files, request, asked);
  if (!comparisons || !by_row) return comparisons;
  for (Comparison& comparison : *comparisons) {
    comparison.parts.front().limits.push_back("cases are paired by their row: the files have no column id (--id names another)");
  }
  return comparisons;
}

Results<std::vector<Comparison>> CompareResultFiles(const std::vector<std::string>& paths, const CompareRequest& request) {
  if (paths.size() < 2) return FailOne({ErrorCode::kUsage, "one file of results, and a comparison needs two"});
  std::vector<ResultFile> files;
  for (const std::string& path : paths) {
    ResultFileOptions options = request.results;
    options.path = path;
    auto file = OpenResultFile(options);
    if (!file) return std::unexpected(std::move(file).error());
    files.push_back(*std::move(file));
  }
  return CompareResults(paths, files, request);
}

constexpr std::string_view kPublished = "results:";

Results<std::vector<Comparison>> CompareRow(const CompareRequest& request) {
  const bool one_each = request.places.size() == 2 && request.row != nullptr &&
                        !request.places.front().starts_with(kPublished) && request.places.back().starts_with(kPublished);
  if (!one_each) {
    return FailOne({ErrorCode::kUsage, "a published row is compared with one run: assay compare RUN results:ROW", {},
                    "`assay results movement` and `spread` compare rows with each other"});
  }
  if (!request.metrics.empty() || !request.baseline.empty()) {
    return FailOne({ErrorCode::kUsage, "--metric and --baseline don't go with a published row: its headline is all it has"});
  }
  const auto place = FindComparePlace(request.places.front());
  if (!place) return FailOne(place.error());
  const auto run = EvaluateRun(place->run);
  if (!run) return std::unexpected(run.error());
  std::vector<Comparison> comparisons;
  for (const std::string& system : SystemsOf(*run, *place)) {
    Comparison comparison{.baseline = place->system.empty() ? place->text + "/" + system : place->text,
                          .other = std::string(kPublished) + results::RowName(*request.row)};
    comparison.parts.push_back(CompareWithRow(*run, system, place->traffic, *request.row));
    comparisons.push_back(std::move(comparison));
  }
  if (comparisons.empty()) return FailOne({ErrorCode::kNotFound, "there is no such system in " + place->run});
  return comparisons;
}

// Files that aren't tables of labels: by a key of answers, or by what they hold.
bool AreResultFiles(const std::vector<std::string>& paths, const CompareRequest& request) {
  if (request.by_columns) return false;
  return !request.results.keys.answer.empty() || std::ranges::all_of(paths, IsResultFile);
}

}  // namespace

Results<CompareOutcome> Compare(const CompareRequest& request) {
  if (std::ranges::any_of(request.places, [](const std::string& place) { return place.starts_with(kPublished); })) {
    return JudgedComparison(request, CompareRow(request));
  }
  const auto places = Ordered(request);
  if (!places) return FailOne(places.error());
  std::error_code error;
  const bool files = std::ranges::all_of(*places, [&](const std::string& path) {
    return std::filesystem::is_regular_file(path, error);
  });
  if (files && AreResultFiles(*places, request)) return JudgedComparison(request, CompareResultFiles(*places, request));
  const auto asked = SortMetrics(request.metrics, request.rule.has_value());
  if (!asked) return FailOne(asked.error());
  return JudgedComparison(request, files ? CompareFiles(*places, request, *asked) : CompareRuns(*places, request, *asked));
}

}  // namespace assay::run
