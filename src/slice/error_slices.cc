// SPDX-License-Identifier: Apache-2.0
#include "slice/error_slices.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "slice/excess_errors.h"
#include "stats/multiple_testing.h"
#include "stats/student_t.h"
#include "stats/wilson_interval.h"

namespace assay::slice {
namespace {

RowSet AllRows(std::size_t rows) {
  RowSet all(rows);
  for (std::size_t row = 0; row < rows; ++row) all.Add(row);
  return all;
}

std::uint64_t Whole(double count) { return static_cast<std::uint64_t>(count + 0.5); }

// `tested`: the rows that the test may see.
Result<SliceFinding> TestSlice(std::string text, const RowSet& rows, const CaseErrors& errors, const RowSet& tested,
                               double level) {
  SliceFinding finding{.text = std::move(text), .rows = rows};
  ASSAY_TRY(all, RateOf(errors, rows, level));
  finding.all = all;
  const RowSet inside = rows.With(tested), outside = tested.Without(rows);
  ASSAY_TRY(rate, RateOf(errors, inside, level));
  finding.tested = rate;
  const double out = static_cast<double>(outside.Count()), errors_out = errors.Sum(outside);
  finding.rest_rate = out == 0 ? 0 : errors_out / out;
  const double mean = (errors_out + rate.errors) / std::max(1.0, out + static_cast<double>(rate.rows));
  if (rate.rate && mean > 0) finding.lift = *rate.rate / mean;
  ASSAY_TRY(p, ExcessErrors(errors, inside, outside));
  finding.p = p;
  return finding;
}

Result<void> Correct(std::vector<SliceFinding>& findings, stats::Correction correction, double alpha) {
  std::vector<double> p;
  for (const SliceFinding& finding : findings) p.push_back(finding.p);
  ASSAY_TRY(outcomes, stats::CorrectTests(p, correction, alpha));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    findings[i].adjusted = outcomes[i].adjusted;
    findings[i].shown = outcomes[i].rejected;
  }
  return {};
}

std::string TextOf(const Candidate& candidate, std::span<const Literal> literals) {
  std::string text;
  for (const std::size_t literal : candidate.literals) text += (text.empty() ? "" : " and ") + literals[literal].text;
  return text;
}

Result<void> SearchAndTest(std::span<const Feature> features, const CaseErrors& errors, const RowSet& searched,
                           const SliceOptions& options, ErrorSlices& result) {
  std::vector<Literal> literals;
  for (std::size_t i = 0; i < features.size(); ++i) {
    for (Literal& literal : MakeLiterals(features[i], i, result.min_rows)) literals.push_back(std::move(literal));
  }
  SearchOptions search = options.search;
  search.min_rows = std::max<std::uint64_t>(1, result.min_rows / 2);
  const SearchResult found = SearchSlices(literals, errors, searched, search);
  result.looked_at = found.looked_at, result.pruned = found.pruned, result.cut = found.cut;
  const RowSet held_out = AllRows(errors.rows()).Without(searched);
  for (const Candidate& candidate : found.candidates) {
    ASSAY_TRY(finding, TestSlice(TextOf(candidate, literals), candidate.rows, errors, held_out, options.level));
    finding.score = candidate.score;
    result.found.push_back(std::move(finding));
  }
  ASSAY_CHECK_OK(Correct(result.found, stats::Correction::kBenjaminiHochberg, options.false_discovery_rate));
  std::ranges::stable_sort(result.found, [](const SliceFinding& a, const SliceFinding& b) {
    if (a.shown != b.shown) return a.shown;
    return a.shown && a.adjusted < b.adjusted;
  });
  return {};
}

}  // namespace

std::uint64_t DefaultMinRows(std::size_t rows) { return std::max<std::uint64_t>(30, rows / 200); }

Result<ErrorRate> RateOf(const CaseErrors& errors, const RowSet& rows, double level) {
  ErrorRate rate{.rows = rows.Count(), .errors = errors.Sum(rows)};
  if (rate.rows == 0) return rate;
  rate.rate = rate.errors / static_cast<double>(rate.rows);
  if (!errors.is_loss()) {
    ASSAY_TRY(interval, stats::WilsonInterval(Whole(rate.errors), rate.rows, level));
    rate.interval = interval;
    return rate;
  }
  if (rate.rows < 2) return rate;
  double squares = 0;
  rows.ForEach([&](std::size_t row) { squares += (errors.Of(row) - *rate.rate) * (errors.Of(row) - *rate.rate); });
  const double n = static_cast<double>(rate.rows);
  const double half = stats::StudentQuantile(level, n - 1) * std::sqrt(squares / (n - 1) / n);
  rate.interval = Interval{std::max(0.0, *rate.rate - half), *rate.rate + half, level, "student t"};
  return rate;
}

Result<ErrorSlices> FindErrorSlices(std::span<const Feature> features, std::span<const NamedSlice> declared,
                                    const CaseErrors& errors, const RowSet& searched, const SliceOptions& options) {
  if (errors.rows() == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 scored case to look for slices in");
  if (options.search.depth < 1 || options.search.depth > 3) {
    return Fail(ErrorCode::kOutOfRange, "expected a depth of 1 to 3 columns, found " + std::to_string(options.search.depth));
  }
  const RowSet all = AllRows(errors.rows());
  ErrorSlices result;
  ASSAY_TRY(rate, RateOf(errors, all, options.level));
  result.all = rate;
  result.min_rows = options.search.min_rows == 0 ? DefaultMinRows(errors.rows()) : options.search.min_rows;
  result.searched_rows = searched.Count(), result.held_out_rows = errors.rows() - result.searched_rows;
  for (const NamedSlice& slice : declared) {
    ASSAY_TRY(finding, TestSlice(slice.text, slice.rows, errors, all, options.level));
    result.declared.push_back(std::move(finding));
  }
  ASSAY_CHECK_OK(Correct(result.declared, stats::Correction::kHolm, 1 - options.level));
  if (options.do_search) ASSAY_CHECK_OK(SearchAndTest(features, errors, searched, options, result));
  return result;
}

Result<std::size_t> WorstDecile(std::span<const NamedSlice> slices, const CaseErrors& errors, const RowSet& searched) {
  std::optional<std::size_t> worst;
  double highest = -1;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::uint64_t size = slices[i].rows.Count(), inside = slices[i].rows.CountWith(searched);
    if (10 * size < errors.rows() || inside == 0 || inside == size) continue;
    const double rate = errors.Sum(slices[i].rows.With(searched)) / static_cast<double>(inside);
    if (rate > highest) worst = i, highest = rate;
  }
  if (worst) return *worst;
  return Fail(ErrorCode::kEmpty, "none of the " + std::to_string(slices.size()) +
                                     " slices holds a tenth of the cases");
}

}  // namespace assay::slice
