// SPDX-License-Identifier: Apache-2.0
// The bytes of an answer in an accuracy log as numbers: which type they have isn't in the log, so it is stated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::data {

enum class NumberType : std::uint8_t { kInt8, kUint8, kInt16, kInt32, kInt64, kFloat16, kFloat32, kFloat64 };

std::string_view NameOf(NumberType type);  // "int8", …, as numpy names them
std::optional<NumberType> ParseNumberType(std::string_view name);
std::size_t SizeOf(NumberType type);

// Little-endian numbers, appended to nothing: `into` is emptied first and keeps its room.
// Range    whole numbers up to 2^53 stay exact.
// Errors   kBadRow when the bytes aren't a whole number of elements; kOutOfRange for a whole number beyond 2^53.
// Threads  safe: pure.
Result<void> ReadNumbers(std::span<const std::byte> bytes, NumberType type, std::vector<double>& into);

}  // namespace assay::data
