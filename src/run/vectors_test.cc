// SPDX-License-Identifier: Apache-2.0
#include "run/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/json_reader.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

base::JsonValue Json(std::string_view text) { return *base::ReadJson(text, "test"); }

std::string PathOf(std::string_view expected, std::string_view got, double tolerance = 1e-12) {
  const auto difference = FirstDifference(Json(expected), Json(got), tolerance);
  return difference ? "at " + difference->path : "same";
}

TEST(SameValue, NumbersAgreeWithinTheTolerance) {
  EXPECT_EQ(PathOf("1.0", "1.0000000000001"), "same");
  EXPECT_EQ(PathOf("1.0", "1.00000000001"), "at ");
  EXPECT_EQ(PathOf("1.0", "1.00000000001", 1e-9), "same");
  EXPECT_EQ(PathOf("0", "0.0"), "same");
  EXPECT_EQ(PathOf("0", "1e-16"), "same");
  EXPECT_EQ(PathOf("0", "1e-12"), "at ");
  EXPECT_EQ(PathOf("\"NaN\"", "\"NaN\""), "same");
  EXPECT_EQ(PathOf("\"NaN\"", "0"), "at ");
  EXPECT_EQ(PathOf("1", "true"), "at ");
}

TEST(SameValue, NamesThePlaceOfTheFirstDifference) {
  EXPECT_EQ(PathOf(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 3}], "more": 4})"), "at a[1].b");
  EXPECT_EQ(PathOf(R"({"a": 1})", R"({"b": 1})"), "at a");
  EXPECT_EQ(PathOf("[1, 2]", "[1]"), "at ");
}

TEST(SameValue, WarningsDontCountAndErrorsAreAlike) {
  EXPECT_EQ(PathOf(R"({"value": 0.5, "warnings": ["UserWarning"]})", "0.5"), "same");
  EXPECT_EQ(PathOf(R"({"a": {"value": 1}})", R"({"a": 1})"), "same");
  EXPECT_EQ(PathOf(R"({"error": "ValueError", "message": "x"})", R"({"error": "y"})"), "same");
  EXPECT_EQ(PathOf(R"({"error": "ValueError"})", "1"), "at ");
  EXPECT_EQ(PathOf("1", R"({"error": "y"})"), "at ");
  EXPECT_EQ(PathOf(R"({"value": 1, "c_fn": 5})", R"({"value": 2, "c_fn": 5})"), "at value");  // no wrapper
}

TEST(VectorFunctions, EachNameStandsOnce) {
  const auto names = VectorFunctionNames();
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  for (const std::string_view name : names) EXPECT_EQ(FindVectorFunction(name)->name, name);
  EXPECT_EQ(FindVectorFunction("vibes"), nullptr);
}

// No function may trust its inputs: each is asked without any, and with nonsense of the right names.
TEST(VectorFunctions, RefuseWhatTheyCannotRead) {
  VectorCase empty{.id = "x", .in = Json("{}"), .params = Json("{}"), .expected = Json("1")};
  VectorCase nonsense{.id = "x",
                      .in = Json(R"({"y": "no", "s": {}, "p": [[]], "rel": [null], "gt": [], "dt": 3, "run": 1, "x": -1,
                                     "idx": [[9]], "n": -3, "k": 1.5, "pred": 1, "hyp": [1], "refs": [], "table": [[1]]})"),
                      .params = Json("{}"),
                      .expected = Json("1")};
  for (const std::string_view name : VectorFunctionNames()) {
    empty.fn = nonsense.fn = name;
    const auto function = FindVectorFunction(name);
    EXPECT_FALSE(function->compute(empty).has_value()) << name;
    EXPECT_FALSE(function->compute(nonsense).has_value()) << name;
  }
}

}  // namespace
}  // namespace assay::run
