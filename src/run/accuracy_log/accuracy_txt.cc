// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_txt.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "results/import/accuracy_lines.h"

namespace assay::run {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Whether what follows the number belongs to it: "76,014", "7.6e1", "1-2".
bool GoesOn(std::string_view after) {
  if (after.size() < 2) return false;
  if (after[0] == 'e' || after[0] == 'E') return IsDigit(after[1]) || after[1] == '+' || after[1] == '-';
  return (after[0] == ',' || after[0] == '-' || after[0] == '+') && IsDigit(after[1]);
}

// The number of the gate's metric in one line; empty when it isn't there. Speech gates are on 100 - WER, which stands
// behind the error rate.
std::string NumberIn(std::string_view line, round::Gate gate) {
  if (gate.metric == "WER") gate.metric = "ACCURACY";
  const std::string found = results::AccuracyTextOf(line, std::span(&gate, 1));
  const std::size_t colon = found.find(": ");
  return colon == found.npos ? std::string() : found.substr(colon + 2);
}

}  // namespace

Result<AccuracyTxt> ParseAccuracyTxt(std::string_view text, const std::string& file, std::span<const round::Gate> gates) {
  AccuracyTxt read;
  read.sha256 = base::Sha256Hex(text);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const Where place{.file = file, .line = number, .column = 1, .source = std::string(line.substr(0, 200))};
    if (line.starts_with("hash=")) read.hash = line.substr(5);
    for (const round::Gate& gate : gates) {
      const std::string digits = NumberIn(line, gate);
      if (digits.empty()) continue;
      if (GoesOn(line.substr(line.find(digits) + digits.size()))) {
        return FailAt(place, ErrorCode::kBadRow, "the number of " + std::string(gate.metric) + " isn't digits and a dot",
                      "the official checker reads '" + digits + "' here");
      }
      double value = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
      const auto before = std::ranges::find(read.figures, gate.metric, &AccuracyFigure::metric);
      if (before == read.figures.end()) {
        read.figures.push_back({.metric = std::string(gate.metric), .value = value, .printed = digits, .low = {}, .high = {},
                                .interval = {}, .note = {}});
      } else if (*before->value != value) {
        return FailAt(place, ErrorCode::kContradiction, std::string(gate.metric) + " is " + before->printed +
                                                            " above and " + digits + " here",
                      "the official checker goes by the order of lines; one log has one accuracy");
      }
    }
  }
  return read;
}

Result<AccuracyTxt> ReadAccuracyTxt(const std::string& path, std::span<const round::Gate> gates) {
  ASSAY_TRY(text, base::ReadFile(path));
  return ParseAccuracyTxt(text, path, gates);
}

}  // namespace assay::run
