// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/file.h"
#include "record/mlperf_log_accuracy.h"

namespace assay::record {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

constexpr std::array<std::int8_t, 256> kDigitValues = [] {
  std::array<std::int8_t, 256> digits{};
  digits.fill(-1);
  for (int i = 0; i < 10; ++i) digits[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(i);
  for (int i = 10; i < 16; ++i) {
    digits[static_cast<std::size_t>('A' + i - 10)] = digits[static_cast<std::size_t>('a' + i - 10)] = static_cast<std::int8_t>(i);
  }
  return digits;
}();

int DigitOf(char c) { return kDigitValues[static_cast<unsigned char>(c)]; }

// "key" : value pairs of one flat object.
class Members {
 public:
  // From '{' to '}'.
  explicit Members(std::string_view object) : rest_(object.substr(1, object.size() - 2)) {}

  bool Blank() {
    while (!rest_.empty() && IsBlank(rest_.front())) rest_.remove_prefix(1);
    return rest_.empty();
  }
  bool Take(char c) {
    if (Blank() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // What stands in quotes. Escapes don't occur in these files.
  std::optional<std::string_view> Text() {
    if (!Take('"')) return std::nullopt;
    const std::size_t end = rest_.find('"');
    if (end == rest_.npos) return std::nullopt;
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  // A number or a word.
  std::string_view Word() {
    Blank();
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != ',' && !IsBlank(rest_[end])) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  bool AtText() { return !Blank() && rest_.front() == '"'; }

 private:
  std::string_view rest_;
};

template <class T>
bool ReadNumber(std::string_view word, std::optional<T>& into) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return false;
  into = value;
  return true;
}

constexpr std::string_view kNotHex = " isn't hexadecimal, two digits a byte";

// The key whose value begins at the end of the text: `{ "qsl_idx" : 1, "data" : ` has data. Empty in front of a key.
std::string_view KeyBefore(std::string_view text) {
  const auto trim = [&] {
    while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
    return !text.empty();
  };
  if (!trim() || text.back() != ':') return {};
  text.remove_suffix(1);
  if (!trim() || text.back() != '"') return {};
  text.remove_suffix(1);
  const std::size_t open = text.rfind('"');
  return open == text.npos ? std::string_view() : text.substr(open + 1);
}

// What is wrong with the entry, of whose bytes the quotes are left; empty when it is read into `answer`.
std::string ReadEntry(std::string_view object, std::vector<std::byte>& data_bytes, std::vector<std::byte>& token_bytes,
                      MlperfAnswer& answer) {
  Members members(object);
  std::optional<std::uint64_t> sequence, index;
  bool data = false;
  for (bool more = !members.Blank(); more; more = members.Take(',')) {
    const auto key = members.Text();
    if (!key || !members.Take(':')) return "expected \"key\" : value";
    if (members.AtText()) {
      const auto text = members.Text();
      if (!text) return "a text isn't closed";
      data = data || *key == "data";
      if (*key == "token_data") answer.token_data = std::move(token_bytes);
    } else {
      const std::string_view word = members.Word();
      const bool read = *key == "seq_id"        ? ReadNumber(word, sequence)
                        : *key == "qsl_idx"     ? ReadNumber(word, index)
                        : *key == "token_count" ? ReadNumber(word, answer.token_count)
                                                : !word.empty();
      if (!read) return "expected a whole number for " + std::string(*key) + ", found '" + std::string(word) + "'";
    }
  }
  if (!members.Blank()) return "expected ',' or '}'";
  if (!sequence || !index || !data) return "expected seq_id, qsl_idx and data in each entry";
  answer.sequence = *sequence;
  answer.sample_index = *index;
  answer.data = std::move(data_bytes);
  return {};
}

}  // namespace

std::optional<std::vector<std::byte>> ParseHex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = DigitOf(digits[2 * i]), low = DigitOf(digits[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<std::byte>(high * 16 + low);
  }
  return bytes;
}

MlperfAccuracyReader::MlperfAccuracyReader(std::string file, std::function<void(MlperfAnswer&&)> take)
    : file_(std::move(file)), take_(std::move(take)) {}

void MlperfAccuracyReader::Break(std::string what, int line) {
  state_ = State::kDamaged;
  read_.damage = Error{ErrorCode::kSyntax, std::move(what), {{.file = file_, .line = line, .column = 1}}, {}};
}

void MlperfAccuracyReader::Entry() {
  MlperfAnswer answer;
  if (std::string wrong = ReadEntry(entry_, data_, token_data_, answer); !wrong.empty()) return Break(std::move(wrong), entry_line_);
  take_(std::move(answer));
  ++read_.entries;
  entry_.clear();
  state_ = State::kBetween;
  comma_ = false;
}

// At a quote that opens or closes a text.
void MlperfAccuracyReader::Quote() {
  in_text_ = !in_text_;
  if (!in_text_) return;
  const std::string_view key = KeyBefore(std::string_view(entry_).substr(0, entry_.size() - 1));
  hex_ = key == "data" ? &data_ : key == "token_data" ? &token_data_ : nullptr;
  if (hex_ != nullptr) hex_->clear();
  half_ = -1;
}

// Takes digits up to the quote behind them, or to the end of the piece.
void MlperfAccuracyReader::Digits(std::string_view& piece) {
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const int digit = DigitOf(piece[i]);
    if (digit >= 0) {
      if (half_ < 0) {
        half_ = digit;
      } else {
        hex_->push_back(static_cast<std::byte>(half_ * 16 + digit));
        half_ = -1;
      }
      continue;
    }
    const bool whole = piece[i] == '"' && half_ < 0;
    if (!whole) return Break((hex_ == &data_ ? "data" : "token_data") + std::string(kNotHex), entry_line_);
    hex_ = nullptr;
    in_text_ = false;
    entry_ += '"';
    piece.remove_prefix(i + 1);
    return;
  }
  piece = {};
}

void MlperfAccuracyReader::Add(std::string_view piece) {
  if (!any_ && piece.starts_with("\xEF\xBB\xBF")) piece.remove_prefix(3);
  any_ = any_ || !piece.empty();
  while (!piece.empty() && state_ != State::kDamaged) {
    if (state_ == State::kInEntry && hex_ != nullptr) {
      Digits(piece);
      continue;
    }
    if (state_ == State::kInEntry) {
      // Up to the next character that means something: most of a file is digits.
      const std::size_t at = piece.find_first_of(in_text_ ? "\"\n" : "\"}\n");
      entry_.append(piece.substr(0, at == piece.npos ? at : at + 1));
      if (at == piece.npos) return;
      const char c = piece[at];
      piece.remove_prefix(at + 1);
      if (c == '\n') ++line_;
      if (c == '"') Quote();
      if (c == '}') Entry();
      continue;
    }
    const char c = piece.front();
    piece.remove_prefix(1);
    if (c == '\n') ++line_;
    if (IsBlank(c)) continue;
    if (state_ == State::kStart && c == '[') {
      state_ = State::kBetween;
    } else if (state_ == State::kBetween && c == ']') {
      state_ = State::kAfter;
    } else if (state_ == State::kBetween && c == ',' && !comma_) {
      comma_ = true;
    } else if (state_ == State::kBetween && c == '{' && comma_) {
      state_ = State::kInEntry;
      entry_ = c;
      entry_line_ = line_;
    } else {
      Break(std::string("expected ") + (state_ == State::kStart ? "'['" : state_ == State::kAfter ? "the end" : comma_ ? "'{'" : "',' or ']'") +
                ", found '" + c + "'",
            line_);
    }
  }
}

Result<MlperfAccuracyRead> MlperfAccuracyReader::End() {
  if (!any_) return FailAt({file_}, ErrorCode::kEmpty, "the accuracy log is empty");
  if (state_ == State::kDamaged && read_.entries == 0) return std::unexpected(*read_.damage);
  if (state_ == State::kStart) {
    return FailAt({file_, line_, 1}, ErrorCode::kSyntax, "expected '[', found nothing");
  }
  if (state_ == State::kInEntry || state_ == State::kBetween) {
    Break("the file is cut off after " + std::to_string(read_.entries) + " whole entries: expected ']' at its end",
          line_);
  }
  return std::move(read_);
}

Result<MlperfAccuracyRead> ReadMlperfAccuracy(const std::string& path, std::function<void(MlperfAnswer&&)> take) {
  MlperfAccuracyReader reader(path, std::move(take));
  ASSAY_CHECK_OK(base::ReadFileInPieces(path, [&](std::span<const std::byte> piece) {
    reader.Add({reinterpret_cast<const char*>(piece.data()), piece.size()});
  }));
  return reader.End();
}

}  // namespace assay::record
