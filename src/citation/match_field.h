// SPDX-License-Identifier: Apache-2.0
// Whether a row agrees with one stated field.
#pragma once

#include <map>
#include <span>
#include <string_view>

#include "citation/citation.h"
#include "results/row.h"

namespace assay::citation {

// kSilent: the row doesn't say, so that the field can't tell it from others.
enum class Agreement : std::uint8_t { kYes, kNo, kSilent };

// The fields that select rows, `value` apart; in the order in which they are doubted.
std::span<const std::string_view> SelectingFields();

class FieldMatcher {
 public:
  // `stated` must outlive the matcher.
  explicit FieldMatcher(const Facts& stated) : stated_(stated) {}

  // Range    `field` is one of SelectingFields and stated.
  Agreement Agrees(std::string_view field, const results::Row& row);

 private:
  Agreement BenchmarkAgrees(std::string_view text, const results::Row& row);

  const Facts& stated_;
  // What a stated benchmark can mean, by round: asked for each row.
  std::map<std::pair<const round::Round*, std::string_view>, std::span<const std::string_view>> named_;
};

}  // namespace assay::citation
