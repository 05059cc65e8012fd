// SPDX-License-Identifier: Apache-2.0
// All calls of ONNX Runtime are in this file, and so are all of its exceptions.
#include "sut/module_onnxruntime/ort_model.h"

#include <onnxruntime_cxx_api.h>
#include <onnxruntime_session_options_config_keys.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace assay::sut {

struct OrtModel::Session {
  Ort::Env env{ORT_LOGGING_LEVEL_FATAL, "assay"};  // errors come back as values; nothing else is for stderr
  Ort::Session session{nullptr};
};

struct OrtModel::Lane {
  std::vector<std::byte> input, output;
  Ort::MemoryInfo memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  Ort::RunOptions run_options;
};

namespace {

using Dims = std::vector<std::int64_t>;

std::optional<ElementType> FromOrt(ONNXTensorElementDataType type) {
  switch (type) {
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT: return ElementType::kFloat32;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8: return ElementType::kUInt8;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64: return ElementType::kInt64;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32: return ElementType::kInt32;
    default: return std::nullopt;
  }
}

ONNXTensorElementDataType ToOrt(ElementType type) {
  switch (type) {
    case ElementType::kUInt8: return ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8;
    case ElementType::kInt64: return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
    case ElementType::kInt32: return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32;
    case ElementType::kFloat32: break;
  }
  return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
}

std::string TypeName(ONNXTensorElementDataType type) {
  constexpr const char* kNames[] = {"undefined", "float32", "uint8",   "int8",    "uint16", "int16",
                                    "int32",     "int64",   "string",  "bool",    "float16", "float64",
                                    "uint32",    "uint64",  "complex64", "complex128", "bfloat16"};
  const auto number = static_cast<std::size_t>(type);
  return number < std::size(kNames) ? kNames[number] : "type " + std::to_string(number);
}

// "float32[N,8]"; N for an axis that the model leaves open.
std::string Text(ONNXTensorElementDataType type, const Dims& dims) {
  std::string text = TypeName(type) + "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    text += (i == 0 ? "" : ",") + (dims[i] < 0 ? std::string(i == 0 ? "N" : "?") : std::to_string(dims[i]));
  }
  return text + "]";
}

struct Port {
  std::string name;
  bool is_tensor = false;
  ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  Dims dims;
  std::string Describe() const {
    return "'" + name + "' " + (is_tensor ? Text(type, dims) : "that isn't a tensor");
  }
};

Port MakePort(std::string name, const Ort::TypeInfo& type) {
  Port port{.name = std::move(name), .dims = {}};
  if (type.GetONNXType() != ONNX_TYPE_TENSOR) return port;
  const auto tensor = type.GetTensorTypeAndShapeInfo();
  port.is_tensor = true;
  port.type = tensor.GetElementType();
  port.dims = tensor.GetShape();
  return port;
}

std::vector<Port> Inputs(const Ort::Session& session) {
  Ort::AllocatorWithDefaultOptions allocator;
  std::vector<Port> ports;
  for (std::size_t i = 0; i < session.GetInputCount(); ++i) {
    ports.push_back(MakePort(session.GetInputNameAllocated(i, allocator).get(), session.GetInputTypeInfo(i)));
  }
  return ports;
}

std::vector<Port> Outputs(const Ort::Session& session) {
  Ort::AllocatorWithDefaultOptions allocator;
  std::vector<Port> ports;
  for (std::size_t i = 0; i < session.GetOutputCount(); ++i) {
    ports.push_back(MakePort(session.GetOutputNameAllocated(i, allocator).get(), session.GetOutputTypeInfo(i)));
  }
  return ports;
}

std::string Join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string Join(const std::vector<Port>& ports) {
  std::vector<std::string> parts;
  for (const Port& port : ports) parts.push_back(port.Describe());
  return Join(parts);
}

