// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "data/format/format_of_file.h"
#include "run/error_list.h"
#include "run/slices/located_run.h"
#include "run/slices/sliced_cases.h"
#include "slice/halves.h"
#include "slice/neighbours.h"
#include "spec/near_name.h"
#include "stats/fisher_exact.h"

namespace assay::run {
namespace {

constexpr std::size_t kExamples = 3;

Result<slice::CaseErrors> ErrorsOf(const SlicedCases& cases, ErrorMeasure measure) {
  if (measure == ErrorMeasure::kWrongAnswers) return slice::CaseErrors::OfAnswers(cases.Wrong());
  const bool probabilities = std::ranges::all_of(cases.score, [](double score) { return score >= 0 && score <= 1; });
  if (cases.score.empty() || !probabilities) {
    return Fail(ErrorCode::kUndefined, "a squared error needs scores that are probabilities, and " + cases.system +
                                           (cases.score.empty() ? " has no scores" : " has scores outside 0 to 1"));
  }
  std::vector<double> losses;
  for (std::size_t row = 0; row < cases.score.size(); ++row) {
    const double miss = cases.score[row] - (cases.label[row] == 1 ? 1 : 0);
    losses.push_back(miss * miss);
  }
  return slice::CaseErrors::OfLosses(std::move(losses));
}

// The wrong cases of a slice that lie nearest to all its wrong cases: what is typical, not what is extreme.
std::vector<std::string> Examples(const slice::RowSet& rows, const slice::CaseErrors& errors, const slice::CaseSpace& space,
                                  const std::vector<std::string_view>& ids) {
  constexpr std::size_t kLookedAt = 60;
  std::vector<std::size_t> wrong;
  rows.ForEach([&](std::size_t row) {
    if (errors.Of(row) > 0) wrong.push_back(row);
  });
  if (errors.is_loss()) std::ranges::stable_sort(wrong, std::greater{}, [&](std::size_t row) { return errors.Of(row); });
  wrong.resize(std::min(wrong.size(), kLookedAt));
  std::vector<std::pair<double, std::size_t>> ranked;
  for (const std::size_t row : wrong) {
    double sum = 0;
    for (const std::size_t other : wrong) sum += space.Distance(row, other);
    ranked.emplace_back(sum, row);
  }
  std::ranges::sort(ranked);
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min(ranked.size(), kExamples); ++i) list.emplace_back(ids[ranked[i].second]);
  return list;
}

Result<std::vector<ClassErrors>> ByClass(const SlicedCases& cases, const slice::CaseErrors& errors, double level) {
  std::vector<ClassErrors> list;
  for (std::size_t number = 0; number < cases.classes.size(); ++number) {
    slice::RowSet rows(cases.label.size());
    for (std::size_t row = 0; row < cases.label.size(); ++row) {
      if (cases.label[row] == static_cast<std::int32_t>(number)) rows.Add(row);
    }
    if (rows.Count() == 0) continue;
    ASSAY_TRY(rate, slice::RateOf(errors, rows, level));
    list.push_back({cases.classes[number], rate});
  }
  return list;
}

Result<std::vector<SlowAndWrong>> SlowOf(const Evaluation& evaluation, const std::string& system) {
  std::vector<SlowAndWrong> list;
  for (const CellResult& cell : evaluation.cells) {
    if (!cell.slow_wrong || cell.context.cell.system != system) continue;
    SlowAndWrong slow{cell.context.cell.traffic, *cell.slow_wrong};
    const SlowWrong& counts = slow.counts;
    if (counts.slow_right + counts.slow_wrong > 0 && counts.fast_right + counts.fast_wrong > 0) {
      ASSAY_TRY(test, stats::FisherExactTest({counts.slow_wrong, counts.slow_right, counts.fast_wrong, counts.fast_right}));
      slow.p = test.greater;
    }
    list.push_back(std::move(slow));
  }
  return list;
}

struct Inputs {
  const SlicedCases& cases;
  const Dataset& data;
  const slice::CaseErrors& errors;
  std::vector<std::string> by, left_out, declared;
  std::uint64_t seed = 0;
};

// Fills what a report says of one system; the report's own options are read.
Result<SystemSlices> Analyse(const Inputs& inputs, const slice::SliceOptions& options, SliceReport& report) {
  const SlicedCases& cases = inputs.cases;
  SystemSlices system{.system = cases.system, .decision = cases.decision, .unscored = cases.unscored};
  ASSAY_TRY(features, FeaturesOf(inputs.data, cases.index, inputs.by, inputs.left_out));
  ASSAY_TRY(declared, DeclaredSlices(inputs.data, cases.index, inputs.declared));
  ASSAY_TRY(by_class, ByClass(cases, inputs.errors, options.level));
  system.by_class = std::move(by_class);
  const slice::RowSet searched = slice::SearchedHalf(cases.names, inputs.seed);
  ASSAY_TRY(found, slice::FindErrorSlices(features, declared, inputs.errors, searched, options));
  system.slices = std::move(found);
  const slice::CaseSpace space(features);
  for (const auto& [findings, examples] : {std::pair{&system.slices.declared, &system.declared_examples},
                                           {&system.slices.found, &system.found_examples}}) {
    for (const slice::SliceFinding& finding : *findings) {
      examples->push_back(Examples(finding.rows, inputs.errors, space, cases.ids));
    }
  }
  report.columns.clear();
  for (const slice::Feature& feature : features) report.columns.push_back(feature.name);
  return system;
}

slice::SliceOptions OptionsOf(const SliceReportOptions& options, const spec::SliceSearch& search, double level) {
  slice::SliceOptions result{.level = level, .false_discovery_rate = options.fdr.value_or(search.fdr)};
  result.search.depth = options.depth.value_or(search.depth);
  result.search.min_rows = options.min.value_or(search.min);
  return result;
}

Result<double> NumberIn(const Dataset& data, std::size_t row, std::size_t column, const std::string& what) {
  const std::string_view text = data.Cell(row, column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
  return FailAt(data.Place(row, column), ErrorCode::kNotFinite,
                "expected a finite " + what + ", found '" + std::string(text) + "'");
}

Result<std::size_t> ColumnAt(const Dataset& data, const std::string& name) {
  const auto found = std::ranges::find(data.columns(), name);
  if (found != data.columns().end()) return static_cast<std::size_t>(found - data.columns().begin());
  const std::vector<std::string> known(data.columns().begin(), data.columns().end());
  return Fail(ErrorCode::kBadReference, "the file has no column '" + name + "'", spec::NameHint(name, known));
}

Result<void> ReadScores(const PredictionColumns& columns, const Dataset& data, double threshold, SlicedCases& cases) {
  ASSAY_TRY(column, ColumnAt(data, columns.score));
  for (std::size_t row = 0; row < data.size(); ++row) {
    ASSAY_TRY(score, NumberIn(data, row, column, "score"));
    cases.score.push_back(score);
    cases.predicted.push_back(score >= threshold ? 1 : 0);
  }
  cases.threshold = threshold;
  cases.decision = "score >= " + spec::NumberText(threshold);
  return {};
}

// Answers as class numbers; a class that no label has gets a number of its own.
Result<void> ReadAnswers(const PredictionColumns& columns, const Dataset& data, SlicedCases& cases) {
  ASSAY_TRY(column, ColumnAt(data, columns.predicted));
  cases.predicted.clear();
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::string name(data.Cell(row, column));
    if (name.empty()) return FailAt(data.Place(row, column), ErrorCode::kBadRow, "expected an answer, found an empty cell");
    auto found = std::ranges::find(cases.classes, name);
    if (found == cases.classes.end()) found = cases.classes.insert(found, name);
    cases.predicted.push_back(static_cast<std::int32_t>(found - cases.classes.begin()));
  }
  cases.threshold.reset();
  cases.decision = "column " + columns.predicted;
  return {};
}

Result<SlicedCases> CasesOfFile(const PredictionColumns& columns, const Dataset& data, double threshold) {
  SlicedCases cases{.system = columns.path, .classes = {data.classes().begin(), data.classes().end()}};
  for (std::size_t row = 0; row < data.size(); ++row) {
    cases.index.push_back(row);
    cases.ids.push_back(data.Id(row)), cases.names.push_back(data.Id(row));
    cases.label.push_back(data.Label(row).value_or(0));
  }
  if (!columns.score.empty()) ASSAY_CHECK_OK(ReadScores(columns, data, threshold, cases));
  if (!columns.predicted.empty()) ASSAY_CHECK_OK(ReadAnswers(columns, data, cases));
  if (cases.predicted.empty()) cases.predicted = cases.label, cases.decision = "column " + columns.loss;
  return cases;
}

Result<slice::CaseErrors> LossesOfFile(const PredictionColumns& columns, const Dataset& data) {
  ASSAY_TRY(column, ColumnAt(data, columns.loss));
  std::vector<double> losses;
  for (std::size_t row = 0; row < data.size(); ++row) {
    ASSAY_TRY(loss, NumberIn(data, row, column, "loss"));
    if (loss < 0) return FailAt(data.Place(row, column), ErrorCode::kOutOfRange, "expected a loss of at least 0");
    losses.push_back(loss);
  }
  return slice::CaseErrors::OfLosses(std::move(losses));
}

Result<SystemSlices> AnalyseFile(const PredictionColumns& columns, const Dataset& data, const SliceReportOptions& options,
                                 SliceReport& report) {
  ASSAY_TRY(cases, CasesOfFile(columns, data, options.threshold.value_or(0.5)));
  const bool loss = report.measure == ErrorMeasure::kLossColumn;
  ASSAY_TRY(errors, loss ? LossesOfFile(columns, data) : ErrorsOf(cases, report.measure));
  Inputs inputs{cases, data, errors, options.by, {columns.score, columns.predicted, columns.loss}, options.declared, options.seed};
  const slice::SliceOptions search = OptionsOf(options, {}, options.level);
  report.depth = search.search.depth, report.fdr = search.false_discovery_rate;
  return Analyse(inputs, search, report);
}

}  // namespace

