// SPDX-License-Identifier: Apache-2.0
// Two systems' answers to the same cases, side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"

namespace assay::metric {

// Owns its columns. Cases in the baseline's order, classes by one list of names.
struct PairedCases {
  std::vector<std::string> ids, classes;
  std::vector<std::int32_t> label;
  std::array<std::vector<std::int32_t>, 2> predicted;  // baseline, other; empty without decisions
  std::array<std::vector<double>, 2> score;            // empty without scores
  std::optional<double> base_rate, min_precision;      // the baseline's
  std::uint64_t unscored = 0;                          // cases that neither answered

  // Valid as long as this object. `side` 0 = baseline, 1 = other.
  QualityColumns Columns(std::size_t side) const;
};

// Columns that one side alone has are left empty. Class numbers may differ between the sides; names decide.
// Shape    an id and a label per case; unweighted.
// Errors   kDuplicateId; kNotComparable when one side has cases that the other hasn't, or a case has two labels: with the
//          first ids and how many there are; kEmpty without a case; kContradiction for weights or lengths.
// Threads  safe: pure.
Result<PairedCases> PairCases(const QualityColumns& baseline, const QualityColumns& other);

}  // namespace assay::metric
