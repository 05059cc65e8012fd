// SPDX-License-Identifier: Apache-2.0
// A run of one's own as the store keeps it: what was measured of which system under which traffic, and what came of the
// claims.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::results {

struct StoredCell {
  std::string system, model, precision, device, traffic, scenario;
  std::int64_t repeat = 0;
  bool valid = false;
  std::string invalid_reasons, mlperf_validity;
};

struct StoredMeasurement {
  std::string system, traffic, split;  // one of traffic and split is empty; both for costs of a system
  std::optional<std::int64_t> repeat;
  std::string metric;
  std::optional<double> value;         // empty: undefined, `note` says why
  std::string unit;
  std::optional<std::int64_t> n;
  std::optional<double> low, high;
  std::string note;
};

struct StoredClaim {
  std::string claim, metric, system, traffic, split, outcome;
  std::optional<double> measured;
  std::string bound, reason;
};

struct StoredRun {
  std::string directory, title, created_utc, verdict;
  std::vector<StoredCell> cells;
  std::vector<StoredMeasurement> measurements;
  std::vector<StoredClaim> claims;
};

// Reads report.json of a run directory, or verdict.json where there is no report.
// Errors   kNotFound; kSyntax and what else a JSON reader gives; kBadRecord for a document of another schema.
Result<StoredRun> ReadRunFolder(const std::string& folder);
// The same from the document's bytes.
Result<StoredRun> ReadRunDocument(std::string_view text, const std::string& file);

}  // namespace assay::results
