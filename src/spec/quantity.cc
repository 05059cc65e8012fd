// SPDX-License-Identifier: Apache-2.0
#include "spec/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "spec/source_text.h"

namespace assay::spec {
namespace {

struct DurationUnit {
  std::string_view name;
  std::int64_t nanoseconds;
};

// Longest first, so that a value is written in the largest unit that holds it exactly.
constexpr DurationUnit kDurationUnits[] = {
    {"h", 3'600'000'000'000}, {"min", 60'000'000'000}, {"s", 1'000'000'000},
    {"ms", 1'000'000},        {"us", 1'000},           {"ns", 1}};

// A number and the text that follows it.
struct Prefix {
  double number = 0;
  std::string_view rest;
};

std::string Expected(std::string_view what, std::string_view found) {
  return "expected " + std::string(what) + ", found " + Shown(found);
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

Result<Prefix> SplitNumber(std::string_view text, std::string_view what) {
  Prefix prefix;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), prefix.number);
  if (error == std::errc::result_out_of_range) {
    return Fail(ErrorCode::kOutOfRange, Expected(std::string(what) + " that fits a number", text));
  }
  if (error != std::errc()) return Fail(ErrorCode::kBadQuantity, Expected(what, text));
  if (!std::isfinite(prefix.number)) {
    return Fail(ErrorCode::kOutOfRange, Expected("a finite value, " + std::string(what), text));
  }
  prefix.rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return prefix;
}

const DurationUnit* FindDurationUnit(std::string_view name) {
  for (const DurationUnit& unit : kDurationUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

// Seconds in the denominator of a rate; 0 when `rest` isn't one.
double SecondsPer(std::string_view rest) {
  return rest == "/s" ? 1 : rest == "/min" ? 60 : rest == "/h" ? 3600 : 0;
}

bool IsCurrency(std::string_view text) {
  return text.size() == 3 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Currency and what the amount is per; false when `rest` is neither.
bool SplitMoney(std::string_view rest, std::string* currency, Per* per) {
  if (rest.size() < 3 || !IsCurrency(rest.substr(0, 3))) return false;
  const std::string_view after = rest.substr(3);
  if (!after.empty() && after != "/h" && after != "/1000") return false;
  *currency = rest.substr(0, 3);
  *per = after.empty() ? Per::kOne : after == "/h" ? Per::kHour : Per::kThousand;
  return true;
}

Result<Quantity> ParseQuantity(std::string_view text) {
  constexpr std::string_view kWhat = "a value such as 0.7, 5%, 10ms, 400/s or 0.02EUR/1000";
  ASSAY_TRY(prefix, SplitNumber(text, kWhat));
  Quantity quantity;
  quantity.value = prefix.number;
  if (prefix.rest.empty()) return quantity;
  if (prefix.number < 0)
    return Fail(ErrorCode::kOutOfRange, Expected("a value of at least 0", text));
  if (prefix.rest == "%") {
    quantity.kind = QuantityKind::kShare;
    quantity.value = prefix.number / 100;
  } else if (FindDurationUnit(prefix.rest) != nullptr) {
    ASSAY_TRY(nanoseconds, ParseDurationNs(text));
    quantity.kind = QuantityKind::kDuration;
    quantity.value = static_cast<double>(nanoseconds);
  } else if (const double seconds = SecondsPer(prefix.rest); seconds > 0) {
    quantity.kind = QuantityKind::kRate;
    quantity.value = prefix.number / seconds;
  } else if (SplitMoney(prefix.rest, &quantity.currency, &quantity.per)) {
    quantity.kind = QuantityKind::kMoney;
  } else {
    return Fail(ErrorCode::kBadQuantity, Expected(kWhat, text));
  }
  return quantity;
}

struct OpPrefix {
  Op op = Op::kEqual;
  std::string_view rest;
};

// The operator at the start of `text`.
std::optional<OpPrefix> SplitOp(std::string_view text) {
  for (Op op : {Op::kLessEqual, Op::kGreaterEqual, Op::kEqual, Op::kLess, Op::kGreater}) {
    if (text.starts_with(OpText(op))) return OpPrefix{op, Trimmed(text.substr(OpText(op).size()))};
  }
  return std::nullopt;
}

// "99% of mlp-fp32": the share of a gate may be over 100 %, e.g. "<= 105% of" a latency.
Result<void> ParseGate(std::string_view share, std::string_view of, std::string_view text,
                       Bound* bound) {
  constexpr std::string_view kWhat = "a gate such as \"99% of SYSTEM\" or \"99% of 0.76\"";
  const auto quantity = ParseQuantity(share);
  if (!quantity || quantity->value < 0 ||
      (quantity->kind != QuantityKind::kShare && quantity->kind != QuantityKind::kNumber) ||
      of.empty() || of.find_first_of(" \t") != std::string_view::npos) {
    return Fail(ErrorCode::kBadBound, Expected(kWhat, text));
  }
  bound->limit = *quantity;
  bound->limit.kind = QuantityKind::kShare;
  const auto number = ParseNumber(of);
  if (number) {
    bound->gate_number = *number;
  } else if (number.error().code == ErrorCode::kOutOfRange) {
    return std::unexpected(number.error());
  } else {
    bound->gate_system = of;
  }
  return {};
}

Result<Condition> ParseCondition(std::string_view text) {
  constexpr std::string_view kWhat = "a condition NAME OP VALUE, such as \"precision >= 0.25\"";
  const std::size_t at = text.find_first_of("<>=");
  const std::string_view name = Trimmed(text.substr(0, at));
  if (at == std::string_view::npos || name.empty())
    return Fail(ErrorCode::kBadBound, Expected(kWhat, text));
  const auto op = SplitOp(text.substr(at));
  if (!op) return Fail(ErrorCode::kBadBound, Expected(kWhat, text), "OP is one of <= >= < > ==");
  if (op->rest.empty() || op->rest.find_first_of("<>=") != std::string_view::npos ||
      op->rest.ends_with(" and")) {
    return Fail(ErrorCode::kBadBound, Expected(kWhat, text), "join conditions by \"and\"");
  }
  Condition condition{std::string(name), op->op, {}, std::string(op->rest), true};
  const auto quantity = ParseQuantity(op->rest);
  if (quantity) {
    condition.value = *quantity;
  } else if (quantity.error().code == ErrorCode::kOutOfRange) {
    return std::unexpected(quantity.error());
  } else {
    condition.is_quantity = false;
  }
  return condition;
}

}  // namespace

Result<std::int64_t> ParseDurationNs(std::string_view text) {
  constexpr std::string_view kWhat = "a duration with its unit, such as 15ms (ns us ms s min h)";
  ASSAY_TRY(prefix, SplitNumber(text, kWhat));
  const DurationUnit* unit = FindDurationUnit(prefix.rest);
  if (unit == nullptr) return Fail(ErrorCode::kBadQuantity, Expected(kWhat, text));
  if (prefix.number < 0)
    return Fail(ErrorCode::kOutOfRange, Expected("a duration of at least 0", text));
  const double nanoseconds = std::round(prefix.number * static_cast<double>(unit->nanoseconds));
  // 2^63 is exact as a double; the largest double below it still fits.
  if (nanoseconds >= 0x1p63)
    return Fail(ErrorCode::kOutOfRange, Expected("a duration under 292 years", text));
  if (nanoseconds == 0 && prefix.number != 0) {
    return Fail(ErrorCode::kOutOfRange, Expected("a duration of at least 1ns, or 0", text));
  }
  return static_cast<std::int64_t>(nanoseconds);
}

Result<double> ParseRateQps(std::string_view text) {
  constexpr std::string_view kWhat = "a rate with its unit, such as 400/s (/s /min /h)";
  ASSAY_TRY(prefix, SplitNumber(text, kWhat));
  const double seconds = SecondsPer(prefix.rest);
  if (seconds == 0) return Fail(ErrorCode::kBadQuantity, Expected(kWhat, text));
  const double rate = prefix.number / seconds;
  if (!(rate > 0)) return Fail(ErrorCode::kOutOfRange, Expected("a rate above 0", text));
  return rate;
}

Result<double> ParseShare(std::string_view text) {
  constexpr std::string_view kWhat = "a share, such as 5% or 0.05";
  ASSAY_TRY(prefix, SplitNumber(text, kWhat));
  if (!prefix.rest.empty() && prefix.rest != "%")
    return Fail(ErrorCode::kBadQuantity, Expected(kWhat, text));
  const double share = prefix.rest.empty() ? prefix.number : prefix.number / 100;
  if (share < 0 || share > 1) {
    return Fail(ErrorCode::kOutOfRange, Expected("a share between 0 and 1 (0% and 100%)", text));
  }
  return share;
}

Result<Money> ParseMoney(std::string_view text) {
  constexpr std::string_view kWhat =
      "an amount with its currency, such as 120.00EUR, 1.84EUR/h or 0.02EUR/1000";
  ASSAY_TRY(prefix, SplitNumber(text, kWhat));
  Money money;
  money.amount = prefix.number;
  if (!SplitMoney(prefix.rest, &money.currency, &money.per)) {
    return Fail(ErrorCode::kBadQuantity, Expected(kWhat, text));
  }
  if (money.amount < 0)
    return Fail(ErrorCode::kOutOfRange, Expected("an amount of at least 0", text));
  return money;
}

Result<double> ParseNumber(std::string_view text) {
  ASSAY_TRY(prefix, SplitNumber(text, "a number"));
  if (!prefix.rest.empty()) return Fail(ErrorCode::kBadQuantity, Expected("a number", text));
  return prefix.number;
}

std::string NumberText(double number) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

std::string DurationText(std::int64_t nanoseconds) {
  if (nanoseconds == 0) return "0s";
  for (const DurationUnit& unit : kDurationUnits) {
    if (nanoseconds % unit.nanoseconds == 0) {
      return std::to_string(nanoseconds / unit.nanoseconds) + std::string(unit.name);
    }
  }
  return std::to_string(nanoseconds) + "ns";
}

std::string RateText(double per_second) { return NumberText(per_second) + "/s"; }

std::string MoneyText(const Money& money) {
  const std::string_view per = money.per == Per::kOne    ? ""
                               : money.per == Per::kHour ? "/h"
                                                         : "/1000";
  return NumberText(money.amount) + money.currency + std::string(per);
}

std::string FormatDurationNs(double nanoseconds) {
  if (!std::isfinite(nanoseconds)) return "undefined";
  struct Shown {
    std::string_view name;
    double nanoseconds;
  };
  constexpr Shown kUnits[] = {{" ns", 1}, {" µs", 1e3}, {" ms", 1e6}, {" s", 1e9}};
  const double size = std::fabs(nanoseconds);
  // 999.5 of a unit would round to 1000, which is 1 of the next.
  const Shown* unit = &kUnits[0];
  while (unit != &kUnits[3] && size / unit->nanoseconds >= 999.5) ++unit;
  const double value = nanoseconds / unit->nanoseconds;
  const int digits = std::fabs(value) >= 99.95 ? 0 : std::fabs(value) >= 9.995 ? 1 : 2;
  char buffer[400];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits);
  if (error != std::errc()) return "undefined";
  std::string text(buffer, end);
  if (digits > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text + std::string(unit->name);
}

std::string_view OpText(Op op) {
  switch (op) {
    case Op::kLessEqual:
      return "<=";
    case Op::kGreaterEqual:
      return ">=";
    case Op::kLess:
      return "<";
    case Op::kGreater:
      return ">";
    case Op::kEqual:
      return "==";
  }
  return "";
}

Result<Bound> ParseBound(std::string_view text) {
  constexpr std::string_view kWhat =
      "a bound OP VALUE, such as \"<= 10ms\" or \">= 99% of SYSTEM\"";
  const auto op = SplitOp(Trimmed(text));
  if (!op) return Fail(ErrorCode::kBadBound, Expected(kWhat, text), "OP is one of <= >= < > ==");
  Bound bound;
  bound.op = op->op;
  bound.text = Trimmed(text);
  if (const std::size_t of = op->rest.find(" of "); of != std::string_view::npos) {
    ASSAY_CHECK_OK(
        ParseGate(Trimmed(op->rest.substr(0, of)), Trimmed(op->rest.substr(of + 4)), text, &bound));
    return bound;
  }
  auto quantity = ParseQuantity(op->rest);
  if (!quantity) {
    if (quantity.error().code == ErrorCode::kOutOfRange) return std::unexpected(quantity.error());
    return Fail(ErrorCode::kBadBound, Expected(kWhat, text));
  }
  bound.limit = *std::move(quantity);
  if (bound.limit.kind == QuantityKind::kShare && bound.limit.value > 1) {
    return Fail(ErrorCode::kOutOfRange, Expected("a share of at most 100%", text));
  }
  return bound;
}

Result<std::vector<Condition>> ParseConditions(std::string_view text) {
  std::vector<Condition> conditions;
  constexpr std::string_view kAnd = " and ";
  for (std::string_view rest = text;;) {
    const std::size_t at = rest.find(kAnd);
    ASSAY_TRY(condition, ParseCondition(Trimmed(rest.substr(0, at))));
    conditions.push_back(std::move(condition));
    if (at == std::string_view::npos) return conditions;
    rest.remove_prefix(at + kAnd.size());
  }
}

std::string ConditionsText(const std::vector<Condition>& conditions) {
  std::string text;
  for (const Condition& condition : conditions) {
    if (!text.empty()) text += " and ";
    text += condition.name + " " + std::string(OpText(condition.op)) + " " + condition.value_text;
  }
  return text;
}

}  // namespace assay::spec
