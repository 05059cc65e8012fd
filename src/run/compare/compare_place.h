// SPDX-License-Identifier: Apache-2.0
// A path of a comparison: a run, or a part of one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "assay/result.h"

namespace assay::run {

struct ComparePlace {
  std::string text;     // as given
  std::string run;      // run directory
  std::string system = {}, traffic = {};  // empty = all
  std::optional<std::uint64_t> repeat = {};
};

// RUN, RUN/SYSTEM, RUN/SYSTEM/TRAFFIC or RUN/SYSTEM/TRAFFIC/REPEAT.
// Errors   kNotFound.
Result<ComparePlace> FindComparePlace(const std::string& path);

}  // namespace assay::run
