// SPDX-License-Identifier: Apache-2.0
// One ONNX model opened in ONNX Runtime, checked against the input that it will get.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/executor.h"
#include "assay/result.h"

namespace assay::sut {

struct OrtOptions {
  std::string model;
  std::string device;                // "" or "cpu"; "cuda:1" names the second GPU
  std::string provider = "cpu";      // cpu, cuda, tensorrt
  std::string optimization = "all";  // none, basic, extended, all
  std::string output;                // empty = the model's first
  int threads = 1;
  std::uint32_t max_batch = 1;
  bool spin = false;
};

class OrtModel {
 public:
  // Threads  safe; the parts of a lane belong to one thread at a time.
  struct Lane;

  // Errors   kSutMissing (library too old), kSutFailed (provider not in the library, model can't be loaded),
  //          kUnknownName (provider, optimization), kSutMismatch (input or output doesn't fit).
  static Result<std::unique_ptr<OrtModel>> Open(const OrtOptions& options, const TensorShape& input);
  ~OrtModel();
  OrtModel(const OrtModel&) = delete;
  OrtModel& operator=(const OrtModel&) = delete;

  // Buffers for one worker. One lane computes one batch at a time.
  std::shared_ptr<Lane> MakeLane() const;
  // Where the input of a batch's `row` goes, and where its output is after Run.
  std::span<std::byte> Input(Lane& lane, std::size_t row) const;
  std::span<const std::byte> Output(const Lane& lane, std::size_t row) const;
  // Computes the first `rows` rows.
  // Errors   kSutFailed with the runtime's message.
  Result<void> Run(Lane& lane, std::size_t rows) const;
  // Makes a Run that is going on return soon, with an error. From any thread; until AllowRuns.
  void StopRuns(Lane& lane) const noexcept;
  void AllowRuns(Lane& lane) const noexcept;

  static std::string Version();
  const TensorShape& output() const { return output_; }
  const std::string& device() const { return device_; }
  // What was opened: provider, optimization, names of input and output, …
  const std::vector<std::pair<std::string, std::string>>& details() const { return details_; }

 private:
  struct Session;
  OrtModel();
  Result<void> CheckInput(const TensorShape& input, std::uint32_t max_batch);
  Result<void> CheckOutput(const std::string& wanted);
  Result<void> WarmUp();

  std::unique_ptr<Session> session_;
  std::string input_name_, output_name_, device_;
  TensorShape input_, output_;
  std::size_t max_rows_ = 1;
  bool fixed_batch_ = false;  // the model computes max_rows_ rows, whatever is needed
  std::vector<std::pair<std::string, std::string>> details_;
};

}  // namespace assay::sut
