// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/log_scorer.h"

#include <charconv>

namespace assay::run {

Result<std::string> OneTruth(const ScorerOptions& options, std::string_view what) {
  if (options.truths.size() != 1) {
    return Fail(ErrorCode::kUsage, "expected one --truth, " + std::string(what) + "; found " +
                                       std::to_string(options.truths.size()));
  }
  return options.truths.front();
}

std::string FixedNumber(double value, int places) {
  char text[400];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, places);
  return {text, written.ptr};
}

std::string ShortestNumber(double value) {
  char text[400];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
  std::string number(text, written.ptr);
  if (number.find('.') == number.npos) number += ".0";
  return number;
}

}  // namespace assay::run
