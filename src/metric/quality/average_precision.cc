// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

#include "assay/metric.h"
#include "metric/evidence.h"
#include "metric/measurement.h"
#include "metric/rank/leave_one_out.h"
#include "metric/rank/logit_interval.h"
#include "metric/resample/curve_bootstrap.h"

namespace assay {

extern const MetricInfo kMetric_average_precision;

namespace {

using metric::Measurements;

// So much work (positives drawn) that a claim waits seconds at most; with more positives fewer draws do.
constexpr std::uint64_t kMostDrawn = 2'000'000'000, kFewestDraws = 1000;

// BCa of draws of each class, in place of the logit interval; a note says why there is none.
void Resample(const metric::RankCurve& curve, const MetricInput& in, Measurement& measurement) {
  const auto most = static_cast<std::uint64_t>(static_cast<double>(kMostDrawn) / std::max(1.0, curve.positives));
  const metric::BootstrapRequest request{.seed = in.seed,
                                         .replicates = std::min(in.replicates, std::max(kFewestDraws, most)),
                                         .level = in.level, .threads = std::max(1u, std::thread::hardware_concurrency())};
  const auto drawn = metric::BootstrapCurve(curve, {.value = &metric::AveragePrecision,
                                                    .leaving_out = &metric::AveragePrecisionLeavingOut}, request);
  if (!drawn) return;  // weighted cases, which aren't drawn: the quick interval stays
  measurement.interval = drawn->interval;
  if (measurement.interval) measurement.interval->method += ", " + std::to_string(request.replicates) + " draws";
  if (!drawn->note.empty()) measurement.note += "; " + drawn->note;
}

Result<Measurements> Compute(const MetricInput& input) {
  return metric::FromScores(kMetric_average_precision, input, [](const metric::RankCurve& curve, const MetricInput& in) {
    Measurements all{metric::Blank(kMetric_average_precision),
                     metric::PartOf(kMetric_average_precision, "baseline", Unit::kShare, Better::kNeither)};
    all.front().value = metric::AveragePrecision(curve);
    all.front().n = all.back().n = curve.cases;
    all.back().value = curve.prevalence();
    all.back().note = "prevalence";
    if (!all.front().value) {
      all.front().note = "no positive";
      return all;
    }
    if (!(curve.negatives > 0)) {
      all.front().note = "no negative: 1 whatever the scores are";
      return all;
    }
    const double positives = curve.positive_squares > 0 ? curve.positives * curve.positives / curve.positive_squares : 0;
    all.front().interval = metric::AveragePrecisionInterval(*all.front().value, positives, in.level);
    char text[96];
    std::snprintf(text, sizeof text, "prevalence %.4g, lift %.3g", curve.prevalence(),
                  *all.front().value / curve.prevalence());
    all.front().note = text;
    if (in.replicates > 0) Resample(curve, in, all.front());
    return all;
  }, metric::Thresholds::kAtPositives);
}

}  // namespace

const MetricInfo kMetric_average_precision{
    .name = "average_precision",
    .title = "average precision",
    .unit = Unit::kShare,
    .better = Better::kHigher,
    .needs = static_cast<std::uint8_t>(Needs::kQualityScores),
    .definition = "Sum over distinct scores, descending, of (step in recall) x precision; equal scores are one step. Beside it, as average_precision.baseline, the prevalence, which is what scores without information reach.",
    .source = "scikit-learn 1.9.1 average_precision_score; interval: Boyd, Eng, Page 2013 (approximate); of claims BCa, Efron 1987, JASA 82, 171-185",
    .compute = &Compute,
};

}  // namespace assay
