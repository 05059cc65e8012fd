// SPDX-License-Identifier: Apache-2.0
#include "metric/calibration/loss_totals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "metric/calibration/probability_loss.h"
#include "metric/calibration/reliability.h"

namespace assay::metric {
namespace {

constexpr std::uint64_t kFewestCases = 10;  // as BCa asks for

double SquaredError(double score, std::int32_t label) { return (score - label) * (score - label); }
double Surprise(double score, std::int32_t label) { return CaseLogLoss(label == 1 ? score : 1 - score); }
double Excess(double score, std::int32_t label) { return score - label; }

// What a mean loss is multiplied by to give the metric, or empty where that isn't defined.
std::optional<double> Once(double, double) { return 1; }
std::optional<double> OnceOfTwoClasses(double positives, double cases) {
  return positives > 0 && positives < cases ? std::optional(1.0) : std::nullopt;
}
std::optional<double> LessOverVariance(double positives, double cases) {
  const double prevalence = positives / cases;
  return positives > 0 && positives < cases ? std::optional(-1 / (prevalence * (1 - prevalence))) : std::nullopt;
}
std::optional<double> OverEntropy(double positives, double cases) { return NormalisedEntropy(1.0, positives / cases); }
std::optional<double> Cases(double, double cases) { return cases; }

// metric = offset + scale x mean loss
struct MeanLossMetric {
  std::string_view name;
  double (*loss)(double score, std::int32_t label);
  double offset;
  std::optional<double> (*scale)(double positives, double cases);
};
constexpr MeanLossMetric kMeanLossMetrics[] = {
    {"brier", &SquaredError, 0, &Once},
    {"brier_skill", &SquaredError, 1, &LessOverVariance},
    {"calibration_in_the_large", &Excess, 0, &Cases},
    {"log_loss", &Surprise, 0, &OnceOfTwoClasses},
    {"normalised_entropy", &Surprise, 0, &OverEntropy},
};

// Cells by label.
OfCells OfMeanLoss(const MeanLossMetric& metric, double offset) {
  return [scale = metric.scale, offset](const CellTotals& totals) -> std::optional<double> {
    const double cases = totals.rows[0] + totals.rows[1];
    const auto factor = scale(totals.rows[1], cases);
    if (!factor) return std::nullopt;
    return offset + *factor * ((totals.sums[0] + totals.sums[1]) / cases);
  };
}

template <class Loss>
CellRows RowsByLabel(std::span<const std::int32_t> label, Loss loss) {
  CellRows rows{.cells = 2, .width = 1, .cell = {}, .values = {}};
  rows.cell.reserve(label.size());
  rows.values.reserve(label.size());
  for (std::size_t i = 0; i < label.size(); ++i) {
    rows.cell.push_back(label[i] == 1 ? 1 : 0);
    rows.values.push_back(loss(i));
  }
  return rows;
}

// Cells by bin and label, the label last.
double CalibrationErrorOfCells(const CellTotals& totals) {
  double cases = 0;
  double gaps = 0;
  for (std::size_t bin = 0; bin < kCalibrationBins; ++bin) {
    cases += totals.rows[2 * bin] + totals.rows[2 * bin + 1];
    gaps += std::abs(totals.sums[2 * bin] + totals.sums[2 * bin + 1] - totals.rows[2 * bin + 1]);
  }
  return gaps / cases;
}

// The same for either system, from cells by both systems' bins and the label.
double CalibrationErrorDifference(const CellTotals& totals) {
  double cases = 0;
  double difference = 0;
  for (const std::size_t side : {0, 1}) {
    cases = 0;
    double gaps = 0;
    for (std::size_t bin = 0; bin < kCalibrationBins; ++bin) {
      double gap = 0;
      for (std::size_t paired = 0; paired < kCalibrationBins; ++paired) {
        const std::size_t cell = 2 * (side == 0 ? bin * kCalibrationBins + paired : paired * kCalibrationBins + bin);
        cases += totals.rows[cell] + totals.rows[cell + 1];
        gap += totals.sums[2 * cell + side] + totals.sums[2 * cell + 2 + side] - totals.rows[cell + 1];
      }
      gaps += std::abs(gap);
    }
    difference += (side == 0 ? -1 : 1) * gaps;
  }
  return difference / cases;
}

}  // namespace

std::optional<TotalsStatistic> TotalsOfLoss(std::string_view metric, std::span<const std::int32_t> label,
                                            std::span<const double> score) {
  if (metric == "ece") {
    CellRows rows{.cells = 2 * kCalibrationBins, .width = 1, .cell = {}, .values = {score.begin(), score.end()}};
    for (std::size_t i = 0; i < label.size(); ++i) {
      rows.cell.push_back(static_cast<std::uint32_t>(2 * WidthBin(score[i], kCalibrationBins) + (label[i] == 1 ? 1 : 0)));
    }
    return TotalsStatistic{std::move(rows), &CalibrationErrorOfCells};
  }
  const auto known = std::ranges::find(kMeanLossMetrics, metric, &MeanLossMetric::name);
  if (known == std::end(kMeanLossMetrics)) return std::nullopt;
  return TotalsStatistic{RowsByLabel(label, [&](std::size_t i) { return known->loss(score[i], label[i]); }),
                         OfMeanLoss(*known, known->offset)};
}

std::optional<TotalsStatistic> TotalsOfLossDifference(std::string_view metric, std::span<const std::int32_t> label,
                                                      std::span<const double> baseline, std::span<const double> other) {
  if (metric == "ece") {
    CellRows rows{.cells = 2 * kCalibrationBins * kCalibrationBins, .width = 2, .cell = {}, .values = {}};
    for (std::size_t i = 0; i < label.size(); ++i) {
      const std::size_t bins = WidthBin(baseline[i], kCalibrationBins) * kCalibrationBins + WidthBin(other[i], kCalibrationBins);
      rows.cell.push_back(static_cast<std::uint32_t>(2 * bins + (label[i] == 1 ? 1 : 0)));
      rows.values.insert(rows.values.end(), {baseline[i], other[i]});
    }
    return TotalsStatistic{std::move(rows), &CalibrationErrorDifference};
  }
  const auto known = std::ranges::find(kMeanLossMetrics, metric, &MeanLossMetric::name);
  if (known == std::end(kMeanLossMetrics)) return std::nullopt;
  return TotalsStatistic{
      RowsByLabel(label, [&](std::size_t i) { return known->loss(other[i], label[i]) - known->loss(baseline[i], label[i]); }),
      OfMeanLoss(*known, 0)};
}

void SetLossInterval(Measurement& measurement, const RankCurve& curve, const MetricInput& input) {
  const auto note = [&](const std::string& text) { measurement.note += (measurement.note.empty() ? "" : "; ") + text; };
  if (curve.weighted || curve.cases != input.quality->label.size()) return note("no interval: cases are weighted");
  if (curve.cases < kFewestCases) return note("no interval: fewer than ten cases");
  const auto totals = TotalsOfLoss(measurement.metric, input.quality->label, input.quality->score);
  if (!totals) return;
  auto outcome = BootstrapCells(totals->rows, totals->statistic, {.seed = input.seed, .level = input.level});
  if (!outcome) return note("no interval: " + outcome.error().what);
  if (!outcome->interval) return note("no interval: " + outcome->note);
  if (outcome->replicates.front() == outcome->replicates.back()) return note("no interval: all cases count alike");
  if (!outcome->note.empty()) note(outcome->note);
  measurement.interval = std::move(outcome->interval);
}

}  // namespace assay::metric
