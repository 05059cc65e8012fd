// SPDX-License-Identifier: Apache-2.0
// The precision of an ONNX model as its bytes show it, without running or trusting anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace assay::sut {

struct OnnxContent {
  std::map<std::string, std::uint64_t> parameters;  // element type ("fp32", "int8") -> elements of stored tensors
  bool quantised_int8 = false;  // holds operators that compute in or convert from 8-bit integers
  bool quantised_int4 = false;
  bool has_nodes = false;
};

// Stored tensors and operators of a model, of its sub-graphs and of its functions.
// Shape    the whole file's bytes (an ONNX ModelProto); any bytes are safe.
// Errors   empty when the bytes aren't a well-formed ModelProto with a graph that has nodes.
// Threads  safe: no shared state. Time is linear in the bytes times the nesting depth, which is limited to 32.
// Source   onnx/onnx.proto (field numbers), protobuf encoding (wire format).
std::optional<OnnxContent> ReadOnnxContent(std::span<const std::byte> bytes);

// One word for it: "int8" or "int4" for quantised models (scales, biases and unquantised layers stay in floating
// point in all of them), else the one floating-point type of the stored tensors ("fp32", "fp16", "bf16", "fp64"),
// "mixed" for several, "fp32" when none is stored.
std::string PrecisionOf(const OnnxContent& content);

}  // namespace assay::sut
