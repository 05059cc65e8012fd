// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/curve_bootstrap.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "metric/resample/shares.h"

namespace assay::metric {
namespace {

std::vector<std::uint32_t> Steps(const std::vector<double>& sums) {
  std::vector<std::uint32_t> steps;
  double before = 0;
  for (const double sum : sums) steps.push_back(static_cast<std::uint32_t>(sum - std::exchange(before, sum)));
  return steps;
}

}  // namespace

Result<CurveResampler> CurveResampler::Of(const RankCurve& curve) {
  if (curve.weighted) return Fail(ErrorCode::kContradiction, "expected unweighted cases: a draw is of whole ones");
  if (!(curve.positives > 0) || !(curve.negatives > 0)) {
    return Fail(ErrorCode::kOneClass, "expected positives and negatives, found one class");
  }
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  if (curve.positives > kMost || curve.negatives > kMost) {
    return Fail(ErrorCode::kOutOfRange, "expected fewer than 4294967296 cases of a class");
  }
  return CurveResampler(curve.threshold, Steps(curve.true_positives), Steps(curve.false_positives));
}

std::uint64_t CurveResampler::SmallestStratum() const { return std::min(positives_.units(), negatives_.units()); }

void CurveResampler::Draw(std::uint64_t seed, std::uint64_t replicate, Draft& draft) const {
  const std::size_t groups = threshold_.size();
  draft.positives.resize(groups);
  draft.negatives.resize(groups);
  random::Philox numbers(seed, replicate);
  positives_.Draw(numbers, draft.positives);
  negatives_.Draw(numbers, draft.negatives);

  RankCurve& curve = draft.curve;
  for (auto* column : {&curve.threshold, &curve.true_positives, &curve.false_positives}) column->resize(groups);
  std::uint64_t p = 0;
  std::uint64_t n = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < groups; ++i) {
    p += draft.positives[i];
    n += draft.negatives[i];
    curve.threshold[kept] = threshold_[i];
    curve.true_positives[kept] = static_cast<double>(p);
    curve.false_positives[kept] = static_cast<double>(n);
    kept += (draft.positives[i] | draft.negatives[i]) != 0 ? 1 : 0;
  }
  for (auto* column : {&curve.threshold, &curve.true_positives, &curve.false_positives}) column->resize(kept);
  curve.positives = curve.positive_squares = static_cast<double>(p);
  curve.negatives = static_cast<double>(n);
  curve.positive_cases = p;
  curve.cases = p + n;
}

Result<BootstrapOutcome> BootstrapCurve(const RankCurve& curve, const CurveStatistic& statistic,
                                        const BootstrapRequest& request) {
  ASSAY_TRY(resampler, CurveResampler::Of(curve));
  return SummariseReplicates(
      request, statistic.value(curve),
      [&] {
        std::vector<std::optional<double>> values(request.replicates);
        InShares(request.replicates, request.threads, [&](std::size_t first, std::size_t end) {
          CurveResampler::Draft draft;
          for (std::size_t i = first; i < end; ++i) {
            resampler.Draw(request.seed, i, draft);
            values[i] = statistic.value(draft.curve);
          }
        });
        return values;
      },
      {.smallest_stratum = resampler.SmallestStratum(),
       .leaving_out = [&] { return statistic.leaving_out ? statistic.leaving_out(curve) : std::vector<stats::LeftOut>(); }});
}

}  // namespace assay::metric
