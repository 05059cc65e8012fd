// SPDX-License-Identifier: Apache-2.0
#include "data/output/answer_reader.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace assay::data {
namespace {

template <class T>
T At(std::span<const std::byte> output, std::size_t element) {
  T value;
  std::memcpy(&value, output.data() + element * sizeof(T), sizeof(T));
  return value;
}

// Exact for all but integers above 2^53, which are no class and no score.
double Element(std::span<const std::byte> output, ElementType type, std::size_t element) {
  switch (type) {
    case ElementType::kFloat32: return static_cast<double>(At<float>(output, element));
    case ElementType::kUInt8: return static_cast<double>(At<std::uint8_t>(output, element));
    case ElementType::kInt64: return static_cast<double>(At<std::int64_t>(output, element));
    case ElementType::kInt32: return static_cast<double>(At<std::int32_t>(output, element));
  }
  return NAN;
}

}  // namespace

Result<ScorePlace> ParseScorePlace(std::string_view text) {
  const auto refuse = [&] {
    return FailAt({.path = "data.output.score"}, ErrorCode::kSyntax,
                  "expected NAME[INDEX] like probabilities[1], found '" + std::string(text) + "'");
  };
  const std::size_t open = text.find('[');
  if (open == 0 || text.empty()) return refuse();
  ScorePlace place{.tensor = std::string(text.substr(0, open))};
  if (open == text.npos) return place;
  const std::string_view index = text.substr(open + 1);
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), place.element);
  if (error != std::errc() || std::string_view(end, index.data() + index.size()) != "]") return refuse();
  return place;
}

Result<AnswerReader> AnswerReader::Make(const spec::OutputSpec& spec, ElementType type, std::size_t output_bytes) {
  AnswerReader reader;
  reader.type_ = type;
  reader.elements_ = output_bytes / SizeOf(type);
  reader.argmax_ = spec.argmax;
  reader.threshold_ = spec.threshold.value_or(0.5);
  if (!spec.score.empty()) {
    ASSAY_TRY(place, ParseScorePlace(spec.score));
    if (place.element >= reader.elements_) {
      return FailAt({.path = "data.output.score"}, ErrorCode::kSutMismatch,
                    "'" + spec.score + "' names element " + std::to_string(place.element) + ", but the output has " +
                        std::to_string(reader.elements_));
    }
    reader.score_ = place.element;
  }
  const bool is_class = reader.elements_ == 1 && type != ElementType::kFloat32;
  if (!reader.score_ && !reader.argmax_ && !is_class) {
    return FailAt({.path = "data.output"}, ErrorCode::kMissingKey,
                  "expected score or argmax: the output has " + std::to_string(reader.elements_) +
                      " elements, and nothing says which one is the answer");
  }
  return reader;
}

Result<Answer> AnswerReader::Read(std::span<const std::byte> output) const {
  if (output.size() != elements_ * SizeOf(type_)) {
    return Fail(ErrorCode::kSutMismatch, "expected an output of " + std::to_string(elements_ * SizeOf(type_)) +
                                             " bytes, found " + std::to_string(output.size()));
  }
  Answer answer;
  if (score_) {
    const double score = Element(output, type_, *score_);
    if (!std::isfinite(score)) return Fail(ErrorCode::kNotFinite, "the score is " + std::to_string(score));
    answer.score = score;
    answer.predicted = score >= threshold_ ? 1 : 0;
  }
  if (argmax_) {
    std::size_t largest = 0;
    for (std::size_t element = 0; element < elements_; ++element) {
      const double value = Element(output, type_, element);
      if (!std::isfinite(value)) {
        return Fail(ErrorCode::kNotFinite, "element " + std::to_string(element) + " of the output is " + std::to_string(value));
      }
      if (value > Element(output, type_, largest)) largest = element;
    }
    answer.predicted = static_cast<std::int32_t>(largest);
  }
  if (!score_ && !argmax_) {
    const double number = Element(output, type_, 0);
    if (number < 0 || number > INT32_MAX) {
      return Fail(ErrorCode::kOutOfRange, "expected a class number, found " + std::to_string(number));
    }
    answer.predicted = static_cast<std::int32_t>(number);
  }
  return answer;
}

}  // namespace assay::data
