// SPDX-License-Identifier: Apache-2.0
// How long a synthetic system takes: a stated distribution, drawn by number so that the order of work doesn't matter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "random/splitmix.h"

namespace assay::sut {

enum class LatencyShape : std::uint8_t { kConstant, kExponential, kLognormal, kUniform };
inline constexpr std::string_view kLatencyShapes[] = {"constant", "exponential", "lognormal", "uniform"};

struct ServiceTime {
  LatencyShape shape = LatencyShape::kConstant;
  double mean_ns = 0;    // >= 0
  double sigma = 0;      // kLognormal: of the logarithm, >= 0
  double per_item = 0;   // share of the time that each further item of a batch adds, >= 0
  double drift = 0;      // share by which times grow per second since the start, >= 0
  random::SplitMix draws{0};

  // Time of batch number `number` of `items` samples that begins `age_ns` after the start.
  // Unit     ns; at most 2^62.
  // Range    items >= 1, age_ns >= 0.
  // Threads  safe: pure.
  std::int64_t Draw(std::uint64_t number, std::uint64_t items, std::int64_t age_ns) const;
};

}  // namespace assay::sut
