// SPDX-License-Identifier: Apache-2.0
#include "base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace assay::base {
namespace {

constexpr std::array<std::uint32_t, 256> kTable = [] {
  constexpr std::uint32_t kReflected = 0x82F63B78;
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReflected : 0);
    table[byte] = crc;
  }
  return table;
}();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t ByInstruction(std::span<const std::byte> bytes,
                                                              std::uint32_t before) noexcept {
  std::uint64_t crc = ~before;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    crc = _mm_crc32_u64(crc, word);
  }
  auto low = static_cast<std::uint32_t>(crc);
  for (; at < bytes.size(); ++at) low = _mm_crc32_u8(low, static_cast<std::uint8_t>(bytes[at]));
  return ~low;
}
#endif

}  // namespace

std::uint32_t Crc32cByTable(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
  std::uint32_t crc = ~before;
  for (const std::byte byte : bytes) crc = (crc >> 8) ^ kTable[(crc ^ static_cast<std::uint32_t>(byte)) & 0xFF];
  return ~crc;
}

std::uint32_t Crc32c(std::span<const std::byte> bytes, std::uint32_t before) noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return ByInstruction(bytes, before);
#endif
  return Crc32cByTable(bytes, before);
}

}  // namespace assay::base
