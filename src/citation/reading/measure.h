// SPDX-License-Identifier: Apache-2.0
// Numbers that measure something: a number with its unit, or a ratio.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "citation/reading/token.h"
#include "round/round.h"

namespace assay::citation {

enum class MeasureKind : unsigned char {
  kThroughput,  // tokens/s, samples/s, queries/s
  kItems,       // images/s, inferences/s, frames/s: samples or queries, as the scenario says
  kLatency,     // ms or s
  kPower,       // watts
  kEnergy,      // millijoules
  kStreams,
  kRatio,       // 1.5x, 40 % faster
  kPercent,     // bare percentage
  kOther,       // minutes, GiB/s, points: of other suites
};

struct Measure {
  MeasureKind kind;
  std::string value;       // in `unit`
  std::string unit;        // round::TextOf where it is one of them; "x", "%", "minutes", "GiB/s" …
  std::size_t number = 0;  // token
  std::size_t begin = 0, end = 0;  // tokens, with unit
  bool rounded = false;
  std::string_view per;    // "per_accelerator", "per_watt": divided by something, so derived; empty otherwise
  bool bound = false;      // "under 130 ms", "limit of 2 s": a condition, not a result
};

// All in the order of the text. A number in a list shares the unit that its list ends with ("23,100 and 34,988
// tokens/s").
// Threads  safe: pure.
std::vector<Measure> FindMeasures(std::span<const Token> tokens);

}  // namespace assay::citation
