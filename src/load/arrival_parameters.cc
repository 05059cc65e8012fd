// SPDX-License-Identifier: Apache-2.0
#include "load/arrival_parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace assay::load {

ArrivalParameters::ArrivalParameters(const ArrivalRequest& request,
                                     std::span<const OptionInfo> known)
    : request_(request) {
  const auto& given = request.parameters;
  std::string names;
  for (const OptionInfo& option : known)
    names += (names.empty() ? "" : ", ") + std::string(option.name);
  for (auto parameter = given.begin(); parameter != given.end(); ++parameter) {
    const auto same_name = [&](const auto& other) { return other.first == parameter->first; };
    if (std::none_of(known.begin(), known.end(),
                     [&](const OptionInfo& o) { return o.name == parameter->first; })) {
      Refuse(ErrorCode::kUnknownKey, parameter->first,
             names.empty() ? "expected no parameter" : "expected one of the parameters " + names);
    } else if (std::any_of(given.begin(), parameter, same_name)) {
      Refuse(ErrorCode::kDuplicateKey, parameter->first, "expected each parameter once");
    }
  }
}

std::optional<std::string_view> ArrivalParameters::Text(std::string_view name) const {
  for (const auto& [key, value] : request_.parameters) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::string_view ArrivalParameters::Required(std::string_view name) {
  const auto text = Text(name);
  if (!text || text->empty()) {
    Refuse(ErrorCode::kMissingKey, name, "expected a value");
    return {};
  }
  return *text;
}

double ArrivalParameters::Positive(std::string_view name, std::optional<double> fallback,
                                   bool infinity_allowed) {
  const auto text = Text(name);
  if (!text) {
    if (!fallback) Refuse(ErrorCode::kMissingKey, name, "expected a positive number");
    return fallback.value_or(1);
  }
  double value = 0;
  const char* end = text->data() + text->size();
  const auto [stopped, failure] = std::from_chars(text->data(), end, value);
  if (failure != std::errc() || stopped != end) {
    Refuse(ErrorCode::kWrongType, name,
           "expected a positive number, found '" + std::string(*text) + "'");
  } else if (!(value > 0) || (std::isinf(value) && !infinity_allowed)) {
    Refuse(ErrorCode::kOutOfRange, name,
           "expected a positive" + std::string(infinity_allowed ? "" : ", finite") +
               " number, found '" + std::string(*text) + "'");
  }
  return value;
}

double ArrivalParameters::Rate() {
  if (!(request_.rate_qps > 0 && std::isfinite(request_.rate_qps))) {
    Refuse(ErrorCode::kOutOfRange, "rate",
           "expected a positive, finite number of requests per second, found " +
               std::to_string(request_.rate_qps));
  }
  if (request_.duration_ns < 0)
    Refuse(ErrorCode::kOutOfRange, "duration", "expected a duration of 0 or more");
  return request_.rate_qps;
}

void ArrivalParameters::Refuse(ErrorCode code, std::string_view name, std::string what) {
  Where where;
  where.path = name;
  errors_.push_back({code, std::string(name) + ": " + std::move(what), {std::move(where)}});
}

}  // namespace assay::load
