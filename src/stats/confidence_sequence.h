// SPDX-License-Identifier: Apache-2.0
// An interval of a rate that may be looked at after every case: it covers the true rate at all times together, so that a
// test may end as soon as it decides. A Wilson or Clopper-Pearson interval that is looked at repeatedly does not.
#pragma once

#include <cstdint>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::stats {

// Prior weights of the mixture: where it is narrowest. 1/2, 1/2 suits any rate.
struct MixtureWeights {
  double a = 0.5, b = 0.5;
};

// The rates p that are still believable after `successes` of `trials`: those under which the data are less than
// 1 / (1 - level) times as likely under the beta mixture as under p.
// Range    successes <= trials; 0 < level < 1; a, b > 0. Without a trial: [0, 1].
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   Robbins, Ann. Math. Stat. 41 (1970) 1397-1409 (mixture); Ville's inequality.
Result<Interval> ConfidenceSequence(std::uint64_t successes, std::uint64_t trials, double level,
                                    MixtureWeights weights = {});

}  // namespace assay::stats
