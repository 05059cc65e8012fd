// SPDX-License-Identifier: Apache-2.0
// JSON as this program writes it, and as a value once read. Reading text is base/json_reader.h, a target of its own.
//
// The writer streams into a string, keeps the order in which it is called, and writes numbers as the shortest text that
// reads back to the same value, so that equal values give equal bytes.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::base {

// Appends one JSON document to a string.
// Range    calls must form a document: a Key before each value inside an object, as many Ends as Begins; what doesn't
//          is a bug of the caller and gives text that isn't JSON.
// Errors   none: a non-finite double is written as null, bytes that aren't UTF-8 as U+FFFD.
// Threads  one writer belongs to one thread.
// Source   RFC 8259.
class JsonWriter {
 public:
  // `indent` blanks a level; 0 = all on one line, without blanks.
  explicit JsonWriter(std::string& out, int indent = 0) : out_(out), indent_(indent) {}

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view key);

  JsonWriter& Value(std::string_view text);
  JsonWriter& Value(const std::string& text) { return Value(std::string_view(text)); }
  JsonWriter& Value(const char* text) { return Value(std::string_view(text)); }
  JsonWriter& Value(bool value);
  JsonWriter& Value(double value);
  JsonWriter& Value(std::signed_integral auto value) { return Signed(value); }
  JsonWriter& Value(std::unsigned_integral auto value) { return Unsigned(value); }
  JsonWriter& Null();
  // Null when empty: what isn't known is not 0.
  template <class T>
  JsonWriter& Value(const std::optional<T>& value) {
    return value ? Value(*value) : Null();
  }
  // Text that is a JSON value already, put in as it is.
  JsonWriter& Raw(std::string_view json);

  template <class T>
  JsonWriter& Member(std::string_view key, const T& value) {
    return Key(key).Value(value);
  }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  JsonWriter& Signed(std::int64_t value);
  JsonWriter& Unsigned(std::uint64_t value);
  void BeforeValue();
  void NewLine();
  void Quoted(std::string_view text);

  std::string& out_;
  int indent_;
  int depth_ = 0;
  bool first_ = true;      // nothing stands in the innermost bracket yet
  bool after_key_ = false;
};

struct JsonMember;

// A JSON document as a value; an object keeps the order of its members.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { kNull, kBool, kInt64, kUint64, kDouble, kString, kArray, kObject };
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;

  // Defined in the source file: inlined, they trip a false "may be used uninitialized" of g++ 12.
  JsonValue();
  ~JsonValue();
  JsonValue(const JsonValue&);
  JsonValue(JsonValue&&) noexcept;
  JsonValue& operator=(const JsonValue&);
  JsonValue& operator=(JsonValue&&) noexcept;

  JsonValue(bool value) : value_(value) {}
  JsonValue(std::int64_t value) : value_(value) {}
  // Kept apart from int64 only above its range.
  JsonValue(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(INT64_MAX)) value_ = value;
    else value_ = static_cast<std::int64_t>(value);
  }
  JsonValue(double value) : value_(value) {}
  JsonValue(std::string value) : value_(std::move(value)) {}
  JsonValue(Array value) : value_(std::move(value)) {}
  JsonValue(Object value) : value_(std::move(value)) {}

  Kind kind() const { return static_cast<Kind>(value_.index()); }
  // "null", "a text", "a number", …: for messages.
  std::string_view KindName() const;
  bool IsNull() const { return kind() == Kind::kNull; }

  // Empty when the value is of another kind or, for numbers, when it doesn't fit exactly.
  std::optional<bool> AsBool() const;
  std::optional<std::int64_t> AsInt64() const;
  std::optional<std::uint64_t> AsUint64() const;
  // Any number; an integer above 2^53 is rounded.
  std::optional<double> AsDouble() const;
  std::optional<std::string_view> AsString() const;
  // Empty for another kind.
  std::span<const JsonValue> items() const;
  std::span<const JsonMember> members() const;
  // Null when this isn't an object or has no such key.
  const JsonValue* Find(std::string_view key) const;

  void WriteTo(JsonWriter& writer) const;

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

}  // namespace assay::base
