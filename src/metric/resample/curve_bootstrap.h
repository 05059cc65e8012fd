// SPDX-License-Identifier: Apache-2.0
// The bootstrap of rank metrics at a cost by the number of positives: the same replicates, in distribution, as drawing
// rows, without touching one.
//
// A rank metric is a sum over the groups of a curve, and which rows are drawn matters only by how many of each group: so
// these counts are drawn, positives and negatives each with replacement among their own (Resampler::Stratified does the
// same by rows). With Thresholds::kAtPositives there are few groups, whatever the number of rows.
#pragma once

#include <cstdint>
#include <vector>

#include "metric/rank/leave_one_out.h"
#include "metric/rank/rank_curve.h"
#include "metric/resample/bootstrap.h"
#include "metric/resample/multinomial_counts.h"

namespace assay::metric {

class CurveResampler {
 public:
  // Errors   kContradiction for weighted cases; kOneClass without a positive or without a negative; kOutOfRange from
  //          2^32 cases of a class on.
  static Result<CurveResampler> Of(const RankCurve& curve);

  // What one replicate needs, kept from one to the next. One belongs to one thread.
  struct Draft {
    RankCurve curve;
    std::vector<std::uint32_t> positives, negatives;
  };
  // The curve of replicate `replicate`: a function of seed and replicate alone. Groups that aren't drawn are left out.
  // Threads  safe: writes `draft` only.
  void Draw(std::uint64_t seed, std::uint64_t replicate, Draft& draft) const;
  // Cases of the smaller class.
  std::uint64_t SmallestStratum() const;

 private:
  CurveResampler(std::vector<double> threshold, std::span<const std::uint32_t> positives,
                 std::span<const std::uint32_t> negatives)
      : threshold_(std::move(threshold)), positives_(positives), negatives_(negatives) {}

  std::vector<double> threshold_;
  MultinomialCounts positives_, negatives_;
};

// A statistic of curves, and all its values without one case (no function: none are known, so no BCa).
// Threads  are called from several threads at once: must be pure.
struct CurveStatistic {
  std::function<std::optional<double>(const RankCurve&)> value;
  std::function<std::vector<stats::LeftOut>(const RankCurve&)> leaving_out;
};

// Errors, Range, Threads and the rules on when there is which interval: as Bootstrap; and as CurveResampler::Of.
Result<BootstrapOutcome> BootstrapCurve(const RankCurve& curve, const CurveStatistic& statistic,
                                        const BootstrapRequest& request);

}  // namespace assay::metric
