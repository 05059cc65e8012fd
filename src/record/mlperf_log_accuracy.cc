// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log_accuracy.h"

#include <algorithm>
#include <cstring>

#include "record/hex_digits.h"
#include "record/mlperf_number.h"

namespace assay::record {

MlperfAnswerText::MlperfAnswerText(const MlperfAnswerView& answer, bool first) {
  Text(first ? "\n{ \"seq_id\" : " : ",\n{ \"seq_id\" : ");
  Number(answer.sequence);
  Text(", \"qsl_idx\" : ");
  Number(answer.sample_index);
  Text(", \"data\" : \"");
  Hex(answer.data);
  if (answer.token_data) {
    Text("\", \"token_data\" : \"");
    Hex(*answer.token_data);
  }
  Text("\"");
  if (answer.token_count) {
    Text(", \"token_count\" : ");
    Number(*answer.token_count);
  }
  Text(" }");
}

void MlperfAnswerText::Text(std::string_view text) {
  std::memcpy(words_.data() + words_size_, text.data(), text.size());
  words_size_ += text.size();
  words_end_[hex_parts_] = words_size_;
}

template <class T>
void MlperfAnswerText::Number(T value) {
  words_size_ = static_cast<std::size_t>(WriteInteger(words_.data() + words_size_, value) - words_.data());
  words_end_[hex_parts_] = words_size_;
}

void MlperfAnswerText::Hex(std::span<const std::byte> bytes) {
  hex_[hex_parts_++] = bytes;
  words_end_[hex_parts_] = words_size_;
}

std::size_t MlperfAnswerText::size() const {
  return words_size_ - taken_ + 2 * (hex_[0].size() + hex_[1].size());
}

std::size_t MlperfAnswerText::Take(char* to, std::size_t room) {
  std::size_t used = 0;
  for (;;) {
    const std::size_t words = std::min(words_end_[part_] - taken_, room - used);
    std::memcpy(to + used, words_.data() + taken_, words);
    taken_ += words;
    used += words;
    if (part_ == hex_parts_ || taken_ != words_end_[part_]) return used;
    std::span<const std::byte>& hex = hex_[part_];
    const std::size_t bytes = std::min(hex.size(), (room - used) / 2);
    WriteHex(hex.first(bytes), to + used);
    hex = hex.subspan(bytes);
    used += 2 * bytes;
    if (!hex.empty()) return used;
    ++part_;
  }
}

void AppendHex(std::string& out, std::span<const std::byte> bytes) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + 2 * bytes.size(), [&](char* text, std::size_t size) {
    WriteHex(bytes, text + before);
    return size;
  });
}

void AppendMlperfAnswer(std::string& out, const MlperfAnswerView& answer, bool first) {
  MlperfAnswerText text(answer, first);
  const std::size_t before = out.size();
  const std::size_t after = before + text.size();
  // Twice as much as before at least: entries are many.
  if (out.capacity() < after) out.reserve(std::max(after, 2 * out.capacity()));
  out.resize_and_overwrite(after, [&](char* to, std::size_t size) {
    text.Take(to + before, size - before);
    return size;
  });
}

}  // namespace assay::record
