// SPDX-License-Identifier: Apache-2.0
#include "run/vectors/same_value.h"

#include <algorithm>
#include <cmath>

namespace assay::run {
namespace {

using base::JsonValue;

constexpr double kRounding = 1e-15;

std::string Shown(const JsonValue& value) {
  std::string text;
  base::JsonWriter writer(text);
  value.WriteTo(writer);
  return text;
}

bool SameNumber(double expected, double got, double tolerance) {
  if (expected == got) return true;
  const double gap = std::abs(expected - got);
  return gap <= kRounding || gap <= tolerance * std::max(std::abs(expected), std::abs(got));
}

bool SameLeaf(const JsonValue& expected, const JsonValue& got, double tolerance) {
  if (const auto number = expected.AsDouble()) {
    const auto other = got.AsDouble();
    return other && SameNumber(*number, *other, tolerance);
  }
  if (expected.kind() != got.kind()) return false;
  if (const auto text = expected.AsString()) return text == got.AsString();
  if (const auto flag = expected.AsBool()) return flag == got.AsBool();
  return true;
}

// {"value": X} with nothing but notes beside it.
const JsonValue* Wrapped(const JsonValue& value) {
  const JsonValue* inner = value.Find("value");
  if (inner == nullptr) return nullptr;
  const bool only = std::ranges::all_of(value.members(), [](const base::JsonMember& member) {
    return member.key == "value" || member.key == "warnings";
  });
  return only ? inner : nullptr;
}

}  // namespace

std::optional<ValueDifference> FirstDifference(const JsonValue& expected, const JsonValue& got, double tolerance) {
  if (const JsonValue* inner = Wrapped(expected)) {
    const JsonValue* other = Wrapped(got);
    return FirstDifference(*inner, other == nullptr ? got : *other, tolerance);
  }
  const ValueDifference whole{"", Shown(expected), Shown(got)};
  if (expected.Find("error") != nullptr || got.Find("error") != nullptr) {
    if (expected.Find("error") != nullptr && got.Find("error") != nullptr) return std::nullopt;
    return whole;
  }
  if (expected.kind() == JsonValue::Kind::kObject) {
    if (got.kind() != JsonValue::Kind::kObject) return whole;
    for (const base::JsonMember& member : expected.members()) {
      const JsonValue* other = got.Find(member.key);
      if (other == nullptr) return ValueDifference{member.key, Shown(member.value), "nothing"};
      if (auto inner = FirstDifference(member.value, *other, tolerance)) {
        const bool plain = inner->path.empty() || inner->path.starts_with('[');
        inner->path = member.key + (plain ? "" : ".") + inner->path;
        return inner;
      }
    }
    return std::nullopt;
  }
  if (expected.kind() == JsonValue::Kind::kArray) {
    if (got.items().size() != expected.items().size()) return whole;
    for (std::size_t i = 0; i < expected.items().size(); ++i) {
      if (auto inner = FirstDifference(expected.items()[i], got.items()[i], tolerance)) {
        const bool plain = inner->path.empty() || inner->path.starts_with('[');
        inner->path = "[" + std::to_string(i) + "]" + (plain ? "" : ".") + inner->path;
        return inner;
      }
    }
    return std::nullopt;
  }
  if (SameLeaf(expected, got, tolerance)) return std::nullopt;
  return whole;
}

}  // namespace assay::run
