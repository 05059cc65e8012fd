// SPDX-License-Identifier: Apache-2.0
// A column of the cases as error analysis sees it: numbers, categories or free text, with missing as a value of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::slice {

enum class FeatureKind : std::uint8_t {
  kNumbers,     // every value that isn't missing is a finite number, and there are more than a few of them
  kCategories,  // a few values that come again and again; numbers too
  kText,        // all else: looked at by its length
};

// More distinct numbers than this are cut into ranges, fewer are values by themselves.
inline constexpr std::size_t kMostNumberValues = 12;
// A column of words with more distinct ones than this is text.
inline constexpr std::size_t kMostWords = 200;

struct Feature {
  std::string name;
  FeatureKind kind = FeatureKind::kCategories;
  std::vector<std::string_view> text;          // as in the data, a row each
  std::vector<std::optional<double>> number;   // kNumbers: the value; kText: length in characters. Empty = missing
};

// Empty, "nan" or "null", in any case: what programs write for a value that isn't there.
bool IsMissing(std::string_view text);

// Shape    `text` a cell a row; it must outlive the feature.
// Errors   none: whatever isn't numbers or a few words is text.
// Threads  safe: pure.
Feature MakeFeature(std::string name, std::vector<std::string_view> text);

// The distinct values that aren't missing, sorted: numbers by size, words by their bytes.
std::vector<std::string_view> DistinctValues(const Feature& feature);

}  // namespace assay::slice
