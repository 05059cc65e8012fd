// SPDX-License-Identifier: Apache-2.0
// Rank metrics and losses of probabilities, as scikit-learn 1.9.1 gives them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "metric/calibration/probability_loss.h"
#include "metric/calibration/reliability.h"
#include "metric/rank/base_rate.h"
#include "metric/rank/precision_recall_area.h"
#include "metric/rank/rank_curve.h"
#include "metric/rank/roc_curve.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

using base::JsonValue;
using metric::RankCurve;


// Columns y, s (or p) and w of a case. A positive is 1; whatever else the labels are, the rest is negative.
struct Columns {
  std::vector<std::int32_t> label;
  std::vector<double> score, weight;
  bool both_labels = false;  // before rows of weight 0 are left out, as the reference counts them

  QualityColumns View() const { return {.label = label, .score = score, .weight = weight}; }
};

Result<Columns> ColumnsOf(const VectorCase& one, std::string_view score = "s") {
  Columns columns;
  ASSAY_TRY(labels, one.Numbers("y"));
  ASSAY_TRY(scores, one.Numbers(score));
  for (const double label : labels) columns.label.push_back(label == 1 ? 1 : 0);
  columns.score = std::move(scores);
  if (one.Find("w") != nullptr) {
    ASSAY_TRY(weights, one.Numbers("w"));
    columns.weight = std::move(weights);
  }
  columns.both_labels = std::ranges::count(columns.label, 1) > 0 && std::ranges::count(columns.label, 0) > 0;
  return columns;
}

Result<RankCurve> CurveOf(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one));
  return metric::BuildRankCurve(columns.View());
}

Result<JsonValue> AveragePrecision(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  return VectorNumber(metric::AveragePrecision(curve).value_or(0));
}

// Labels of one class give NaN before weights are looked at.
Result<std::optional<RankCurve>> TwoClassCurve(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one));
  auto curve = metric::BuildRankCurve(columns.View());
  if (!columns.both_labels && !columns.label.empty() && (curve || curve.error().code != ErrorCode::kNotFinite)) {
    return std::nullopt;
  }
  if (!curve) return std::unexpected(std::move(curve).error());
  return *std::move(curve);
}

Result<JsonValue> RocAuc(const VectorCase& one) {
  ASSAY_TRY(curve, TwoClassCurve(one));
  return VectorNumber(curve ? metric::RocAuc(*curve).value_or(kNotANumber) : kNotANumber);
}

Result<JsonValue> PartialRocAuc(const VectorCase& one) {
  ASSAY_TRY(max_fpr, one.Number("max_fpr"));
  ASSAY_TRY(curve, TwoClassCurve(one));
  if (!curve) return VectorNumber(kNotANumber);
  // Negatives that all have weight 0 leave the reference without a point below max_fpr, which it refuses.
  if (!(curve->negatives > 0)) return Fail(ErrorCode::kOneClass, "expected a negative with a weight above 0");
  return VectorNumber(metric::RocAucPartial(*curve, max_fpr).value_or(kNotANumber));
}

// Refused by the reference: scores outside 0 to 1, those of rows without weight included.
Result<void> CheckProbabilities(const Columns& columns) {
  const bool fine = std::ranges::all_of(columns.score, [](double score) { return score >= 0 && score <= 1; });
  if (!fine) return Fail(ErrorCode::kOutOfRange, "expected scores in 0 to 1");
  return {};
}

Result<JsonValue> Brier(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one));
  ASSAY_TRY(curve, metric::BuildRankCurve(columns.View()));
  ASSAY_CHECK_OK(CheckProbabilities(columns));
  return VectorNumber(metric::BrierScore(curve));
}

Result<JsonValue> LogLoss(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one));
  ASSAY_TRY(curve, metric::BuildRankCurve(columns.View()));
  ASSAY_CHECK_OK(CheckProbabilities(columns));
  if (!columns.both_labels) return Fail(ErrorCode::kOneClass, "expected labels of both classes");
  return VectorNumber(metric::LogLoss(curve));
}

