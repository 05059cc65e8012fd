// SPDX-License-Identifier: Apache-2.0
// From a model's output tensor to an answer: a score, a class, or both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/executor.h"
#include "assay/result.h"
#include "spec/spec.h"

namespace assay::data {

struct Answer {
  std::optional<double> score;            // finite
  std::optional<std::int32_t> predicted;  // class number; binary: 1 = positive
};

// "probabilities[1]" in its parts; the index of "label" or "logits" alone is 0.
struct ScorePlace {
  std::string tensor;
  std::size_t element = 0;
};
// Errors   kSyntax for another form.
Result<ScorePlace> ParseScorePlace(std::string_view text);

// Reads outputs of one form.
// Threads  safe: no state changes after Make.
class AnswerReader {
 public:
  // `type` and `output_bytes` as the executor describes its output. With `score`, the class is score >= threshold (0.5
  // when the spec has none); with `argmax` the largest element, the first of equal ones; with neither, a single integer
  // element is the class.
  // Errors  kMissingKey when nothing says which element is the answer; kSutMismatch when the output lacks it; kSyntax.
  static Result<AnswerReader> Make(const spec::OutputSpec& spec, ElementType type, std::size_t output_bytes);

  // Errors  kSutMismatch for an output of another length; kNotFinite for NaN and infinity in what is read.
  Result<Answer> Read(std::span<const std::byte> output) const;

 private:
  std::optional<std::size_t> score_;
  bool argmax_ = false;
  double threshold_ = 0.5;
  ElementType type_ = ElementType::kFloat32;
  std::size_t elements_ = 0;
};

}  // namespace assay::data
