// SPDX-License-Identifier: Apache-2.0
// The functions that a vector may name, each as its reference computes it (compatible mode: where the reference gives a
// number for something undefined, so do these).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "base/json.h"
#include "run/vectors/vector_case.h"

namespace assay::run {

struct VectorFunction {
  std::string_view name;
  double tolerance;  // relative
  // Errors   kBadRow when the case lacks what the function needs; any other code is the reference's own refusal.
  Result<base::JsonValue> (*compute)(const VectorCase& one);
};

std::span<const VectorFunction> RankFunctions();
std::span<const VectorFunction> DecisionFunctions();
std::span<const VectorFunction> ProportionFunctions();
std::span<const VectorFunction> StatisticsFunctions();
std::span<const VectorFunction> TextFunctions();
std::span<const VectorFunction> TaskFunctions();

// Null when there is none of that name.
const VectorFunction* FindVectorFunction(std::string_view name);
// Sorted.
std::vector<std::string_view> VectorFunctionNames();

}  // namespace assay::run
