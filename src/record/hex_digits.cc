// SPDX-License-Identifier: Apache-2.0
//
// SSE2 makes a digit of a half byte by adding '0', and 7 more from ten on. AVX2 looks it up in a register of the sixteen
// digits. Either way high and low halves are interleaved at the end.
#include "record/hex_digits.h"

#include <algorithm>
#include <array>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace assay::record {
namespace {

constexpr char kDigits[] = "0123456789ABCDEF";
constexpr std::array<std::array<char, 2>, 256> kPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t i = 0; i < 256; ++i) pairs[i] = {kDigits[i >> 4], kDigits[i & 15]};
  return pairs;
}();

void WriteScalar(std::span<const std::byte> bytes, char* to) {
  for (const std::byte byte : bytes) {
    const auto& pair = kPairs[std::to_integer<std::size_t>(byte)];
    *to++ = pair[0];
    *to++ = pair[1];
  }
}

#if defined(__x86_64__)

// Digits 0-15 in 16 lanes as characters.
__m128i Characters(__m128i digits) {
  const __m128i letters = _mm_and_si128(_mm_cmpgt_epi8(digits, _mm_set1_epi8(9)), _mm_set1_epi8(7));
  return _mm_add_epi8(_mm_add_epi8(digits, _mm_set1_epi8('0')), letters);
}

void WriteSse2(std::span<const std::byte> bytes, char* to) {
  const __m128i low_half = _mm_set1_epi8(15);
  std::size_t i = 0;
  for (; i + 16 <= bytes.size(); i += 16) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
    const __m128i high = Characters(_mm_and_si128(_mm_srli_epi16(sixteen, 4), low_half));
    const __m128i low = Characters(_mm_and_si128(sixteen, low_half));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i), _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i + 16), _mm_unpackhi_epi8(high, low));
  }
  WriteScalar(bytes.subspan(i), to + 2 * i);
}

[[gnu::target("avx2")]] void WriteAvx2(std::span<const std::byte> bytes, char* to) {
  if (bytes.size() < 32) return WriteSse2(bytes, to);
  const __m256i digits = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(kDigits)));
  const __m256i low_half = _mm256_set1_epi8(15);
  for (std::size_t i = 0;;) {
    // The register's halves are interleaved apart; with the middle quarters exchanged before, they come out in order.
    const __m256i block = _mm256_permute4x64_epi64(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes.data() + i)), 0b11'01'10'00);
    const __m256i high = _mm256_shuffle_epi8(digits, _mm256_and_si256(_mm256_srli_epi16(block, 4), low_half));
    const __m256i low = _mm256_shuffle_epi8(digits, _mm256_and_si256(block, low_half));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 2 * i), _mm256_unpacklo_epi8(high, low));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 2 * i + 32), _mm256_unpackhi_epi8(high, low));
    if (i + 32 == bytes.size()) return;
    i = std::min(i + 32, bytes.size() - 32);  // the last block overlaps the one before it
  }
}

constexpr std::array kEngines = {HexEngine::kScalar, HexEngine::kSse2, HexEngine::kAvx2};

#else

constexpr std::array kEngines = {HexEngine::kScalar};

#endif

}  // namespace

std::span<const HexEngine> HexEngines() {
#if defined(__x86_64__)
  return std::span(kEngines).first(__builtin_cpu_supports("avx2") ? 3 : 2);
#else
  return kEngines;
#endif
}

void WriteHex(HexEngine engine, std::span<const std::byte> bytes, char* to) {
#if defined(__x86_64__)
  if (engine == HexEngine::kAvx2) return WriteAvx2(bytes, to);
  if (engine == HexEngine::kSse2) return WriteSse2(bytes, to);
#endif
  WriteScalar(bytes, to);
}

void WriteHex(std::span<const std::byte> bytes, char* to) { WriteHex(HexEngines().back(), bytes, to); }

}  // namespace assay::record
