// SPDX-License-Identifier: Apache-2.0
#include "run/unit_name.h"

namespace assay::run {

std::string_view UnitName(Unit unit) {
  switch (unit) {
    case Unit::kShare: return "share";
    case Unit::kNumber: return "number";
    case Unit::kCount: return "count";
    case Unit::kNanoseconds: return "ns";
    case Unit::kPerSecond: return "1/s";
    case Unit::kMoney: return "money";
    case Unit::kMoneyPer1000: return "money per 1000";
    case Unit::kCores: return "cores";
  }
  return "number";
}

}  // namespace assay::run
