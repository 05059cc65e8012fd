// SPDX-License-Identifier: Apache-2.0
// From the label texts of a file to class numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

struct ClassLabels {
  std::vector<std::string> classes;
  std::vector<std::int32_t> numbers;  // one per case
};

// Binary when `positive` isn't empty: that text is class 1, every other one class 0.
// Multiclass: labels that are all whole numbers from 0 to 65,535 are class numbers as they stand, so that a class that
// this file lacks doesn't shift the others; other texts are numbered in bytewise order.
// Errors   kOneClass when no label is `positive` but several others exist, which looks like a wrong name.
// Threads  safe: no shared state.
Result<ClassLabels> NumberLabels(std::span<const std::string_view> labels, std::string_view positive);

}  // namespace assay::data
