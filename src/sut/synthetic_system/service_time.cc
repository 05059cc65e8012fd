// SPDX-License-Identifier: Apache-2.0
#include "sut/synthetic_system/service_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::sut {
namespace {

// A standard normal number out of two uniform ones (Box and Muller, Ann. Math. Stat. 29 (1958) 610-611).
double Normal(double u, double v) { return std::sqrt(-2 * std::log1p(-u)) * std::cos(2 * std::numbers::pi * v); }

}  // namespace

std::int64_t ServiceTime::Draw(std::uint64_t number, std::uint64_t items, std::int64_t age_ns) const {
  const double u = draws.UnitAt(2 * number);
  double factor = 1;  // of mean 1
  switch (shape) {
    case LatencyShape::kConstant: break;
    case LatencyShape::kExponential: factor = -std::log1p(-u); break;
    case LatencyShape::kLognormal:
      factor = std::exp(sigma * Normal(u, draws.UnitAt(2 * number + 1)) - sigma * sigma / 2);
      break;
    case LatencyShape::kUniform: factor = 2 * u; break;
  }
  const double batch = 1 + per_item * static_cast<double>(items - 1);
  const double age = 1 + drift * static_cast<double>(age_ns) * 1e-9;
  return static_cast<std::int64_t>(std::min(mean_ns * factor * batch * age, 0x1p62));
}

}  // namespace assay::sut
