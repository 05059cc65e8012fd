// SPDX-License-Identifier: Apache-2.0
// Numeric types as submitters write them ("INT8", "fp8,fp16,int8", "BF16/F32/F8_E4M3/U8", "UNSET", JSON per
// sub-network) as a set of types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::results {

enum class NumericType : std::uint8_t { kFp32, kTf32, kBf16, kFp16, kFp8, kFp6, kFp4, kInt8, kUint8, kInt4, kUint4,
                                        kInt32, kInt16, kInt64, kUint64 };

// What a text says about precision. `disclosed` false: empty, "UNSET", "No change.", or words without a type. Nothing
// is assumed then, full precision least of all.
struct Precision {
  std::uint32_t types = 0;  // bit per NumericType
  bool disclosed = false;

  bool Has(NumericType type) const { return (types >> static_cast<unsigned>(type)) & 1u; }
  bool operator==(const Precision&) const = default;
};

// Shape    any text; types found as whole words in any spelling (fp8 = float8 = f8_e4m3; mxfp4 and nvfp4 are fp4).
// Errors   none: what names no type is undisclosed.
// Threads  safe: pure.
// Source   the spellings of the weight_data_types column of rounds v0.5 to v6.0.
Precision ParsePrecision(std::string_view text);

// "fp8", "fp16, int8", "undisclosed".
std::string NameOf(const Precision& precision);
std::string_view NameOf(NumericType type);
// The lowest type by bits, then float before integer: what a precision class is compared by. "undisclosed" when it is.
std::string_view PrecisionClass(const Precision& precision);

}  // namespace assay::results