// Ascending thresholds, then the point (precision 1, recall 0) without one. Without a positive the reference calls each
// recall 1.
Result<JsonValue> PrecisionRecallCurve(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  std::vector<double> precision, recall, thresholds;
  for (std::size_t i = curve.groups(); i-- > 0;) {
    const double hits = curve.true_positives[i];
    precision.push_back(hits / (hits + curve.false_positives[i]));
    recall.push_back(curve.positives > 0 ? hits / curve.positives : 1);
    thresholds.push_back(curve.threshold[i]);
  }
  precision.push_back(1);
  recall.push_back(0);
  double area = 0;
  for (std::size_t i = 1; i < recall.size(); ++i) {
    area += (recall[i - 1] - recall[i]) * (precision[i - 1] + precision[i]) / 2;
  }
  return VectorObject({{"precision", VectorNumbers(precision)},
                       {"recall", VectorNumbers(recall)},
                       {"thresholds", VectorNumbers(thresholds)},
                       {"trapezoid_auc", VectorNumber(area)}});
}

// The rate of a class that doesn't occur is 0 / 0 at each threshold.
Result<JsonValue> RocCurve(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  const JsonValue* drop = one.Find("drop_intermediate");
  const auto between = drop == nullptr || drop->AsBool().value_or(true) ? metric::BetweenCorners::kDrop
                                                                        : metric::BetweenCorners::kKeep;
  const bool no_positive = !(curve.positives > 0);
  const bool no_negative = !(curve.negatives > 0);
  if (no_positive) curve.positives = 1;  // a divisor, so that the points come out
  if (no_negative) curve.negatives = 1;
  std::vector<double> fpr, tpr, thresholds;
  for (const metric::RocPoint& point : metric::RocPoints(curve, between)) {
    fpr.push_back(no_negative ? kNotANumber : point.false_positive_rate);
    tpr.push_back(no_positive ? kNotANumber : point.true_positive_rate);
    thresholds.push_back(point.threshold);
  }
  return VectorObject({{"fpr", VectorNumbers(fpr)}, {"tpr", VectorNumbers(tpr)}, {"thresholds", VectorNumbers(thresholds)}});
}

Result<JsonValue> RecallAtPrecision(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  ASSAY_TRY(bound, one.Number("min_precision"));
  const auto point = metric::RecallAtPrecision(curve, bound);
  if (!point || !(point->recall > 0)) return VectorObject({{"recall", VectorNumber(0)}, {"threshold", VectorNumber(kNotANumber)}});
  return VectorObject({{"recall", VectorNumber(point->recall)},
                       {"precision", VectorNumber(point->precision)},
                       {"threshold", VectorNumber(point->threshold)}});
}

Result<JsonValue> AveragePrecisionAtPrevalence(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  ASSAY_TRY(rate, one.Number("pi"));
  return VectorObject({{"ap", VectorNumber(metric::AveragePrecision(metric::AtBaseRate(curve, rate)).value_or(0))}});
}

Result<JsonValue> DavisGoadrich(const VectorCase& one) {
  ASSAY_TRY(curve, CurveOf(one));
  return VectorObject({{"auprc", VectorNumber(metric::DavisGoadrichArea(curve).value_or(kNotANumber))},
                       {"ap", VectorNumber(metric::AveragePrecision(curve).value_or(0))}});
}

JsonValue CalibrationErrors(std::span<const metric::ReliabilityBin> bins) {
  const metric::CalibrationError error = metric::CalibrationErrorOf(bins);
  return VectorObject({{"ece", VectorNumber(error.mean)},
                       {"mce", VectorNumber(error.greatest)},
                       {"rms", VectorNumber(error.root_mean_square)}});
}

// By rank of a stable sort: rows with equal scores keep their order, though an edge may part them.
std::vector<metric::ReliabilityBin> BinsByRank(const Columns& columns, std::size_t bins) {
  std::vector<std::size_t> order(columns.score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return columns.score[row]; });
  std::vector<metric::ReliabilityBin> result(bins);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    metric::ReliabilityBin& bin = result[rank * bins / order.size()];
    bin.weight += 1;
    bin.mean_score += columns.score[order[rank]];
    bin.positive_share += columns.label[order[rank]];
  }
  std::erase_if(result, [](const metric::ReliabilityBin& bin) { return bin.weight == 0; });
  for (metric::ReliabilityBin& bin : result) {
    bin.mean_score /= bin.weight;
    bin.positive_share /= bin.weight;
  }
  return result;
}

Result<void> CheckBins(std::uint64_t bins) {
  if (bins >= 1 && bins <= 1'000'000) return {};
  return Fail(ErrorCode::kOutOfRange, "expected 1 to 1,000,000 bins");
}

