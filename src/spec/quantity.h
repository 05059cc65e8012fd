// SPDX-License-Identifier: Apache-2.0
// Quantities as the spec writes them: 15ms, 400/s, 5%, 1.84EUR/h, 0.02EUR/1000. Values with their unit in the type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::spec {

// What a money amount is per.
enum class Per : std::uint8_t { kOne, kHour, kThousand };

struct Money {
  double amount = 0;  // finite; may be 0, not negative where the key says so
  std::string currency;  // ISO 4217, e.g. "EUR"
  Per per = Per::kOne;
};

// Errors of all parsers: kBadQuantity with what was expected; NaN, infinities and overflow are refused.
// "15ms" -> 15000000. Units ns us ms s min h. Range >= 0.
Result<std::int64_t> ParseDurationNs(std::string_view text);
// "400/s", "24000/min", "1.5/h" -> per second. Range > 0.
Result<double> ParseRateQps(std::string_view text);
// "5%" or "0.05" -> 0.05. Range 0…1.
Result<double> ParseShare(std::string_view text);
// "120.00EUR", "1.84EUR/h", "0.02EUR/1000". Range >= 0.
Result<Money> ParseMoney(std::string_view text);

// For people: three significant digits and a fitting unit: "16.9 ms", "3.1 µs", "612 s".
std::string FormatDurationNs(double nanoseconds);

enum class Op : std::uint8_t { kLessEqual, kGreaterEqual, kLess, kGreater, kEqual };
std::string_view OpText(Op op);  // "<=" …

enum class QuantityKind : std::uint8_t { kNumber, kShare, kDuration, kRate, kMoney };

struct Quantity {
  QuantityKind kind = QuantityKind::kNumber;
  double value = 0;  // ns for kDuration, per second for kRate, amount for kMoney (see per)
  std::string currency;
  Per per = Per::kOne;
};

// OP VALUE, or OP SHARE of SYSTEM|NUMBER (a gate). `text` keeps what the user wrote.
struct Bound {
  Op op = Op::kLessEqual;
  Quantity limit;               // for a gate: the share
  std::string gate_system;      // "mlp-fp32"; empty when no gate on a system
  std::optional<double> gate_number;
  std::string text;
  bool is_gate() const { return !gate_system.empty() || gate_number.has_value(); }
};

Result<Bound> ParseBound(std::string_view text);

// METRIC|COLUMN OP VALUE, joined by "and".
struct Condition {
  std::string name;
  Op op = Op::kGreaterEqual;
  Quantity value;
  std::string value_text;  // as written: a column may be compared with a date or a word
};

}  // namespace assay::spec