struct Provider {
  std::string_view name, ort_name, package;
};
constexpr Provider kProviders[] = {
    {"cpu", "CPUExecutionProvider", "onnxruntime"},
    {"cuda", "CUDAExecutionProvider", "onnxruntime-gpu"},
    {"tensorrt", "TensorrtExecutionProvider", "onnxruntime-gpu"},
};

// The library says which providers it was built with.
Result<const Provider*> FindProvider(const std::string& name) {
  const auto* provider = std::ranges::find(kProviders, name, &Provider::name);
  if (provider == std::end(kProviders)) {
    return Fail(ErrorCode::kUnknownName, "option provider: expected cpu, cuda or tensorrt, found '" + name + "'");
  }
  const std::vector<std::string> available = Ort::GetAvailableProviders();
  if (std::ranges::find(available, provider->ort_name) == available.end()) {
    return Fail(ErrorCode::kSutFailed,
                "provider " + name + " isn't in the installed onnxruntime " + OrtModel::Version() + "; it has " +
                    Join(available),
                "install the library of the package " + std::string(provider->package) +
                    " in its place, or set provider: cpu");
  }
  return provider;
}

Result<GraphOptimizationLevel> FindOptimization(const std::string& name) {
  if (name == "none") return ORT_DISABLE_ALL;
  if (name == "basic") return ORT_ENABLE_BASIC;
  if (name == "extended") return ORT_ENABLE_EXTENDED;
  if (name == "all") return ORT_ENABLE_ALL;
  return Fail(ErrorCode::kUnknownName,
              "option optimization: expected none, basic, extended or all, found '" + name + "'");
}

// "cuda:1" -> 1, "" -> 0.
Result<int> DeviceNumber(const std::string& device) {
  const std::size_t colon = device.find(':');
  if (colon == std::string::npos) return 0;
  int number = 0;
  const char* last = device.data() + device.size();
  const auto [end, error] = std::from_chars(device.data() + colon + 1, last, number);
  if (error == std::errc{} && end == last && number >= 0) return number;
  return Fail(ErrorCode::kOutOfRange, "device: expected a number after the colon, found '" + device + "'");
}

void AppendProvider(Ort::SessionOptions& session, const Provider& provider, int device) {
  if (provider.name == "tensorrt") {
    OrtTensorRTProviderOptions tensorrt{};
    tensorrt.device_id = device;
    session.AppendExecutionProvider_TensorRT(tensorrt);
  }
  if (provider.name != "cpu") {  // TensorRT hands what it can't do to CUDA
    OrtCUDAProviderOptions cuda{};
    cuda.device_id = device;
    session.AppendExecutionProvider_CUDA(cuda);
  }
}

// A row of `dims` (which has a batch axis) fits `row` when all axes that the model fixes are equal.
bool RowFits(const Dims& dims, const Dims& row) {
  if (dims.size() != row.size() + 1) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (dims[i + 1] >= 0 && dims[i + 1] != row[i]) return false;
  }
  return true;
}

Dims WithBatch(std::size_t rows, const Dims& row) {
  Dims dims{static_cast<std::int64_t>(rows)};
  dims.insert(dims.end(), row.begin(), row.end());
  return dims;
}

}  // namespace

OrtModel::OrtModel() : session_(std::make_unique<Session>()) {}
OrtModel::~OrtModel() = default;

std::string OrtModel::Version() { return OrtGetApiBase()->GetVersionString(); }

