// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <optional>
#include <utility>

#include "record/mlperf_log_summary.h"

namespace assay::record {
namespace {

// "No errors …" is 0, "1 ERROR …" 1, "N ERRORS …" N; the same for warnings.
std::optional<std::uint64_t> CountIn(std::string_view line, std::string_view none, std::string_view noun) {
  if (line.starts_with(none)) return 0;
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), count);
  if (error != std::errc()) return std::nullopt;
  if (!line.substr(static_cast<std::size_t>(end - line.data())).starts_with(noun)) return std::nullopt;
  return count;
}

// Which section a title opens; null when it is none.
std::vector<MlperfField>* SectionOf(std::string_view title, MlperfSummaryText& summary) {
  if (title == "MLPerf Results Summary") return &summary.result;
  if (title == "Additional Stats") return &summary.additional;
  if (title == "Test Parameters Used") return &summary.parameters;
  return nullptr;
}

}  // namespace

std::string_view MlperfSummaryText::Find(std::string_view name) const {
  for (const auto* section : {&result, &additional, &parameters}) {
    for (const MlperfField& field : *section) {
      if (field.name == name) return field.value;
    }
  }
  return {};
}

Result<MlperfSummaryText> ReadMlperfSummary(std::string_view text, std::string_view file) {
  if (text.empty()) return FailAt({std::string(file)}, ErrorCode::kEmpty, "the summary is empty: the run wrote none");
  MlperfSummaryText summary;
  std::vector<MlperfField>* section = nullptr;
  bool warnings_seen = false, errors_seen = false, advice = false;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view whole = text.substr(0, end);
    const std::string_view line = Trimmed(whole);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (line.empty() || line.find_first_not_of('=') == line.npos) continue;
    if (auto* opened = SectionOf(line, summary)) {
      section = opened;
      advice = false;
    } else if (const auto warnings = CountIn(line, "No warnings encountered", " warning")) {
      summary.counts.warnings = *warnings;
      warnings_seen = true;
    } else if (const auto errors = CountIn(line, "No errors encountered", " ERROR")) {
      summary.counts.errors = *errors;
      errors_seen = true;
    } else if (line == "Recommendations:" || line.ends_with("Early Stopping Result:")) {
      advice = true;
    } else if (advice) {
      summary.recommendations.emplace_back(line);
    } else if (section != nullptr) {
      const std::size_t colon = line.find(':');
      if (colon == line.npos) continue;  // the rest of a warning
      section->push_back({std::string(Trimmed(line.substr(0, colon))), std::string(Trimmed(line.substr(colon + 1))), number});
    }
  }
  if (warnings_seen && errors_seen) return summary;
  if (section == nullptr && !warnings_seen) {
    return FailAt({std::string(file), 1, 1}, ErrorCode::kSyntax,
                  "expected a LoadGen summary ('MLPerf Results Summary'), found something else");
  }
  return FailAt({std::string(file), number, 1}, ErrorCode::kSyntax,
                "the summary ends before its counts of warnings and errors: the run was cut off");
}

}  // namespace assay::record
