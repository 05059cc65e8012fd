// SPDX-License-Identifier: Apache-2.0
#include "slice/feature.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace assay::slice {
namespace {

std::optional<double> AsNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Bytes that start a character of UTF-8.
double LengthOf(std::string_view text) {
  return static_cast<double>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool EqualsWord(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

}  // namespace

bool IsMissing(std::string_view text) { return text.empty() || EqualsWord(text, "nan") || EqualsWord(text, "null"); }

Feature MakeFeature(std::string name, std::vector<std::string_view> text) {
  Feature feature{.name = std::move(name), .text = std::move(text)};
  std::set<std::string_view> words;
  std::set<double> numbers;
  bool all_numbers = true;
  for (const std::string_view cell : feature.text) {
    if (IsMissing(cell)) continue;
    const auto number = AsNumber(cell);
    all_numbers = all_numbers && number;
    if (number && numbers.size() <= kMostNumberValues) numbers.insert(*number);
    if (words.size() <= kMostWords) words.insert(cell);
  }
  if (all_numbers && numbers.size() > kMostNumberValues) feature.kind = FeatureKind::kNumbers;
  else if (words.size() > kMostWords) feature.kind = FeatureKind::kText;
  if (feature.kind == FeatureKind::kCategories) return feature;
  for (const std::string_view cell : feature.text) {
    const bool missing = IsMissing(cell);
    feature.number.push_back(missing ? std::nullopt
                                     : feature.kind == FeatureKind::kNumbers ? AsNumber(cell) : std::optional(LengthOf(cell)));
  }
  return feature;
}

std::vector<std::string_view> DistinctValues(const Feature& feature) {
  std::set<std::string_view> words;
  for (const std::string_view cell : feature.text) {
    if (!IsMissing(cell)) words.insert(cell);
  }
  std::vector<std::string_view> values(words.begin(), words.end());
  if (std::ranges::all_of(values, [](std::string_view value) { return AsNumber(value).has_value(); })) {
    std::ranges::stable_sort(values, {}, [](std::string_view value) { return *AsNumber(value); });
  }
  return values;
}

}  // namespace assay::slice
