// SPDX-License-Identifier: Apache-2.0
#include "base/json_reader.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace assay::base {
namespace {

constexpr std::size_t kMostLevels = 128;

// Walks the text and tells how far the lexer has come, which is where a token just read ends.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

Where Locate(std::string_view text, std::size_t offset, std::string_view file) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  const std::size_t line_end = std::min(text.find_first_of("\r\n", offset), text.size());
  Where where;
  where.file = file;
  where.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  where.column = static_cast<int>(offset - line_start) + 1;
  where.source = text.substr(line_start, std::min<std::size_t>(line_end - line_start, 400));
  return where;
}

// Builds the value from the parser's events; an event that returns false stops the parser.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, std::string_view file, const char** furthest)
      : text_(text), file_(file), furthest_(furthest) {}

  bool null() override { return Put(JsonValue()); }
  bool boolean(bool value) override { return Put(JsonValue(value)); }
  bool number_integer(std::int64_t value) override { return Put(JsonValue(value)); }
  bool number_unsigned(std::uint64_t value) override { return Put(JsonValue(value)); }
  bool number_float(double value, const std::string& token) override {
    if (token.find_first_of(".eE") != token.npos) return Put(JsonValue(value));
    // The lexer may stand one byte behind the number already.
    return Stop(text_.rfind(token, Offset() - token.size()), ErrorCode::kOutOfRange,
                "expected an integer of at most 64 bits, found " + token);
  }
  bool string(std::string& value) override { return Put(JsonValue(std::move(value))); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return Begin(true); }
  bool start_array(std::size_t) override { return Begin(false); }

  bool key(std::string& value) override {
    const auto& members = levels_.back().members;
    if (std::any_of(members.begin(), members.end(), [&](const JsonMember& m) { return m.key == value; })) {
      return Stop(StartOfText(), ErrorCode::kDuplicateKey, "key '" + value + "' stands twice in this object");
    }
    levels_.back().members.push_back({std::move(value), JsonValue()});
    return true;
  }

  bool end_object() override {
    JsonValue value(std::move(levels_.back().members));
    levels_.pop_back();
    return Put(std::move(value));
  }

  bool end_array() override {
    JsonValue value(std::move(levels_.back().items));
    levels_.pop_back();
    return Put(std::move(value));
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error) override {
    const std::size_t offset = position == 0 ? 0 : position - 1;
    if (error.id == 406) return Stop(Offset(), ErrorCode::kOutOfRange, "expected a finite number, found " + token);
    if (offset >= text_.size()) return Stop(text_.size(), ErrorCode::kSyntax, "the text ends inside a JSON value");
    return Stop(offset, ErrorCode::kSyntax, "not JSON from here on: " + Reason(error.what()));
  }

  Result<JsonValue> Finish() && {
    if (error_) return std::unexpected(*std::move(error_));
    if (!root_) return Fail(ErrorCode::kInternal, "JSON parser stopped without a reason");
    return *std::move(root_);
  }

 private:
  struct Level {
    bool is_object;
    JsonValue::Array items;
    JsonValue::Object members;
  };

  // The library's message without its own prefix ("[json.exception…] parse error at line 1, column 2: ").
  static std::string Reason(std::string_view what) {
    const std::size_t colon = what.find(": ");
    return std::string(colon == what.npos ? what : what.substr(colon + 2));
  }

  std::size_t Offset() const { return static_cast<std::size_t>(*furthest_ - text_.data()); }

  // Offset of the opening quote of the text that has just been read.
  std::size_t StartOfText() const {
    std::size_t quote = text_.rfind('"', Offset() - 2);
    while (quote != text_.npos && quote > 0) {
      std::size_t first = quote;
      while (first > 0 && text_[first - 1] == '\\') --first;
      if ((quote - first) % 2 == 0) break;
      quote = text_.rfind('"', quote - 1);
    }
    return quote;
  }

  bool Stop(std::size_t offset, ErrorCode code, std::string what) {
    if (!error_) error_ = Error{code, std::move(what), {Locate(text_, offset, file_)}};
    return false;
  }

  bool Begin(bool is_object) {
    if (levels_.size() == kMostLevels) {
      return Stop(Offset() - 1, ErrorCode::kSyntax, "nested deeper than " + std::to_string(kMostLevels) + " levels");
    }
    levels_.push_back({is_object, {}, {}});
    return true;
  }

  bool Put(JsonValue value) {
    if (levels_.empty()) root_ = std::move(value);
    else if (levels_.back().is_object) levels_.back().members.back().value = std::move(value);
    else levels_.back().items.push_back(std::move(value));
    return true;
  }

  std::string_view text_;
  std::string_view file_;
  const char** furthest_;
  std::vector<Level> levels_;
  std::optional<JsonValue> root_;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonValue> ReadJson(std::string_view text, std::string_view file) {
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    return FailAt({std::string(file), 1, 1}, ErrorCode::kEmpty, "expected a JSON value, found no text");
  }
  const char* furthest = text.data();
  Builder builder(text, file, &furthest);
  try {
    nlohmann::json::sax_parse(CountingIterator(text.data(), &furthest),
                              CountingIterator(text.data() + text.size(), &furthest), &builder);
  } catch (const std::exception& error) {
    return FailAt({std::string(file)}, ErrorCode::kInternal, std::string("JSON parser: ") + error.what());
  }
  return std::move(builder).Finish();
}

}  // namespace assay::base
