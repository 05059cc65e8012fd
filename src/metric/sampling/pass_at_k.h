// SPDX-License-Identifier: Apache-2.0
// Tasks that may be tried several times: will one of k tries pass, will all of them?
#pragma once

#include <cstdint>

#include "assay/result.h"

namespace assay::metric {

struct PassAtK {
  double any = 0;  // pass@k: at least one of k passes
  double all = 0;  // pass^k: each of k passes
};

// From `passed` of `tries` independent tries at one problem, without bias. The mean over problems is the metric; its
// interval comes from drawing problems, not tries.
// Range    passed <= tries <= 10 million; 1 <= k <= tries. Time grows with k.
// Errors   kOutOfRange.
// Threads  safe: pure.
// Source   Chen et al., Evaluating Large Language Models Trained on Code, 2021: 1 - C(n - c, k) / C(n, k); pass^k is
//          C(c, k) / C(n, k).
Result<PassAtK> EstimatePass(std::uint64_t tries, std::uint64_t passed, std::uint64_t k);

}  // namespace assay::metric
