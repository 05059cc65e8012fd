// SPDX-License-Identifier: Apache-2.0
#include "data/label/class_labels.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace assay::data {
namespace {

constexpr std::int32_t kMostClassNumber = 65535;

// A class number written the usual way: no sign, no leading zeros.
std::optional<std::int32_t> AsClassNumber(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kMostClassNumber) return {};
  if (std::to_string(value) != text) return {};
  return value;
}

Result<ClassLabels> NumberBinary(std::span<const std::string_view> labels, std::string_view positive,
                                 const std::set<std::string_view>& distinct) {
  std::set<std::string_view> others = distinct;
  const bool occurs = others.erase(positive) > 0;
  if (!occurs && others.size() > 1) {
    std::string found;
    for (const std::string_view other : others) {
      if (found.size() > 60) {
        found += ", …";
        break;
      }
      found += (found.empty() ? "'" : ", '") + std::string(other) + "'";
    }
    return Fail(ErrorCode::kOneClass, "no case has the positive label '" + std::string(positive) + "'; the labels are " + found,
                "set task.positive to the label's exact text");
  }
  ClassLabels result;
  const std::string negative = others.size() == 1 ? std::string(*others.begin()) : "not " + std::string(positive);
  result.classes = {negative, std::string(positive)};
  for (const std::string_view label : labels) result.numbers.push_back(label == positive ? 1 : 0);
  return result;
}

}  // namespace

Result<ClassLabels> NumberLabels(std::span<const std::string_view> labels, std::string_view positive) {
  const std::set<std::string_view> distinct(labels.begin(), labels.end());
  if (!positive.empty()) return NumberBinary(labels, positive, distinct);
  ClassLabels result;
  std::int32_t most = 0;
  bool all_numbers = true;
  for (const std::string_view label : distinct) {
    const auto number = AsClassNumber(label);
    all_numbers = all_numbers && number.has_value();
    most = std::max(most, number.value_or(0));
  }
  if (all_numbers && !distinct.empty()) {
    for (std::int32_t number = 0; number <= most; ++number) result.classes.push_back(std::to_string(number));
    for (const std::string_view label : labels) result.numbers.push_back(*AsClassNumber(label));
    return result;
  }
  result.classes.assign(distinct.begin(), distinct.end());
  for (const std::string_view label : labels) {
    const auto at = std::lower_bound(result.classes.begin(), result.classes.end(), label);
    result.numbers.push_back(static_cast<std::int32_t>(at - result.classes.begin()));
  }
  return result;
}

}  // namespace assay::data
