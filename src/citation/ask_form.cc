// SPDX-License-Identifier: Apache-2.0
#include "citation/ask_form.h"

#include <algorithm>

namespace assay::citation {
namespace {

// A YAML text in double quotes: whatever the value looks like, it stays a text.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else {
      out += ' ';
    }
  }
  return out + "\"";
}

std::string OneLine(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return out;
}

bool IsField(std::string_view name) {
  return std::find(std::begin(kFields), std::end(kFields), name) != std::end(kFields);
}

void WriteOne(const Assessment& assessment, std::string& out) {
  std::string_view start = "  - ";
  const auto line = [&](const std::string& text) {
    out += start;
    out += text;
    out += '\n';
    start = "    ";
  };
  if (!assessment.quote.text.empty()) line("claim: " + Quoted(assessment.quote.text));
  for (const auto& [field, value] : assessment.quote.stated) line(field + ": " + Quoted(value));
  if (!assessment.quote.compared_with.empty()) {
    line("compared_with:");
    for (const Facts& side : assessment.quote.compared_with) {
      std::string_view item = "      - ";
      for (const auto& [field, value] : side) {
        out += std::string(item) + field + ": " + Quoted(value) + "\n";
        item = "        ";
      }
    }
  }
  for (const auto& [field, question] : assessment.ask) {
    if (assessment.quote.stated.contains(field)) {
      line("# " + OneLine(question));
      continue;
    }
    if (start == "  - ") line("# a citation without facts");
    out += "    # " + OneLine(question) + "\n";
    if (IsField(field)) line(field + ":");
  }
}

}  // namespace

std::string AskForm(std::span<const Assessment> assessments) {
  std::string out =
      "# Questions for the vendor. Write each answer behind its key and leave empty what isn't known;\n"
      "# then `assay cite` reads this file with the answers as stated facts.\n"
      "citations:\n";
  for (const Assessment& assessment : assessments) WriteOne(assessment, out);
  return out;
}

}  // namespace assay::citation
