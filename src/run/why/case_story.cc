// SPDX-License-Identifier: Apache-2.0
#include "run/why/case_story.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "record/cases.h"
#include "run/cell_path.h"
#include "run/error_list.h"
#include "run/slices/located_run.h"
#include "run/slices/sliced_cases.h"
#include "slice/literal.h"
#include "slice/neighbours.h"
#include "spec/near_name.h"

namespace assay::run {
namespace {

constexpr std::size_t kSlicesShown = 6;
constexpr std::size_t kDifferencesShown = 2;

Result<std::size_t> RowOf(const Dataset& data, const std::string& id) {
  std::vector<std::string_view> ids;
  for (std::size_t row = 0; row < data.size(); ++row) {
    if (data.Id(row) == id) return row;
    ids.push_back(data.Id(row));
  }
  std::string hint = "ids there: ";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ids.size()); ++i) hint += std::string(ids[i]) + ", ";
  const std::string_view near = spec::NearName(id, ids);
  return FailAt({.path = id}, ErrorCode::kBadReference, "the data has no case '" + id + "'",
                near.empty() ? hint + "…" : "did you mean '" + std::string(near) + "'?");
}

CaseColumn ColumnOf(const slice::Feature& feature, std::size_t row) {
  CaseColumn column{.name = feature.name, .value = std::string(feature.text[row])};
  double there = 0, count = 0;
  for (std::size_t other = 0; other < feature.text.size(); ++other) {
    if (feature.kind != slice::FeatureKind::kCategories) {
      there += feature.number[other] ? 1 : 0;
      count += feature.number[other] && feature.number[row] && *feature.number[other] <= *feature.number[row] ? 1 : 0;
    } else {
      there += 1;
      count += feature.text[other] == feature.text[row] ? 1 : 0;
    }
  }
  if (feature.kind == slice::FeatureKind::kCategories) column.share_equal = count / there;
  else if (feature.number[row]) column.share_at_most = count / there;
  return column;
}

// Every time the case was asked, from the cells' cases; a load's file is read here, since an evaluation keeps only those
// of a latency bound.
std::vector<CaseAnswer> AnswersTo(const Evaluation& evaluation, const std::string& id) {
  std::vector<CaseAnswer> answers;
  for (const CellResult& cell : evaluation.cells) {
    for (const record::CaseLine& line : cell.cases) {
      if (line.id != id) continue;
      const CellPath& path = cell.context.cell;
      answers.push_back({path.system, path.traffic, path.repeat, std::string(record::StatusName(line.status)), line.predicted,
                         line.score, line.latency_ns, line.slow});
      break;  // the first time in each load
    }
  }
  return answers;
}

struct Side {
  SlicedCases cases;
  std::optional<std::size_t> row;  // of the case among the scored ones
};

Result<std::vector<Side>> SidesOf(const LocatedRun& located, const std::string& id, std::optional<double> threshold) {
  std::vector<Side> sides;
  for (const QualityResult& quality : located.evaluation.quality) {
    ASSAY_TRY(cases, CasesOfSystem(quality, located.spec, *located.data, threshold));
    Side side{.cases = std::move(cases)};
    const auto found = std::ranges::find(side.cases.ids, id);
    if (found != side.cases.ids.end()) side.row = static_cast<std::size_t>(found - side.cases.ids.begin());
    sides.push_back(std::move(side));
  }
  return sides;
}

std::string ClassName(const SlicedCases& cases, std::int32_t number) {
  return number >= 0 && static_cast<std::size_t>(number) < cases.classes.size() ? cases.classes[static_cast<std::size_t>(number)] : "";
}

CaseDecision DecisionOf(const Side& side) {
  CaseDecision decision{.system = side.cases.system, .decision = side.cases.decision};
  if (!side.row) return decision;
  decision.predicted = ClassName(side.cases, side.cases.predicted[*side.row]);
  decision.right = side.cases.predicted[*side.row] == side.cases.label[*side.row];
  return decision;
}

// The columns in which two cases differ most, each on its own scale.
std::vector<std::string> Differences(std::span<const slice::Feature> features, std::size_t row, std::size_t other) {
  std::vector<std::pair<double, std::string>> list;
  for (const slice::Feature& feature : features) {
    if (feature.text[row] == feature.text[other]) continue;
    double size = 1;
    const double deviation = slice::DeviationOf(feature);
    if (feature.kind != slice::FeatureKind::kCategories && feature.number[row] && feature.number[other] && deviation > 0) {
      size = std::abs(*feature.number[row] - *feature.number[other]) / deviation;
    }
    list.emplace_back(-size, feature.name + " " + std::string(feature.text[other]) + " (here " + std::string(feature.text[row]) + ")");
  }
  std::ranges::stable_sort(list, {}, &std::pair<double, std::string>::first);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(list.size(), kDifferencesShown); ++i) texts.push_back(std::move(list[i].second));
  return texts;
}

// An image has no columns to be like another in.
void AddNeighbours(const Side& side, std::span<const slice::Feature> features, std::size_t most, CaseStory& story) {
  if (features.empty()) return;
  const slice::CaseSpace space(features);
  slice::RowSet wrong(side.cases.label.size()), right(side.cases.label.size());
  for (std::size_t row = 0; row < side.cases.label.size(); ++row) {
    (side.cases.predicted[row] == side.cases.label[row] ? right : wrong).Add(row);
  }
  for (const auto& [among, list] : {std::pair{&right, &story.right}, {&wrong, &story.wrong}}) {
    for (const slice::Neighbour& near : space.Nearest(*side.row, *among, most)) {
      CaseNeighbour neighbour{.id = std::string(side.cases.ids[near.row]), .label = ClassName(side.cases, side.cases.label[near.row]),
                              .predicted = ClassName(side.cases, side.cases.predicted[near.row]), .distance = near.distance};
      if (!side.cases.score.empty()) neighbour.score = side.cases.score[near.row];
      neighbour.differs = Differences(features, *side.row, near.row);
      list->push_back(std::move(neighbour));
    }
  }
}

