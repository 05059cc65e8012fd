// SPDX-License-Identifier: Apache-2.0
// mlperf_log_accuracy.json: answers, each with its place and its bytes in hexadecimal, one a line.
//
// Files of gigabytes are usual. Writing appends to a buffer that the caller empties into the file; reading goes in
// pieces and holds one entry.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "record/mlperf_log.h"

namespace assay::record {

// What stands before the first entry and after the last one. Without an entry the file is "[\n]\n".
inline constexpr std::string_view kMlperfAccuracyHead = "[";
inline constexpr std::string_view kMlperfAccuracyFoot = "\n]\n";

// MlperfAnswer without owning its bytes.
struct MlperfAnswerView {
  std::uint64_t sequence = 0;
  std::uint64_t sample_index = 0;
  std::span<const std::byte> data;
  std::optional<std::span<const std::byte>> token_data;
  std::optional<std::int64_t> token_count;
};

// The text of one entry, with the comma that parts it from the one before it, in parts of any size.
// Shape    the bytes of `answer` stay where they are until all is taken.
// Threads  one at a time; the functions below are safe: no shared state.
class MlperfAnswerText {
 public:
  MlperfAnswerText(const MlperfAnswerView& answer, bool first);

  std::size_t size() const;  // of what is left
  bool done() const { return size() == 0; }
  // The next bytes, as many as fit but one at most. Returns how many.
  // Range    room at least 2.
  std::size_t Take(char* to, std::size_t room);

 private:
  void Text(std::string_view text);
  template <class T>
  void Number(T value);
  void Hex(std::span<const std::byte> bytes);

  // Words and hex take turns: words up to words_end_[0], hex_[0], words up to words_end_[1], hex_[1], the last words.
  std::array<char, 192> words_;  // at most 144, and what a number may overwrite
  std::array<std::size_t, 3> words_end_ = {};
  std::array<std::span<const std::byte>, 2> hex_ = {};
  std::size_t words_size_ = 0, hex_parts_ = 0;
  std::size_t taken_ = 0, part_ = 0;  // words that are taken; the part that is next
};

// One entry as a whole.
void AppendMlperfAnswer(std::string& out, const MlperfAnswerView& answer, bool first);

// Two digits a byte, capital letters.
void AppendHex(std::string& out, std::span<const std::byte> bytes);
// The bytes of an even number of hex digits of either case; empty when it isn't that.
std::optional<std::vector<std::byte>> ParseHex(std::string_view digits);

// How reading an accuracy log ended.
struct MlperfAccuracyRead {
  std::uint64_t entries = 0;     // handed over
  std::optional<Error> damage;   // the file is cut off or breaks at file:line; the entries before it are good
};

// Takes the file in pieces of any size; call Add for each and then End. Bytes are decoded as their digits come, so that an
// answer of many megabytes is held once, and its digits never.
// Shape    JSON in any layout: an array of objects with seq_id, qsl_idx and data, token_data and token_count where there
//          are any, in any order; other keys with plain values are passed over. A missing ']' is damage.
// Unit     as MlperfAnswer.
// Threads  one reader belongs to one thread.
class MlperfAccuracyReader {
 public:
  // `take` gets each answer in order of the file.
  MlperfAccuracyReader(std::string file, std::function<void(MlperfAnswer&&)> take);

  void Add(std::string_view piece);
  // Errors   kEmpty for no bytes; kSyntax with file:line when the file isn't an accuracy log from its start on.
  Result<MlperfAccuracyRead> End();

 private:
  enum class State : std::uint8_t { kStart, kBetween, kInEntry, kAfter, kDamaged };
  void Break(std::string what, int line);
  void Entry();
  void Quote();
  void Digits(std::string_view& piece);

  std::string file_;
  std::function<void(MlperfAnswer&&)> take_;
  State state_ = State::kStart;
  std::string entry_;       // its text so far, from '{' on
  int line_ = 1;            // that is being read
  int entry_line_ = 1;
  bool in_text_ = false;    // inside quotes of the entry
  std::vector<std::byte>* hex_ = nullptr;  // where the digits go when these are quotes of data or token_data
  int half_ = -1;           // of a byte: its first digit
  std::vector<std::byte> data_, token_data_;  // of this entry
  bool any_ = false;        // bytes came
  bool comma_ = true;       // an entry may follow
  MlperfAccuracyRead read_;
};

// A whole file in bounded memory.
// Errors   as MlperfAccuracyReader::End, and those of reading files.
Result<MlperfAccuracyRead> ReadMlperfAccuracy(const std::string& path, std::function<void(MlperfAnswer&&)> take);

}  // namespace assay::record
