// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <charconv>
#include <cmath>
#include <cstddef>

namespace assay::base {
namespace {

// Length of the well-formed UTF-8 sequence at the start of `text`, 0 when there is none (Unicode 15, table 3-7: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t Utf8Length(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF ? 2 : (lead & 0xF0) == 0xE0 ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = at(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

void AppendControl(std::string& out, unsigned char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: out += "\\u00"; out += kHex[c >> 4]; out += kHex[c & 15];
  }
}

template <class T>
void AppendNumber(std::string& out, T value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  out.append(text, end);
}

}  // namespace

void JsonWriter::NewLine() {
  if (indent_ == 0) return;
  out_ += '\n';
  out_.append(static_cast<std::size_t>(indent_ * depth_), ' ');
}

void JsonWriter::BeforeValue() {
  if (after_key_) {
    after_key_ = false;
  } else if (depth_ > 0) {
    if (!first_) out_ += ',';
    NewLine();
  }
  first_ = false;
}

JsonWriter& JsonWriter::Open(char bracket) {
  BeforeValue();
  out_ += bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  --depth_;
  if (!first_) NewLine();
  out_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  BeforeValue();
  Quoted(key);
  out_ += indent_ > 0 ? ": " : ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::Value(std::string_view text) {
  BeforeValue();
  Quoted(text);
  return *this;
}

JsonWriter& JsonWriter::Value(bool value) { return Raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::Value(double value) {
  if (!std::isfinite(value)) return Null();
  BeforeValue();
  AppendNumber(out_, value);
  return *this;
}

JsonWriter& JsonWriter::Signed(std::int64_t value) {
  BeforeValue();
  AppendNumber(out_, value);
  return *this;
}

JsonWriter& JsonWriter::Unsigned(std::uint64_t value) {
  BeforeValue();
  AppendNumber(out_, value);
  return *this;
}

JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  BeforeValue();
  out_ += json;
  return *this;
}

void JsonWriter::Quoted(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text.front());
    std::size_t length = Utf8Length(text);
    if (length == 0) {
      out_ += "\xEF\xBF\xBD";
      length = 1;
    } else if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += text.front();
    } else if (c < 0x20 || c == 0x7F) {
      AppendControl(out_, c);
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out_ += '"';
}

JsonValue::JsonValue() = default;
JsonValue::~JsonValue() = default;
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;

std::string_view JsonValue::KindName() const {
  switch (kind()) {
    case Kind::kNull: return "null";
    case Kind::kBool: return "true or false";
    case Kind::kInt64:
    case Kind::kUint64:
    case Kind::kDouble: return "a number";
    case Kind::kString: return "a text";
    case Kind::kArray: return "a list";
    case Kind::kObject: return "an object";
  }
  return "a value";
}

std::optional<bool> JsonValue::AsBool() const {
  const auto* value = std::get_if<bool>(&value_);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> JsonValue::AsInt64() const {
  const auto* value = std::get_if<std::int64_t>(&value_);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::uint64_t> JsonValue::AsUint64() const {
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_); value && *value >= 0) {
    return static_cast<std::uint64_t>(*value);
  }
  return std::nullopt;
}

std::optional<double> JsonValue::AsDouble() const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*value);
  return std::nullopt;
}

std::optional<std::string_view> JsonValue::AsString() const {
  const auto* value = std::get_if<std::string>(&value_);
  return value ? std::optional<std::string_view>(*value) : std::nullopt;
}

std::span<const JsonValue> JsonValue::items() const {
  const auto* value = std::get_if<Array>(&value_);
  return value ? std::span<const JsonValue>(*value) : std::span<const JsonValue>();
}

std::span<const JsonMember> JsonValue::members() const {
  const auto* value = std::get_if<Object>(&value_);
  return value ? std::span<const JsonMember>(*value) : std::span<const JsonMember>();
}

const JsonValue* JsonValue::Find(std::string_view key) const {
  for (const JsonMember& member : members()) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

void JsonValue::WriteTo(JsonWriter& writer) const {
  switch (kind()) {
    case Kind::kNull: writer.Null(); return;
    case Kind::kBool: writer.Value(std::get<bool>(value_)); return;
    case Kind::kInt64: writer.Value(std::get<std::int64_t>(value_)); return;
    case Kind::kUint64: writer.Value(std::get<std::uint64_t>(value_)); return;
    case Kind::kDouble: writer.Value(std::get<double>(value_)); return;
    case Kind::kString: writer.Value(std::get<std::string>(value_)); return;
    case Kind::kArray:
      writer.BeginArray();
      for (const JsonValue& item : items()) item.WriteTo(writer);
      writer.EndArray();
      return;
    case Kind::kObject:
      writer.BeginObject();
      for (const JsonMember& member : members()) {
        writer.Key(member.key);
        member.value.WriteTo(writer);
      }
      writer.EndObject();
      return;
  }
}

}  // namespace assay::base
