// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_accuracy.h"

#include <algorithm>
#include <array>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "record/mlperf_number.h"

namespace assay::record {
namespace {

constexpr std::array<std::array<char, 2>, 256> kHexPairs = [] {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t i = 0; i < 256; ++i) pairs[i] = {kDigits[i >> 4], kDigits[i & 15]};
  return pairs;
}();

#if defined(__SSE2__)
// Digits 0-15 in 16 lanes as characters: '0' + n, and 7 more from ten on.
__m128i Characters(__m128i digits) {
  const __m128i letters = _mm_and_si128(_mm_cmpgt_epi8(digits, _mm_set1_epi8(9)), _mm_set1_epi8(7));
  return _mm_add_epi8(_mm_add_epi8(digits, _mm_set1_epi8('0')), letters);
}
#endif

void WriteHex(char* to, std::span<const std::byte> bytes) {
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i low_half = _mm_set1_epi8(15);
  for (; i + 16 <= bytes.size(); i += 16) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
    const __m128i high = Characters(_mm_and_si128(_mm_srli_epi16(sixteen, 4), low_half));
    const __m128i low = Characters(_mm_and_si128(sixteen, low_half));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i), _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 2 * i + 16), _mm_unpackhi_epi8(high, low));
  }
#endif
  for (; i < bytes.size(); ++i) {
    const auto& pair = kHexPairs[std::to_integer<std::size_t>(bytes[i])];
    to[2 * i] = pair[0];
    to[2 * i + 1] = pair[1];
  }
}

}  // namespace

void AppendHex(std::string& out, std::span<const std::byte> bytes) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + 2 * bytes.size(), [&](char* text, std::size_t size) {
    WriteHex(text + before, bytes);
    return size;
  });
}

void AppendMlperfAnswer(std::string& out, const MlperfAnswerView& answer, bool first) {
  // Room for the whole entry at once, but twice as much as before at least: entries are many.
  const std::size_t needed = out.size() + 128 + 2 * answer.data.size() +
                             (answer.token_data ? 2 * answer.token_data->size() : 0);
  if (out.capacity() < needed) out.reserve(std::max(needed, 2 * out.capacity()));
  out += first ? "\n{ \"seq_id\" : " : ",\n{ \"seq_id\" : ";
  AppendInteger(out, answer.sequence);
  AppendInteger(out += ", \"qsl_idx\" : ", answer.sample_index);
  AppendHex(out += ", \"data\" : \"", answer.data);
  out += '"';
  if (answer.token_data) {
    AppendHex(out += ", \"token_data\" : \"", *answer.token_data);
    out += '"';
  }
  if (answer.token_count) AppendInteger(out += ", \"token_count\" : ", *answer.token_count);
  out += " }";
}

}  // namespace assay::record
