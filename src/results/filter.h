// SPDX-License-Identifier: Apache-2.0
// Which rows a reader asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/row.h"

namespace assay::results {

// Empty = don't care. Texts match any case; hardware, software, submitter and system by part of the text.
struct Filter {
  std::vector<std::string> rounds;
  std::vector<std::string> benchmarks;   // family ("llama2-70b") or with its gate
  std::vector<round::Scenario> scenarios;
  std::vector<Division> divisions;
  std::vector<Availability> availabilities;
  std::optional<round::Category> category;
  std::vector<NumericType> precision;    // acceptable: a row whose weights hold another type, or don't say, fails
  std::string hardware, software, submitter, system;
  std::optional<std::int64_t> accelerators_at_most;
  std::optional<bool> power;             // power submissions are a table of their own
};

bool Matches(const Row& row, const Filter& filter);
// Why a row isn't what was asked for, for the list of what was left out: "precision fp4 isn't among fp8, fp16".
// Empty when it matches.
std::string WhyNot(const Row& row, const Filter& filter);

}  // namespace assay::results