Results<SliceReport> SlicesOfRun(const std::string& run_directory, const SliceReportOptions& options) {
  auto located = LocateRun(run_directory, options.spec_path);
  if (!located) return std::unexpected(std::move(located).error());
  const Evaluation& evaluation = located->evaluation;
  const spec::Slices stated = evaluation.spec.slices.value_or(spec::Slices{});
  SliceReport report{.source = run_directory, .split = evaluation.system.judged_split, .measure = options.measure,
                     .level = evaluation.spec.stats.level};
  const slice::SliceOptions search = OptionsOf(options, stated.search, report.level);
  report.depth = search.search.depth, report.fdr = search.false_discovery_rate;
  std::vector<std::string> declared = stated.declared, systems;
  declared.insert(declared.end(), options.declared.begin(), options.declared.end());
  for (const QualityResult& quality : evaluation.quality) {
    systems.push_back(quality.system);
    if (!options.system.empty() && quality.system != options.system) continue;
    auto cases = CasesOfSystem(quality, located->spec, *located->data, options.threshold);
    if (!cases) return FailOne(cases.error());
    auto errors = ErrorsOf(*cases, options.measure);
    if (!errors) return FailOne(errors.error());
    auto system = Analyse({*cases, *located->data, *errors, options.by, {}, declared, evaluation.spec.stats.seed}, search, report);
    if (!system) return FailOne(system.error());
    auto slow = SlowOf(evaluation, quality.system);
    if (!slow) return FailOne(slow.error());
    system->slow = *std::move(slow);
    report.systems.push_back(*std::move(system));
  }
  if (!report.systems.empty()) return report;
  return FailOne({ErrorCode::kBadReference, "the run has no answers of a system '" + options.system + "'", {},
                  spec::NameHint(options.system, systems)});
}

Results<SliceReport> SlicesOfFile(const PredictionColumns& columns, const SliceReportOptions& options) {
  const DatasetInfo* format = data::FormatOfFile(columns.path);
  if (format == nullptr) {
    return FailOne({ErrorCode::kUnknownName, "can't tell the format of " + columns.path + " by its extension", {},
                    "files of predictions are .csv or .jsonl"});
  }
  auto data = format->open({.path = columns.path, .id = columns.id, .label = columns.label,
                            .positive = columns.score.empty() ? "" : columns.positive});
  if (!data) return std::unexpected(std::move(data).error());
  SliceReport report{.source = columns.path, .measure = options.measure, .loss_column = columns.loss, .level = options.level};
  if (!columns.loss.empty()) report.measure = ErrorMeasure::kLossColumn;
  auto system = AnalyseFile(columns, **data, options, report);
  if (!system) return FailOne(system.error());
  report.systems.push_back(*std::move(system));
  return report;
}

}  // namespace assay::run