Result<std::unique_ptr<OrtModel>> OrtModel::Open(const OrtOptions& options, const TensorShape& input) {
  if (OrtGetApiBase()->GetApi(ORT_API_VERSION) == nullptr) {
    return Fail(ErrorCode::kSutMissing,
                "expected ONNX Runtime 1." + std::to_string(ORT_API_VERSION) + " or newer, found " + Version(),
                "install a newer onnxruntime package");
  }
  try {
    ASSAY_TRY(provider, FindProvider(options.provider));
    ASSAY_TRY(optimization, FindOptimization(options.optimization));
    ASSAY_TRY(device, DeviceNumber(options.device));
    std::unique_ptr<OrtModel> model(new OrtModel);
    Ort::SessionOptions session;
    session.SetIntraOpNumThreads(options.threads);
    session.SetInterOpNumThreads(1);
    session.SetExecutionMode(ORT_SEQUENTIAL);
    session.SetGraphOptimizationLevel(optimization);
    session.AddConfigEntry(kOrtSessionOptionsConfigAllowIntraOpSpinning, options.spin ? "1" : "0");
    AppendProvider(session, *provider, device);
    model->session_->session = Ort::Session(model->session_->env, options.model.c_str(), session);
    model->device_ = provider->name == "cpu" ? "cpu" : "cuda:" + std::to_string(device);
    model->details_ = {{"provider", std::string(provider->ort_name)},
                       {"optimization", options.optimization},
                       {"threads", std::to_string(options.threads)},
                       {"spin", options.spin ? "true" : "false"},
                       {"batch", std::to_string(options.max_batch)}};
    ASSAY_CHECK_OK(model->CheckInput(input, options.max_batch));
    ASSAY_CHECK_OK(model->CheckOutput(options.output));
    ASSAY_CHECK_OK(model->WarmUp());
    return model;
  } catch (const std::exception& error) {
    return Fail(ErrorCode::kSutFailed, "onnxruntime can't open " + options.model + ": " + error.what());
  }
}

Result<void> OrtModel::CheckInput(const TensorShape& input, std::uint32_t max_batch) {
  const std::vector<Port> ports = Inputs(session_->session);
  const std::string expected = "input " + Text(ToOrt(input.type), WithBatch(1, input.dims)) +
                               " per sample with a batch axis in front";
  if (ports.size() != 1) {
    return Fail(ErrorCode::kSutMismatch, "expected a model with one " + expected + ", found " +
                                             std::to_string(ports.size()) + " inputs: " + Join(ports));
  }
  const Port& port = ports[0];
  if (FromOrt(port.type) != input.type || !RowFits(port.dims, input.dims)) {
    return Fail(ErrorCode::kSutMismatch, "expected " + expected + ", found " + port.Describe(),
                "make spec.input give what the model takes");
  }
  fixed_batch_ = port.dims[0] >= 0;
  if (fixed_batch_ && port.dims[0] != static_cast<std::int64_t>(max_batch)) {
    return Fail(ErrorCode::kSutMismatch,
                "the model computes batches of exactly " + std::to_string(port.dims[0]) + ", found batch.max " +
                    std::to_string(max_batch),
                "set batch: {max: " + std::to_string(port.dims[0]) + "}, or export the model with an open batch axis");
  }
  max_rows_ = max_batch;
  input_ = input;
  input_name_ = port.name;
  details_.emplace_back("input", port.name + " " + Text(port.type, port.dims));
  return {};
}

// Axes of the output that the model leaves open are learnt by WarmUp.
Result<void> OrtModel::CheckOutput(const std::string& wanted) {
  const std::vector<Port> ports = Outputs(session_->session);
  const auto port = wanted.empty() ? ports.begin() : std::ranges::find(ports, wanted, &Port::name);
  if (port == ports.end()) {
    return Fail(ErrorCode::kSutMismatch, "the model has no output '" + wanted + "'; it has " + Join(ports));
  }
  const std::optional<ElementType> type = port->is_tensor ? FromOrt(port->type) : std::nullopt;
  const bool has_batch =
      !port->dims.empty() && (port->dims[0] < 0 || port->dims[0] == static_cast<std::int64_t>(max_rows_));
  if (!type.has_value() || !has_batch) {
    return Fail(ErrorCode::kSutMismatch,
                "expected an output of float32, uint8, int32 or int64 with a row per sample, found " +
                    port->Describe(),
                ports.size() > 1 ? "choose another with options: {output: NAME} out of " + Join(ports) : "");
  }
  output_.type = *type;
  output_.dims.assign(port->dims.begin() + 1, port->dims.end());
  output_name_ = port->name;
  details_.emplace_back("output", port->name + " " + Text(port->type, port->dims));
  return {};
}

