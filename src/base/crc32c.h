// SPDX-License-Identifier: Apache-2.0
// CRC-32C: finds damaged or torn blocks of a record. Not a defence against intent; that is SHA-256 in the manifest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::base {

// Checksum of `bytes`; with `before` = the checksum of what precedes them, of both together.
// Unit     the polynomial 0x1EDC6F41, bits reflected, start and end inverted; 0 for no bytes.
// Threads  safe: no shared state.
// Source   RFC 3720, section 12.1 and appendix B.4.
std::uint32_t Crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0) noexcept;

// The same by table alone: what runs where the processor lacks the instruction.
std::uint32_t Crc32cByTable(std::span<const std::byte> bytes, std::uint32_t before = 0) noexcept;

}  // namespace assay::base
