// SPDX-License-Identifier: Apache-2.0
#include "run/vectors/vector_case.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/json_reader.h"

namespace assay::run {
namespace {

using base::JsonValue;

std::optional<double> AsNumber(const JsonValue& value) {
  const auto text = value.AsString();
  if (!text) return value.AsDouble();
  if (*text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (*text == "Infinity") return std::numeric_limits<double>::infinity();
  if (*text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

Result<VectorCase> CaseOf(const JsonValue& json, Where where) {
  VectorCase one{.where = std::move(where)};
  const auto text = [&](std::string_view key, std::string& into) {
    const JsonValue* value = json.Find(key);
    const auto found = value == nullptr ? std::nullopt : value->AsString();
    if (found) into = *found;
    return found.has_value();
  };
  const auto part = [&](std::string_view key, JsonValue& into) {
    const JsonValue* value = json.Find(key);
    if (value != nullptr) into = *value;
    return value != nullptr;
  };
  if (text("id", one.id) && text("fn", one.fn) && part("in", one.in) && part("expected", one.expected)) {
    part("params", one.params);
    return one;
  }
  return FailAt(one.where, ErrorCode::kBadRow,
                "expected a line {\"id\": TEXT, \"fn\": TEXT, \"in\": {…}, \"expected\": …}");
}

void ReadLines(const std::string& path, const std::string& bytes, std::vector<VectorCase>& cases, Errors& errors) {
  const std::size_t before = cases.size() + errors.size();
  int number = 0;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    const std::string_view line = std::string_view(bytes).substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto json = base::ReadJson(line, path);
    auto one = json ? CaseOf(*json, {.file = path, .line = number}) : Result<VectorCase>(std::unexpected(json.error()));
    if (one) {
      cases.push_back(*std::move(one));
      continue;
    }
    Error error = std::move(one).error();
    for (Where& where : error.where) where.line = number;
    errors.push_back(std::move(error));
  }
  if (cases.size() + errors.size() == before) errors.push_back({ErrorCode::kEmpty, "there is no case in " + path, {{.file = path}}});
}

const JsonValue* RefOf(const JsonValue& in) {
  return in.members().size() == 1 && in.members()[0].key == "ref" && in.members()[0].value.AsString()
             ? &in.members()[0].value
             : nullptr;
}

}  // namespace

Results<std::vector<VectorCase>> ReadVectors(std::span<const std::string> paths) {
  std::vector<VectorCase> cases;
  Errors errors;
  for (const std::string& path : paths) {
    const auto bytes = base::ReadFile(path);
    if (bytes) ReadLines(path, *bytes, cases, errors);
    else errors.push_back(bytes.error());
  }
  // Only cases with inputs of their own can be referred to, so that no chain or ring can arise.
  std::map<std::string, const JsonValue*, std::less<>> inputs;
  for (const VectorCase& one : cases) {
    if (RefOf(one.in) == nullptr) inputs.emplace(one.id, &one.in);
  }
  std::vector<std::pair<std::size_t, JsonValue>> followed;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const JsonValue* ref = RefOf(cases[i].in);
    if (ref == nullptr) continue;
    const auto found = inputs.find(*ref->AsString());
    if (found != inputs.end()) {
      followed.emplace_back(i, *found->second);
    } else {
      errors.push_back({ErrorCode::kBadReference,
                        "case " + cases[i].id + " takes the inputs of '" + std::string(*ref->AsString()) +
                            "', which has none of its own or isn't there",
                        {cases[i].where},
                        "several files can be given: assay vectors A.jsonl B.jsonl"});
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  for (auto& [i, in] : followed) cases[i].in = std::move(in);
  return cases;
}

const JsonValue* VectorCase::Find(std::string_view key) const {
  const JsonValue* found = in.Find(key);
  return found != nullptr ? found : params.Find(key);
}

std::unexpected<Error> VectorCase::Malformed(std::string_view key, std::string_view what) const {
  return FailAt(where, ErrorCode::kBadRow,
                "case " + id + ": expected " + std::string(what) + " '" + std::string(key) + "' for " + fn);
}

Result<double> VectorCase::Number(std::string_view key) const {
  const JsonValue* found = Find(key);
  const auto number = found == nullptr ? std::nullopt : AsNumber(*found);
  if (!number) return Malformed(key, "a number");
  return *number;
}

Result<std::uint64_t> VectorCase::Count(std::string_view key) const {
  const JsonValue* found = Find(key);
  const auto number = found == nullptr ? std::nullopt : found->AsUint64();
  if (!number) return Malformed(key, "a count");
  return *number;
}

Result<std::vector<double>> VectorCase::Numbers(std::string_view key) const {
  const JsonValue* found = Find(key);
  if (found == nullptr || found->kind() != JsonValue::Kind::kArray) return Malformed(key, "a list of numbers");
  std::vector<double> numbers;
  numbers.reserve(found->items().size());
  for (const JsonValue& item : found->items()) {
    const auto number = AsNumber(item);
    if (!number) return Malformed(key, "a list of numbers");
    numbers.push_back(*number);
  }
  return numbers;
}

Result<std::string> VectorCase::Text(std::string_view key) const {
  const JsonValue* found = Find(key);
  const auto text = found == nullptr ? std::nullopt : found->AsString();
  if (!text) return Malformed(key, "a text");
  return std::string(*text);
}

Result<std::vector<std::string>> VectorCase::Texts(std::string_view key) const {
  const JsonValue* found = Find(key);
  if (found == nullptr) return Malformed(key, "a text or a list of texts");
  if (const auto single = found->AsString()) return std::vector<std::string>{std::string(*single)};
  std::vector<std::string> texts;
  for (const JsonValue& item : found->items()) {
    const auto text = item.AsString();
    if (!text) return Malformed(key, "a list of texts");
    texts.emplace_back(*text);
  }
  if (found->kind() != JsonValue::Kind::kArray) return Malformed(key, "a text or a list of texts");
  return texts;
}

JsonValue VectorNumber(double value) {
  if (std::isnan(value)) return JsonValue(std::string("NaN"));
  if (std::isinf(value)) return JsonValue(std::string(value > 0 ? "Infinity" : "-Infinity"));
  return JsonValue(value);
}

JsonValue VectorEnds(const Interval& interval) { return VectorNumbers(std::array{interval.low, interval.high}); }

JsonValue VectorNumbers(std::span<const double> values) {
  JsonValue::Array array;
  array.reserve(values.size());
  for (const double value : values) array.push_back(VectorNumber(value));
  return JsonValue(std::move(array));
}

JsonValue VectorObject(std::vector<std::pair<std::string, JsonValue>> members) {
  JsonValue::Object object;
  object.reserve(members.size());
  for (auto& [key, value] : members) object.push_back({std::move(key), std::move(value)});
  return JsonValue(std::move(object));
}

}  // namespace assay::run
