// SPDX-License-Identifier: Apache-2.0
// A file of one JSON object per line, whatever the objects hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "base/json.h"

namespace assay::data {

// Calls `take` with each object and the place of its line; empty lines at the end are none.
// Errors   those of reading JSON, with the line; kBadRow for a line that is no object; kEmpty without one; of `take`.
// Threads  safe: no shared state, as all here.
Result<void> EachJsonLine(std::string_view text, const std::string& file,
                          const std::function<Result<void>(const base::JsonValue& object, const Where& where)>& take);

// A text as it is, a number or truth value as JSON writes it; empty for anything else.
std::optional<std::string> PlainText(const base::JsonValue& value);

// The first object of the file, to see what it holds; empty when the first line is no object.
std::optional<base::JsonValue> FirstJsonLine(std::string_view text);

}  // namespace assay::data
