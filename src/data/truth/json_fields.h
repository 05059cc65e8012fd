// SPDX-License-Identifier: Apache-2.0
// Members of a JSON document of truths, with errors that name the place inside it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

// Reads the members of one object; `place` is where it stands ("annotations[3]").
class JsonFields {
 public:
  JsonFields(const base::JsonValue& object, std::string file, std::string place)
      : object_(object), file_(std::move(file)), place_(std::move(place)) {}

  // Errors   kMissingKey; kWrongType for another kind, a number that isn't whole where one must be, one that isn't finite.
  Result<std::int64_t> Whole(std::string_view key) const;
  Result<double> Number(std::string_view key) const;
  Result<std::string_view> Text(std::string_view key) const;
  Result<std::span<const base::JsonValue>> List(std::string_view key) const;
  bool Has(std::string_view key) const { return object_.Find(key) != nullptr; }

 private:
  Result<const base::JsonValue*> Find(std::string_view key) const;
  std::unexpected<Error> Wrong(std::string_view key, std::string_view expected, const base::JsonValue& found) const;

  const base::JsonValue& object_;
  std::string file_, place_;
};

}  // namespace assay::data
