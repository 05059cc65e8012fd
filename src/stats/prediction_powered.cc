// SPDX-License-Identifier: Apache-2.0
#include "stats/prediction_powered.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/normal_quantile.h"
#include "stats/proportion.h"

namespace assay::stats {
namespace {

double MeanOf(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool AllFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

// Sum of products of deviations.
double Deviations(std::span<const double> a, double mean_a, std::span<const double> b, double mean_b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum;
}

}  // namespace

Result<PredictionPoweredMean> MeanWithJudge(std::span<const double> label, std::span<const double> judged,
                                            std::span<const double> others, double level) {
  ASSAY_CHECK_OK(CheckShare("level", level));
  if (label.size() != judged.size()) return Fail(ErrorCode::kContradiction, "expected a judge's score for each label");
  if (label.size() < 2 || others.size() < 2) return Fail(ErrorCode::kEmpty, "expected at least 2 labelled and 2 other cases");
  if (!AllFinite(label) || !AllFinite(judged) || !AllFinite(others)) return Fail(ErrorCode::kNotFinite, "expected finite scores");
  const auto n = static_cast<double>(label.size()), rest = static_cast<double>(others.size());
  const double label_mean = MeanOf(label), judged_mean = MeanOf(judged), others_mean = MeanOf(others);
  const double label_variance = Deviations(label, label_mean, label, label_mean) / (n - 1);
  const double covariance = Deviations(label, label_mean, judged, judged_mean) / n;
  const double all_mean = (n * judged_mean + rest * others_mean) / (n + rest);
  const double judge_variance = (Deviations(judged, all_mean, judged, all_mean) +
                                 Deviations(others, all_mean, others, all_mean)) / (n + rest - 1);
  PredictionPoweredMean result;
  if (judge_variance > 0) result.weight = std::clamp(covariance / ((1 + n / rest) * judge_variance), 0.0, 1.0);
  const double weight = result.weight;
  result.labelled_mean = label_mean;
  result.labelled_error = std::sqrt(label_variance / n);
  result.mean = weight * others_mean + label_mean - weight * judged_mean;
  double residual = 0;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const double off = (label[i] - label_mean) - weight * (judged[i] - judged_mean);
    residual += off * off;
  }
  const double others_variance = Deviations(others, others_mean, others, others_mean) / (rest - 1);
  result.error = std::sqrt(residual / (n - 1) / n + weight * weight * others_variance / rest);
  const double half = NormalQuantile((1 + level) / 2) * result.error;
  result.interval = {result.mean - half, result.mean + half, level, "prediction-powered (approximate)"};
  return result;
}

}  // namespace assay::stats
