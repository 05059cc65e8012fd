// SPDX-License-Identifier: Apache-2.0
#include "record/mlperf_log.h"

#include <iterator>

namespace assay::record {
namespace {

constexpr std::string_view kScenarios[] = {"SingleStream", "MultiStream", "Server", "Offline"};
constexpr std::string_view kModes[] = {"SubmissionRun", "AccuracyOnly", "PerformanceOnly", "FindPeakPerformance"};

template <class T, std::size_t n>
std::optional<T> Find(const std::string_view (&names)[n], std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<T>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string_view NameOf(MlperfScenario scenario) {
  const auto i = static_cast<std::size_t>(scenario);
  return i < std::size(kScenarios) ? kScenarios[i] : "Invalid Scenario";
}

std::string_view NameOf(MlperfMode mode) {
  const auto i = static_cast<std::size_t>(mode);
  return i < std::size(kModes) ? kModes[i] : "Invalid Mode";
}

std::optional<MlperfScenario> ParseMlperfScenario(std::string_view name) {
  return Find<MlperfScenario>(kScenarios, name);
}

std::optional<MlperfMode> ParseMlperfMode(std::string_view name) { return Find<MlperfMode>(kModes, name); }

}  // namespace assay::record
