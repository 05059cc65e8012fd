// SPDX-License-Identifier: Apache-2.0
// A line of a file of metric vectors: a function's name, its inputs, and what its reference gave for them.
//
// {"id", "fn", "in", "params", "expected", "lib", "note"}; doubles that aren't finite are the texts "NaN", "Infinity" and
// "-Infinity". Where `in` has the single key `ref`, the inputs are those of the case with that id.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/metric.h"
#include "assay/result.h"
#include "base/json.h"

namespace assay::run {

struct VectorCase {
  std::string id;
  std::string fn;
  base::JsonValue in;  // inputs, a `ref` already followed
  base::JsonValue params;
  base::JsonValue expected;
  Where where;

  // Input or parameter of that name.
  // Errors   kBadRow naming the case and the key when it is missing or of another kind.
  Result<double> Number(std::string_view key) const;
  Result<std::uint64_t> Count(std::string_view key) const;
  Result<std::vector<double>> Numbers(std::string_view key) const;
  Result<std::string> Text(std::string_view key) const;
  Result<std::vector<std::string>> Texts(std::string_view key) const;  // a single text is a list of one
  const base::JsonValue* Find(std::string_view key) const;             // inputs first, then parameters
  std::unexpected<Error> Malformed(std::string_view key, std::string_view what) const;
};

// The cases of all files, in order; a `ref` may name a case of any of them.
// Errors   as ReadFile and ReadJson; kEmpty for a file without a case; kBadRow for a line that isn't one;
//          kBadReference for a `ref` that leads nowhere.
// Threads  safe: no shared state.
Results<std::vector<VectorCase>> ReadVectors(std::span<const std::string> paths);

// A number as these files write it.
inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
base::JsonValue VectorNumber(double value);
base::JsonValue VectorNumbers(std::span<const double> values);
base::JsonValue VectorEnds(const Interval& interval);  // [low, high]
// An object of these members.
base::JsonValue VectorObject(std::vector<std::pair<std::string, base::JsonValue>> members);

}  // namespace assay::run
