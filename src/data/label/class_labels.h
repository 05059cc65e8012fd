// SPDX-License-Identifier: Apache-2.0
// From the label texts of a file to class numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
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

// kOneClass when the positive or the negative class of a binary dataset never occurs; a caller that computes only what
// is defined then may go on. Empty for multiclass datasets and when both occur.
std::optional<Error> FindMissingClass(const Dataset& dataset, const std::string& file);

}  // namespace assay::data
