// SPDX-License-Identifier: Apache-2.0
// Quantities as the spec writes them: 15ms, 400/s, 5%, 1.84EUR/h, 0.02EUR/1000. Values with their
// unit in the type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::spec {

// What a money amount is per.
enum class Per : std::uint8_t { kOne, kHour, kThousand };

struct Money {
  double amount = 0;     // finite; may be 0, not negative where the key says so
  std::string currency;  // ISO 4217, e.g. "EUR"
  Per per = Per::kOne;
};

// Errors of all parsers: kBadQuantity for another form, kOutOfRange for a value of the right form
// that isn't allowed (negative, zero where it means nothing, not finite, too large). Both say what
// was expected and what was found. No parser depends on the locale, and none skips a character.
// "15ms" -> 15000000. Units ns us ms s min h. Range >= 0.
Result<std::int64_t> ParseDurationNs(std::string_view text);
// "400/s", "24000/min", "1.5/h" -> per second. Range > 0.
Result<double> ParseRateQps(std::string_view text);
// "5%" or "0.05" -> 0.05. Range 0…1.
Result<double> ParseShare(std::string_view text);
// "120.00EUR", "1.84EUR/h", "0.02EUR/1000". Range >= 0.
Result<Money> ParseMoney(std::string_view text);

// The shortest text that reads back as exactly this value. 15000000 -> "15ms"; 0.05 -> "0.05"; 400
// -> "400/s".
std::string DurationText(std::int64_t nanoseconds);
std::string NumberText(double number);
std::string RateText(double per_second);
std::string MoneyText(const Money& money);

// A finite number with nothing before or after it.
Result<double> ParseNumber(std::string_view text);

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
  Quantity limit;           // for a gate: the share
  std::string gate_system;  // "mlp-fp32"; empty when no gate on a system
  std::optional<double> gate_number;
  std::string text;
  bool is_gate() const { return !gate_system.empty() || gate_number.has_value(); }
};

// Errors kBadBound; kOutOfRange for a value that isn't finite.
Result<Bound> ParseBound(std::string_view text);

// METRIC|COLUMN OP VALUE, joined by "and".
struct Condition {
  std::string name;
  Op op = Op::kGreaterEqual;
  Quantity value;
  std::string value_text;   // as written: a column may be compared with a date or a word
  bool is_quantity = true;  // false: value_text is such a date or word, and `value` means nothing
};

// "precision >= 0.25 and recall >= 0.7". Errors kBadBound, naming the part that isn't NAME OP
// VALUE.
Result<std::vector<Condition>> ParseConditions(std::string_view text);
std::string ConditionsText(const std::vector<Condition>& conditions);

}  // namespace assay::spec
