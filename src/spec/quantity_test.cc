// SPDX-License-Identifier: Apache-2.0
// Right values: arithmetic on the unit's definition (1 min = 60 s, 5 % = 5/100), written out by
// hand.
#include "spec/quantity.h"

#include <gtest/gtest.h>

#include <clocale>
#include <limits>

namespace assay::spec {
namespace {

TEST(Quantity, DurationsInEveryUnit) {
  EXPECT_EQ(ParseDurationNs("15ms").value(), 15'000'000);
  EXPECT_EQ(ParseDurationNs("0.1ms").value(), 100'000);
  EXPECT_EQ(ParseDurationNs("200us").value(), 200'000);
  EXPECT_EQ(ParseDurationNs("7ns").value(), 7);
  EXPECT_EQ(ParseDurationNs("2min").value(), 120'000'000'000);
  EXPECT_EQ(ParseDurationNs("1.5h").value(), 5'400'000'000'000);
  EXPECT_EQ(ParseDurationNs("0s").value(), 0);
  EXPECT_EQ(ParseDurationNs("1e3s").value(), 1'000'000'000'000);
}

TEST(Quantity, RatesSharesMoney) {
  EXPECT_EQ(ParseRateQps("400/s").value(), 400);
  EXPECT_EQ(ParseRateQps("24000/min").value(), 400);
  EXPECT_EQ(ParseRateQps("1.5/h").value(), 1.5 / 3600);
  EXPECT_EQ(ParseShare("5%").value(), 0.05);
  EXPECT_EQ(ParseShare("0.05").value(), 0.05);
  EXPECT_EQ(ParseShare("100%").value(), 1);
  EXPECT_EQ(ParseMoney("120.00EUR")->amount, 120);
  EXPECT_EQ(ParseMoney("1.84EUR/h")->per, Per::kHour);
  EXPECT_EQ(ParseMoney("0.02USD/1000")->per, Per::kThousand);
  EXPECT_EQ(ParseMoney("0.02USD/1000")->currency, "USD");
}

struct Bad {
  std::string_view text;
  ErrorCode code;
};

constexpr ErrorCode kForm = ErrorCode::kBadQuantity;
constexpr ErrorCode kRange = ErrorCode::kOutOfRange;

constexpr Bad kBadDurations[] = {
    {"", kForm},        {"15", kForm},      {"ms", kForm},        {"15 ms", kForm},
    {" 15ms", kForm},   {"15ms ", kForm},   {"15m", kForm},       {"15MS", kForm},
    {"0,5s", kForm},    {"+5s", kForm},     {"0x10s", kForm},     {"5s5s", kForm},
    {"-1s", kRange},    {"nans", kRange},   {"infs", kRange},     {"1e400s", kRange},
    {"1e19ns", kRange}, {"300h300", kForm}, {"2562048h", kRange}, {"0.1ns", kRange},
};

TEST(Quantity, RefusesBadDurations) {
  for (const Bad& bad : kBadDurations) {
    const auto result = ParseDurationNs(bad.text);
    ASSERT_FALSE(result.has_value()) << bad.text;
    EXPECT_EQ(result.error().code, bad.code) << bad.text;
    EXPECT_TRUE(result.error().what.starts_with("expected ")) << result.error().what;
  }
}

// Case: a zero, negative or non-finite rate must never start a run.
constexpr Bad kBadRates[] = {{"0/s", kRange},     {"-5/s", kRange},   {"nan/s", kRange},
                             {"inf/s", kRange},   {"-inf/s", kRange}, {"NaN/s", kRange},
                             {"1e999/s", kRange}, {"400", kForm},     {"400/d", kForm},
                             {"/s", kForm}};

TEST(Quantity, RefusesBadRates) {
  for (const Bad& bad : kBadRates) {
    const auto result = ParseRateQps(bad.text);
    ASSERT_FALSE(result.has_value()) << bad.text;
    EXPECT_EQ(result.error().code, bad.code) << bad.text;
  }
}

TEST(Quantity, RefusesBadSharesAndMoney) {
  EXPECT_EQ(ParseShare("101%").error().code, kRange);
  EXPECT_EQ(ParseShare("1.5").error().code, kRange);
  EXPECT_EQ(ParseShare("-1%").error().code, kRange);
  EXPECT_EQ(ParseShare("nan").error().code, kRange);
  EXPECT_EQ(ParseShare("five").error().code, kForm);
  EXPECT_EQ(ParseMoney("120").error().code, kForm);
  EXPECT_EQ(ParseMoney("120eur").error().code, kForm);
  EXPECT_EQ(ParseMoney("120EURO").error().code, kForm);
  EXPECT_EQ(ParseMoney("1EUR/1000000").error().code, kForm);
  EXPECT_EQ(ParseMoney("-1EUR").error().code, kRange);
  EXPECT_EQ(ParseMoney("infEUR").error().code, kRange);
}

TEST(Quantity, ErrorsSayExpectedAndFound) {
  EXPECT_EQ(ParseRateQps("400").error().what,
            "expected a rate with its unit, such as 400/s (/s /min /h), found '400'");
}

TEST(Quantity, BoundsAndGates) {
  const Bound latency = ParseBound("<= 10ms").value();
  EXPECT_EQ(latency.op, Op::kLessEqual);
  EXPECT_EQ(latency.limit.kind, QuantityKind::kDuration);
  EXPECT_EQ(latency.limit.value, 1e7);
  EXPECT_FALSE(latency.is_gate());
  const Bound gate = ParseBound(">= 99% of mlp-fp32").value();
  EXPECT_EQ(gate.gate_system, "mlp-fp32");
  EXPECT_EQ(gate.limit.value, 0.99);
  EXPECT_EQ(gate.text, ">= 99% of mlp-fp32");
  EXPECT_EQ(ParseBound(">= 99% of 0.76")->gate_number, 0.76);
  EXPECT_EQ(ParseBound("<=105% of fp32")->limit.value, 1.05);
  EXPECT_EQ(ParseBound(">= 0.70")->limit.kind, QuantityKind::kNumber);
  EXPECT_EQ(ParseBound("> -0.2")->limit.value, -0.2);
  EXPECT_EQ(ParseBound("<= 0.02EUR/1000")->limit.per, Per::kThousand);
  EXPECT_EQ(ParseBound("== 3")->op, Op::kEqual);
  EXPECT_EQ(ParseBound(">= 100%")->limit.value, 1);
  EXPECT_EQ(ParseBound(">= 150%").error().code, kRange);  // no share reaches it
  EXPECT_EQ(ParseBound("< 400/min")->limit.value, 400.0 / 60);
}

TEST(Quantity, RefusesBadBounds) {
  for (std::string_view text :
       {"", "0.7", "=> 0.7", "= 0.7", ">=", ">= high", ">= 99% of", ">= 99% of a b",
        ">= 5ms of fp32", ">= -5% of fp32", "<= 10 ms", "!= 3"}) {
    const auto result = ParseBound(text);
    ASSERT_FALSE(result.has_value()) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kBadBound) << text;
  }
  EXPECT_EQ(ParseBound(">= nan").error().code, kRange);
  EXPECT_EQ(ParseBound("<= inf").error().code, kRange);
  EXPECT_EQ(ParseBound("<= -5ms").error().code, kRange);
  EXPECT_EQ(ParseBound(">= 99% of nan").error().code, kRange);
}

TEST(Quantity, Conditions) {
  const auto two = ParseConditions("precision >= 0.25 and recall>=0.7").value();
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].name, "precision");
  EXPECT_EQ(two[1].name, "recall");
  EXPECT_EQ(two[1].value.value, 0.7);
  EXPECT_EQ(ConditionsText(two), "precision >= 0.25 and recall >= 0.7");
  const auto date = ParseConditions("visit date < 2026-11-03").value();
  EXPECT_EQ(date[0].name, "visit date");
  EXPECT_FALSE(date[0].is_quantity);
  EXPECT_EQ(date[0].value_text, "2026-11-03");
  for (std::string_view text : {"", "precision", ">= 0.2", "precision >=", "precision = 0.2",
                                "a >= 1 and", "a >= 1 b >= 2"}) {
    EXPECT_EQ(ParseConditions(text).error().code, ErrorCode::kBadBound) << text;
  }
  EXPECT_EQ(ParseConditions("precision >= nan").error().code, kRange);
}

TEST(Quantity, TextReadsBackExactly) {
  for (std::int64_t ns : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1'500},
                          std::int64_t{15'000'000}, std::int64_t{90'000'000'000},
                          std::int64_t{7'200'000'000'000}, std::int64_t{1'000'000'001}}) {
    EXPECT_EQ(ParseDurationNs(DurationText(ns)).value(), ns);
  }
  EXPECT_EQ(DurationText(15'000'000), "15ms");
  EXPECT_EQ(DurationText(90'000'000'000), "90s");
  for (double rate : {400.0, 1.5 / 3600, 1e-9, 123456.789})
    EXPECT_EQ(ParseRateQps(RateText(rate)).value(), rate);
  EXPECT_EQ(MoneyText(ParseMoney("0.02EUR/1000").value()), "0.02EUR/1000");
}

TEST(Quantity, DurationsForPeople) {
  EXPECT_EQ(FormatDurationNs(16'900'000), "16.9 ms");
  EXPECT_EQ(FormatDurationNs(3'100), "3.1 µs");
  EXPECT_EQ(FormatDurationNs(612e9), "612 s");
  EXPECT_EQ(FormatDurationNs(0), "0 ns");
  EXPECT_EQ(FormatDurationNs(999.6e3), "1 ms");
  EXPECT_EQ(FormatDurationNs(7200e9), "7200 s");
  EXPECT_EQ(FormatDurationNs(-1.234e6), "-1.23 ms");
  EXPECT_EQ(FormatDurationNs(std::numeric_limits<double>::quiet_NaN()), "undefined");
}

TEST(Quantity, LocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    EXPECT_EQ(ParseDurationNs("0.5ms").value(), 500'000) << name;
    EXPECT_EQ(NumberText(0.5), "0.5") << name;
  }
  std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace assay::spec
