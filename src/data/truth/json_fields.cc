// SPDX-License-Identifier: Apache-2.0
#include "data/truth/json_fields.h"

#include <cmath>

namespace assay::data {

Result<const base::JsonValue*> JsonFields::Find(std::string_view key) const {
  const base::JsonValue* found = object_.Find(key);
  if (found != nullptr) return found;
  return FailAt({.file = file_, .path = place_}, ErrorCode::kMissingKey, "there is no '" + std::string(key) + "'");
}

std::unexpected<Error> JsonFields::Wrong(std::string_view key, std::string_view expected,
                                         const base::JsonValue& found) const {
  const std::string path = place_.empty() ? std::string(key) : place_ + "." + std::string(key);
  return FailAt({.file = file_, .path = path}, ErrorCode::kWrongType,
                "expected " + std::string(expected) + ", found " + std::string(found.KindName()));
}

Result<std::int64_t> JsonFields::Whole(std::string_view key) const {
  ASSAY_TRY(value, Find(key));
  if (const auto whole = value->AsInt64()) return *whole;
  return Wrong(key, "a whole number", *value);
}

Result<double> JsonFields::Number(std::string_view key) const {
  ASSAY_TRY(value, Find(key));
  if (const auto number = value->AsDouble(); number && std::isfinite(*number)) return *number;
  return Wrong(key, "a number", *value);
}

Result<std::string_view> JsonFields::Text(std::string_view key) const {
  ASSAY_TRY(value, Find(key));
  if (const auto text = value->AsString()) return *text;
  return Wrong(key, "a text", *value);
}

Result<std::span<const base::JsonValue>> JsonFields::List(std::string_view key) const {
  ASSAY_TRY(value, Find(key));
  if (value->kind() == base::JsonValue::Kind::kArray) return value->items();
  return Wrong(key, "a list", *value);
}

}  // namespace assay::data
