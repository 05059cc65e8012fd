// SPDX-License-Identifier: Apache-2.0
// Reading tests/golden/*/*.jsonl in tests.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/json_reader.h"

namespace assay::metric {

struct GoldenCase {
  std::string id, fn;
  base::JsonValue in, params, expected;
};

inline double GoldenNumber(const base::JsonValue& value) {
  if (value.AsString() == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value.AsString() == "Infinity") return std::numeric_limits<double>::infinity();
  if (value.AsString() == "-Infinity") return -std::numeric_limits<double>::infinity();
  return value.AsDouble().value();
}

inline std::vector<double> GoldenNumbers(const base::JsonValue* array) {
  std::vector<double> numbers;
  if (array == nullptr) return numbers;
  for (const base::JsonValue& item : array->items()) numbers.push_back(GoldenNumber(item));
  return numbers;
}

// All cases of a file under tests/golden, references to another case's inputs resolved.
inline std::vector<GoldenCase> ReadGolden(const std::string& name) {
  const std::string path = std::string(ASSAY_GOLDEN_DIR) + "/" + name;
  std::ifstream file(path);
  std::vector<GoldenCase> cases;
  std::map<std::string, base::JsonValue, std::less<>> inputs;
  for (std::string line; std::getline(file, line);) {
    const auto json = base::ReadJson(line, path);
    if (!json) {
      ADD_FAILURE() << json.error().what;
      return {};
    }
    GoldenCase one{std::string(json->Find("id")->AsString().value()), std::string(json->Find("fn")->AsString().value()),
                   *json->Find("in"), *json->Find("params"), *json->Find("expected")};
    if (const base::JsonValue* ref = one.in.Find("ref")) {
      one.in = inputs.at(std::string(ref->AsString().value()));
    }
    inputs.emplace(one.id, one.in);
    cases.push_back(std::move(one));
  }
  EXPECT_FALSE(cases.empty()) << path;
  return cases;
}

}  // namespace assay::metric