// Declared slices that hold the case, then the parts of single columns that do, those with most errors first.
Result<void> AddSlices(const Side& side, const LocatedRun& located, std::span<const slice::Feature> features, CaseStory& story) {
  const double level = located.evaluation.spec.stats.level;
  const auto errors = slice::CaseErrors::OfAnswers(side.cases.Wrong());
  const auto add = [&](const std::string& text, bool declared, const slice::RowSet& rows) -> Result<void> {
    if (!rows.Has(*side.row)) return {};
    ASSAY_TRY(rate, slice::RateOf(errors, rows, level));
    story.slices.push_back({text, declared, rate});
    return {};
  };
  slice::RowSet all(errors.rows());
  for (std::size_t row = 0; row < errors.rows(); ++row) all.Add(row);
  ASSAY_TRY(overall, slice::RateOf(errors, all, level));
  story.overall_error_rate = overall.rate;
  const spec::Slices stated = located.evaluation.spec.slices.value_or(spec::Slices{});
  ASSAY_TRY(declared, DeclaredSlices(*located.data, side.cases.index, stated.declared));
  for (const slice::NamedSlice& slice : declared) ASSAY_CHECK_OK(add(slice.text, true, slice.rows));
  const std::size_t first = story.slices.size();
  for (std::size_t f = 0; f < features.size(); ++f) {
    for (const slice::Literal& literal : slice::MakeLiterals(features[f], f, slice::DefaultMinRows(errors.rows()))) {
      ASSAY_CHECK_OK(add(literal.text, false, literal.rows));
    }
  }
  const auto single = story.slices.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(single, story.slices.end(), [](const CaseSlice& a, const CaseSlice& b) { return a.errors.rate > b.errors.rate; });
  story.slices.resize(std::min(story.slices.size(), first + kSlicesShown));
  return {};
}

// The columns that the model reads.
std::vector<std::string> InputColumns(const spec::Spec& spec) {
  std::vector<std::string> columns = spec.data.input.columns;
  if (columns.size() == 1 && columns.front() == "*") columns.clear();
  return columns;
}

void AddChanges(const LocatedRun& located, const Side& side, std::size_t data_row, const CaseStoryOptions& options,
                Clock& clock, CaseStory& story) {
  if (!options.ask_model) {
    story.changed_missing = "--no-model: the system wasn't asked again";
    return;
  }
  const auto columns = FeaturesOf(*located.data, side.cases.index, InputColumns(located.spec));
  if (!columns) {
    story.changed_missing = columns.error().what;
    return;
  }
  auto changed = ChangeInputs(located.spec, *located.spec.FindSystem(side.cases.system), *located.data, data_row, *columns,
                              side.cases.threshold, clock);
  if (changed) story.changed = *std::move(changed);
  else story.changed_missing = changed.error().front().what;
}

}  // namespace

Results<CaseStory> TellCase(const std::string& run_directory, const std::string& id, const CaseStoryOptions& options,
                            Clock& clock) {
  auto located = LocateRun(run_directory, options.spec_path);
  if (!located) return std::unexpected(std::move(located).error());
  const Dataset& data = *located->data;
  const auto row = RowOf(data, id);
  if (!row) return FailOne(row.error());
  CaseStory story{.run = run_directory, .split = located->evaluation.system.judged_split, .id = id};
  if (const auto label = data.Label(*row)) story.label = data.classes()[static_cast<std::size_t>(*label)];
  std::vector<std::size_t> every(data.size());
  for (std::size_t i = 0; i < every.size(); ++i) every[i] = i;
  const auto columns = FeaturesOf(data, every, {});
  if (!columns) return FailOne(columns.error());
  for (const slice::Feature& feature : *columns) story.columns.push_back(ColumnOf(feature, *row));
  story.answers = AnswersTo(located->evaluation, id);
  const auto sides = SidesOf(*located, id, options.threshold);
  if (!sides) return FailOne(sides.error());
  const Side* chosen = nullptr;
  std::vector<std::string> known;
  for (const Side& side : *sides) {
    known.push_back(side.cases.system);
    story.decisions.push_back(DecisionOf(side));
    const bool asked_for = options.system.empty() ? side.row.has_value() : side.cases.system == options.system;
    if (chosen == nullptr && asked_for) chosen = &side;
  }
  if (chosen == nullptr && !options.system.empty()) {
    return FailOne({ErrorCode::kBadReference, "the run has no answers of a system '" + options.system + "'", {}, spec::NameHint(options.system, known)});
  }
  if (chosen == nullptr) chosen = &sides->front();
  story.system = chosen->cases.system;
  if (chosen->row) {
    const auto features = FeaturesOf(data, chosen->cases.index, {});
    if (!features) return FailOne(features.error());
    if (auto added = AddSlices(*chosen, *located, *features, story); !added) return FailOne(added.error());
    AddNeighbours(*chosen, *features, options.neighbours, story);
  }
  AddChanges(*located, *chosen, *row, options, clock, story);
  return story;
}

}  // namespace assay::run
