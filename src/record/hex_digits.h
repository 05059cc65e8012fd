// SPDX-License-Identifier: Apache-2.0
// Bytes as capital hex digits, two each: most of what an accuracy log is made of, so sixteen or more bytes at a time
// where the machine can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::record {

enum class HexEngine : std::uint8_t { kScalar, kSse2, kAvx2 };

// Those that this machine has, the fastest last.
// Threads  safe, as all here: pure.
std::span<const HexEngine> HexEngines();

// Writes 2 * bytes.size() digits to `to`, by the fastest engine or by the one named. All write the same.
// Range    an engine of HexEngines().
void WriteHex(std::span<const std::byte> bytes, char* to);
void WriteHex(HexEngine engine, std::span<const std::byte> bytes, char* to);

}  // namespace assay::record
