// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/json_lines.h"

#include <algorithm>
#include <utility>

#include "base/json_reader.h"

namespace assay::data {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

Result<void> EachJsonLine(std::string_view text, const std::string& file,
                          const std::function<Result<void>(const base::JsonValue& object, const Where& where)>& take) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  int number = 0;
  bool any = false;
  for (std::size_t at = 0; text.find_first_not_of(" \t\r\n", at) != text.npos;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    Where where{.file = file, .line = ++number};
    auto value = base::ReadJson(line, file);
    if (!value) {
      Error error = std::move(value).error();
      if (error.code == ErrorCode::kEmpty) error = {ErrorCode::kBadRow, "expected a JSON object, found an empty line", {where}, {}};
      if (!error.where.empty()) error.where.front().line = number;
      return std::unexpected(std::move(error));
    }
    if (value->kind() != base::JsonValue::Kind::kObject) {
      return FailAt(where, ErrorCode::kBadRow, "expected a JSON object, found " + std::string(value->KindName()));
    }
    any = true;
    ASSAY_CHECK_OK(take(*value, where));
  }
  if (!any) return FailAt({.file = file}, ErrorCode::kEmpty, "expected a JSON object per line, found no text");
  return {};
}

std::optional<std::string> PlainText(const base::JsonValue& value) {
  using Kind = base::JsonValue::Kind;
  if (const auto text = value.AsString()) return std::string(*text);
  if (value.kind() == Kind::kNull || value.kind() == Kind::kArray || value.kind() == Kind::kObject) return std::nullopt;
  std::string text;
  base::JsonWriter writer(text);
  value.WriteTo(writer);
  return text;
}

std::optional<base::JsonValue> FirstJsonLine(std::string_view text) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  auto value = base::ReadJson(text.substr(0, text.find('\n')), "");
  if (!value || value->kind() != base::JsonValue::Kind::kObject) return std::nullopt;
  return *std::move(value);
}

}  // namespace assay::data
