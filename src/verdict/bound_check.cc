// SPDX-License-Identifier: Apache-2.0
#include "verdict/bound_check.h"

namespace assay::verdict {
namespace {

using spec::Op;
using spec::QuantityKind;

bool Satisfies(Op op, double value, double limit) {
  switch (op) {
    case Op::kLessEqual:
      return value <= limit;
    case Op::kGreaterEqual:
      return value >= limit;
    case Op::kLess:
      return value < limit;
    case Op::kGreater:
      return value > limit;
    case Op::kEqual:
      break;
  }
  return value == limit;
}

bool IsPlain(QuantityKind kind) { return kind == QuantityKind::kNumber || kind == QuantityKind::kShare; }

bool Fits(const spec::Quantity& limit, Unit unit) {
  switch (unit) {
    case Unit::kNanoseconds:
      return limit.kind == QuantityKind::kDuration;
    case Unit::kPerSecond:
      return limit.kind == QuantityKind::kRate;
    case Unit::kMoney:
    case Unit::kMoneyPer1000:
      return limit.kind == QuantityKind::kMoney && limit.per != spec::Per::kHour;
    case Unit::kShare:
    case Unit::kNumber:
    case Unit::kCount:
    case Unit::kCores:
      break;
  }
  return IsPlain(limit.kind);
}

}  // namespace

Result<double> LimitInUnit(const spec::Bound& bound, Unit unit, std::optional<double> gate_value) {
  if (bound.is_gate()) {
    if (bound.gate_number) return bound.limit.value * *bound.gate_number;
    if (gate_value) return bound.limit.value * *gate_value;
    return Fail(ErrorCode::kNotMeasured, "no value of " + bound.gate_system + " to take the share of");
  }
  if (!Fits(bound.limit, unit)) {
    return Fail(ErrorCode::kBadBound, "the bound " + bound.text + " has another kind than what it bounds",
                "durations as 15ms, rates as 400/s, money as 0.02EUR/1000, shares as 5% or 0.05");
  }
  double limit = bound.limit.value;
  if (unit == Unit::kMoney && bound.limit.per == spec::Per::kThousand) limit /= 1000;
  if (unit == Unit::kMoneyPer1000 && bound.limit.per == spec::Per::kOne) limit *= 1000;
  return limit;
}

Outcome CheckBound(Op op, double limit, double value, const std::optional<Interval>& interval) {
  if (!interval) return Satisfies(op, value, limit) ? Outcome::kPass : Outcome::kFail;
  if (op == Op::kEqual) {
    return limit < interval->low || limit > interval->high ? Outcome::kFail : Outcome::kUndecided;
  }
  const bool low = Satisfies(op, interval->low, limit);
  const bool high = Satisfies(op, interval->high, limit);
  if (low && high) return Outcome::kPass;
  return low || high ? Outcome::kUndecided : Outcome::kFail;
}

std::optional<double> Margin(Op op, double limit, double value) {
  if (limit == 0 || op == Op::kEqual) return std::nullopt;
  const bool upper = op == Op::kLessEqual || op == Op::kLess;
  return (upper ? limit - value : value - limit) / (limit < 0 ? -limit : limit);
}

}  // namespace assay::verdict
