// SPDX-License-Identifier: Apache-2.0
// Errors where a function can find several.
#pragma once

#include <expected>
#include <iterator>
#include <utility>

#include "assay/result.h"

namespace assay::run {

// The one error of a function that could have found more.
inline std::unexpected<Errors> FailOne(Error error) { return std::unexpected(Errors{std::move(error)}); }

inline void Append(Errors& errors, Errors more) {
  errors.insert(errors.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace assay::run
