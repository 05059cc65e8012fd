// SPDX-License-Identifier: Apache-2.0
// Reading an arrival's parameters and rate from a request: every one must be known, all errors are
// told at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "assay/arrival.h"

namespace assay::load {

class ArrivalParameters {
 public:
  // `request` and `known` outlive the object. Unknown and repeated names are errors.
  ArrivalParameters(const ArrivalRequest& request, std::span<const OptionInfo> known);

  // The text of a parameter; empty when it isn't there.
  std::optional<std::string_view> Text(std::string_view name) const;
  // Like Text; a missing one is an error (kMissingKey).
  std::string_view Required(std::string_view name);
  // A positive number; `fallback` when it isn't there. "inf" only where it is allowed.
  double Positive(std::string_view name, std::optional<double> fallback,
                  bool infinity_allowed = false);
  // The request's rate, positive and finite.
  double Rate();

  void Refuse(ErrorCode code, std::string_view name, std::string what);

  bool clean() const { return errors_.empty(); }
  Errors TakeErrors() { return std::move(errors_); }

 private:
  const ArrivalRequest& request_;
  Errors errors_;
};

}  // namespace assay::load
