// SPDX-License-Identifier: Apache-2.0
// Several tests at once: which p-values still count.
//
// Few claims that were named beforehand take Holm (no more than alpha that any rejection is wrong); a search over many
// slices or metrics takes Benjamini-Hochberg (no more than alpha of the rejections are wrong, on average), and is called
// exploratory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::stats {

enum class Correction : std::uint8_t {
  kBonferroni,
  kSidak,               // exact for independent tests
  kHolm,                // never worse than Bonferroni
  kHommel,              // for independent or positively dependent tests
  kBenjaminiHochberg,   // false discovery rate, independent or positively dependent tests
  kBenjaminiYekutieli,  // false discovery rate, any dependence
};

struct TestOutcome {
  double adjusted = 1;  // p-value to hold against alpha
  bool rejected = false;
};

// Shape    one outcome per p-value, in their order.
// Range    0 <= p <= 1; 0 < alpha < 1.
// Errors   kOutOfRange naming the first p-value that doesn't fit.
// Threads  safe: pure.
// Source   Holm, Scand. J. Stat. 6 (1979) 65-70; Hommel, Biometrika 75 (1988) 383-386; Benjamini, Hochberg, J. R. Stat.
//          Soc. B 57 (1995) 289-300; Benjamini, Yekutieli, Ann. Stat. 29 (2001) 1165-1188.
Result<std::vector<TestOutcome>> CorrectTests(std::span<const double> p, Correction correction, double alpha);

}  // namespace assay::stats