// A first run on zeros, so that the measured ones find the runtime's buffers made. A full batch of a large model can
// take minutes; a part of it does.
Result<void> OrtModel::WarmUp() {
  constexpr std::size_t kMostRows = 32;
  Lane lane;
  const std::size_t rows = fixed_batch_ ? max_rows_ : std::min(max_rows_, kMostRows);
  lane.input.resize(rows * input_.bytes());
  const Dims dims = WithBatch(rows, input_.dims);
  const Ort::Value value = Ort::Value::CreateTensor(lane.memory, lane.input.data(), lane.input.size(), dims.data(),
                                                    dims.size(), ToOrt(input_.type));
  const char* const inputs[] = {input_name_.c_str()};
  const char* const outputs[] = {output_name_.c_str()};
  std::vector<Ort::Value> results;
  try {
    results = session_->session.Run(lane.run_options, inputs, &value, 1, outputs, 1);
  } catch (const Ort::Exception& error) {
    return Fail(ErrorCode::kSutFailed, std::string("the model can't compute a batch of zeros: ") + error.what());
  }
  const Dims found = results[0].GetTensorTypeAndShapeInfo().GetShape();
  if (found.empty() || found[0] != static_cast<std::int64_t>(rows)) {
    return Fail(ErrorCode::kSutMismatch,
                "expected " + std::to_string(rows) + " rows of output for as many samples, found " +
                    Text(ToOrt(output_.type), found));
  }
  output_.dims.assign(found.begin() + 1, found.end());
  return {};
}

std::shared_ptr<OrtModel::Lane> OrtModel::MakeLane() const {
  auto lane = std::make_shared<Lane>();
  lane->input.resize(max_rows_ * input_.bytes());
  lane->output.resize(max_rows_ * output_.bytes());
  return lane;
}

std::span<std::byte> OrtModel::Input(Lane& lane, std::size_t row) const {
  return std::span(lane.input).subspan(row * input_.bytes(), input_.bytes());
}

std::span<const std::byte> OrtModel::Output(const Lane& lane, std::size_t row) const {
  return std::span(lane.output).subspan(row * output_.bytes(), output_.bytes());
}

Result<void> OrtModel::Run(Lane& lane, std::size_t rows) const {
  if (fixed_batch_ && rows < max_rows_) {
    std::memset(lane.input.data() + rows * input_.bytes(), 0, (max_rows_ - rows) * input_.bytes());
    rows = max_rows_;
  }
  const char* const inputs[] = {input_name_.c_str()};
  const char* const outputs[] = {output_name_.c_str()};
  try {
    const Dims in = WithBatch(rows, input_.dims), out = WithBatch(rows, output_.dims);
    const Ort::Value input = Ort::Value::CreateTensor(lane.memory, lane.input.data(), rows * input_.bytes(), in.data(),
                                                      in.size(), ToOrt(input_.type));
    Ort::Value output = Ort::Value::CreateTensor(lane.memory, lane.output.data(), rows * output_.bytes(), out.data(),
                                                 out.size(), ToOrt(output_.type));
    session_->session.Run(lane.run_options, inputs, &input, 1, outputs, &output, 1);
  } catch (const std::exception& error) {
    return Fail(ErrorCode::kSutFailed, error.what());
  }
  return {};
}

// Both only fail for want of memory, and then the run goes on: nothing that one could do about it.
void OrtModel::StopRuns(Lane& lane) const noexcept {
  try {
    lane.run_options.SetTerminate();
  } catch (...) {
  }
}

void OrtModel::AllowRuns(Lane& lane) const noexcept {
  try {
    lane.run_options.UnsetTerminate();
  } catch (...) {
  }
}

}  // namespace assay::sut