Result<JsonValue> CalibrationErrorByBins(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one, "p"));
  ASSAY_TRY(curve, metric::BuildRankCurve(columns.View()));
  ASSAY_CHECK_OK(CheckProbabilities(columns));
  ASSAY_TRY(bins, one.Count("bins"));
  ASSAY_CHECK_OK(CheckBins(bins));
  return VectorObject({{"width", CalibrationErrors(metric::EqualWidthBins(curve, bins))},
                       {"mass", CalibrationErrors(BinsByRank(columns, bins))}});
}

Result<JsonValue> BrierReference(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one, "p"));
  ASSAY_TRY(curve, metric::BuildRankCurve(columns.View()));
  ASSAY_CHECK_OK(CheckProbabilities(columns));
  const double brier = metric::BrierScore(curve);
  const double rate = curve.prevalence();
  return VectorObject({{"brier", VectorNumber(brier)}, {"bss_vs_prevalence", VectorNumber(1 - brier / (rate * (1 - rate)))}});
}

// Quantiles of the scores as edges, interpolated between neighbours.
std::vector<metric::ReliabilityBin> BinsByQuantile(const Columns& columns, std::size_t bins) {
  std::vector<double> sorted = columns.score;
  std::ranges::sort(sorted);
  std::vector<double> edges;
  for (std::size_t k = 1; k < bins; ++k) {
    const double at = static_cast<double>(k) / static_cast<double>(bins) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const double above = sorted[std::min(below + 1, sorted.size() - 1)];
    edges.push_back(sorted[below] + (above - sorted[below]) * (at - static_cast<double>(below)));
  }
  std::vector<metric::ReliabilityBin> result(bins);
  for (std::size_t row = 0; row < columns.score.size(); ++row) {
    const auto edge = std::ranges::lower_bound(edges, columns.score[row]);
    metric::ReliabilityBin& bin = result[static_cast<std::size_t>(edge - edges.begin())];
    bin.weight += 1;
    bin.mean_score += columns.score[row];
    bin.positive_share += columns.label[row];
  }
  std::erase_if(result, [](const metric::ReliabilityBin& bin) { return bin.weight == 0; });
  for (metric::ReliabilityBin& bin : result) {
    bin.mean_score /= bin.weight;
    bin.positive_share /= bin.weight;
  }
  return result;
}

Result<JsonValue> ReliabilityCurve(const VectorCase& one) {
  ASSAY_TRY(columns, ColumnsOf(one, "p"));
  ASSAY_TRY(curve, metric::BuildRankCurve(columns.View()));
  ASSAY_CHECK_OK(CheckProbabilities(columns));
  ASSAY_TRY(bins, one.Count("n_bins"));
  ASSAY_TRY(strategy, one.Text("strategy"));
  ASSAY_CHECK_OK(CheckBins(bins));
  if (strategy != "uniform" && strategy != "quantile") return Fail(ErrorCode::kUnknownName, "expected uniform or quantile");
  std::vector<double> share, score;
  for (const metric::ReliabilityBin& bin :
       strategy == "uniform" ? metric::EqualWidthBins(curve, bins) : BinsByQuantile(columns, bins)) {
    share.push_back(bin.positive_share);
    score.push_back(bin.mean_score);
  }
  return VectorObject({{"prob_true", VectorNumbers(share)}, {"prob_pred", VectorNumbers(score)}});
}

constexpr VectorFunction kRankFunctions[] = {
    {"average_precision", 1e-12, &AveragePrecision},
    {"roc_auc", 1e-12, &RocAuc},
    {"roc_auc_partial_mcclish", 1e-12, &PartialRocAuc},
    {"brier", 1e-12, &Brier},
    {"log_loss", 1e-12, &LogLoss},
    {"precision_recall_curve", 1e-12, &PrecisionRecallCurve},
    {"roc_curve", 1e-12, &RocCurve},
    {"recall_at_precision", 1e-12, &RecallAtPrecision},
    {"ap_at_prevalence", 1e-9, &AveragePrecisionAtPrevalence},
    {"auprc_davis_goadrich_integral", 1e-9, &DavisGoadrich},
    {"ece", 1e-12, &CalibrationErrorByBins},
    {"brier_reference", 1e-12, &BrierReference},
    {"reliability_curve", 1e-12, &ReliabilityCurve},
};

}  // namespace

std::span<const VectorFunction> RankFunctions() { return kRankFunctions; }

}  // namespace assay::run
