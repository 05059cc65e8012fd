// SPDX-License-Identifier: Apache-2.0
// A protobuf message is a sequence of (tag, value); tag = field number * 8 + wire type. A reader that knows a few field
// numbers can skip all others, so this needs neither the schema nor a protobuf library. Every length is checked against
// what is left.
#include "sut/module_onnxruntime/onnx_precision.h"

#include <array>
#include <limits>
#include <string_view>

namespace assay::sut {
namespace {

using Bytes = std::span<const std::byte>;

struct Field {
  std::uint64_t number;
  std::uint64_t value;  // of a varint; 0 for other wire types
  Bytes bytes;          // of a length-delimited field
};

class WireReader {
 public:
  explicit WireReader(Bytes bytes) : left_(bytes) {}

  // False at the end and at malformed bytes; `ok` tells which.
  bool Next(Field* field) {
    if (left_.empty() || !ok_) return false;
    std::uint64_t tag = 0, length = 0;
    if (!Varint(&tag) || tag >> 3 == 0) return ok_ = false;
    *field = {tag >> 3, 0, {}};
    switch (tag & 7) {
      case 0: return ok_ = Varint(&field->value);
      case 1: return ok_ = Skip(8, nullptr);
      case 2: return ok_ = Varint(&length) && Skip(length, &field->bytes);
      case 5: return ok_ = Skip(4, nullptr);
      default: return ok_ = false;  // groups are not used in ONNX
    }
  }
  bool ok() const { return ok_; }

  bool Varint(std::uint64_t* value) {
    *value = 0;
    for (unsigned shift = 0; shift < 70 && !left_.empty(); shift += 7) {
      const auto byte = std::to_integer<std::uint64_t>(left_.front());
      left_ = left_.subspan(1);
      if (shift < 64) *value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  bool at_end() const { return left_.empty(); }

 private:
  bool Skip(std::uint64_t length, Bytes* skipped) {
    if (length > left_.size()) return false;
    if (skipped != nullptr) *skipped = left_.first(static_cast<std::size_t>(length));
    left_ = left_.subspan(static_cast<std::size_t>(length));
    return true;
  }
  Bytes left_;
  bool ok_ = true;
};

std::string_view TextOf(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// TensorProto.DataType; types that say nothing about arithmetic (indices, shapes, texts) have no name.
std::string_view TypeName(std::uint64_t type) {
  constexpr std::array<std::string_view, 24> kNames = {
      "", "fp32", "int8", "int8", "", "", "", "", "", "", "fp16", "fp64",
      "", "", "", "", "bf16", "fp8", "fp8", "fp8", "fp8", "int4", "int4", "fp4"};
  return type < kNames.size() ? kNames[type] : "";
}

std::uint64_t SaturatingProduct(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

void NoteOperator(std::string_view name, OnnxContent* content) {
  if (name == "MatMulNBits" || name == "GatherBlockQuantized") {
    content->quantised_int4 = true;
  } else if (name.starts_with("QLinear") || name.ends_with("Integer") || name.find("Quantize") != name.npos ||
             name == "QGemm" || name == "QAttention" || name == "MatMulIntegerToFloat") {
    content->quantised_int8 = true;
  }
}

bool ReadTensor(Bytes bytes, OnnxContent* content) {
  std::uint64_t type = 0, elements = 1;
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    if (field.number == 2) type = field.value;
    if (field.number != 1) continue;
    if (field.bytes.data() == nullptr) {
      elements = SaturatingProduct(elements, field.value);
      continue;
    }
    WireReader dims(field.bytes);  // packed
    while (!dims.at_end()) {
      std::uint64_t dim = 0;
      if (!dims.Varint(&dim)) return false;
      elements = SaturatingProduct(elements, dim);
    }
  }
  const std::string_view name = TypeName(type);
  if (!name.empty()) {
    std::uint64_t& sum = content->parameters[std::string(name)];
    if (__builtin_add_overflow(sum, elements, &sum)) sum = std::numeric_limits<std::uint64_t>::max();
  }
  return reader.ok();
}

bool ReadSparseTensor(Bytes bytes, OnnxContent* content) {
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    if (field.number == 1 && !ReadTensor(field.bytes, content)) return false;
  }
  return reader.ok();
}

bool ReadGraph(Bytes bytes, int depth, OnnxContent* content);

bool ReadAttribute(Bytes bytes, int depth, OnnxContent* content) {
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    bool ok = true;
    if (field.number == 5 || field.number == 10) ok = ReadTensor(field.bytes, content);
    if (field.number == 6 || field.number == 11) ok = ReadGraph(field.bytes, depth + 1, content);
    if (field.number == 22) ok = ReadSparseTensor(field.bytes, content);
    if (!ok) return false;
  }
  return reader.ok();
}

bool ReadNode(Bytes bytes, int depth, OnnxContent* content) {
  content->has_nodes = true;
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    if (field.number == 4) NoteOperator(TextOf(field.bytes), content);
    if (field.number == 5 && !ReadAttribute(field.bytes, depth, content)) return false;
  }
  return reader.ok();
}

bool ReadGraph(Bytes bytes, int depth, OnnxContent* content) {
  constexpr int kMostDepth = 32;
  if (depth > kMostDepth) return false;
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    bool ok = true;
    if (field.number == 1) ok = ReadNode(field.bytes, depth, content);
    if (field.number == 5) ok = ReadTensor(field.bytes, content);
    if (field.number == 15) ok = ReadSparseTensor(field.bytes, content);
    if (!ok) return false;
  }
  return reader.ok();
}

bool ReadFunction(Bytes bytes, OnnxContent* content) {
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    if (field.number == 7 && !ReadNode(field.bytes, 0, content)) return false;
  }
  return reader.ok();
}

}  // namespace

std::optional<OnnxContent> ReadOnnxContent(Bytes bytes) {
  OnnxContent content;
  WireReader reader(bytes);
  for (Field field; reader.Next(&field);) {
    if (field.number == 7 && !ReadGraph(field.bytes, 0, &content)) return std::nullopt;
    if (field.number == 25 && !ReadFunction(field.bytes, &content)) return std::nullopt;
  }
  if (!reader.ok() || !content.has_nodes) return std::nullopt;
  return content;
}

std::string PrecisionOf(const OnnxContent& content) {
  if (content.quantised_int8 || content.quantised_int4) {
    if (content.parameters.contains("fp8")) return content.parameters.contains("int8") ? "mixed" : "fp8";
    if (content.quantised_int4) return content.quantised_int8 ? "mixed" : "int4";
    if (content.parameters.contains("int4")) return content.parameters.contains("int8") ? "mixed" : "int4";
    return "int8";
  }
  std::string found;
  for (const char* type : {"fp32", "fp16", "bf16", "fp64", "fp8", "fp4"}) {
    if (!content.parameters.contains(type)) continue;
    if (!found.empty()) return "mixed";
    found = type;
  }
  return found.empty() ? "fp32" : found;
}

}  // namespace assay::sut
