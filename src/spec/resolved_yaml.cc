// SPDX-License-Identifier: Apache-2.0
#include "spec/resolved_yaml.h"

#include "spec/spec_table.h"

namespace assay::spec {

std::vector<ResolvedLine> ResolvedLines(const Spec& spec) {
  std::vector<ResolvedLine> lines;
  TableLines(SpecTable(), &spec, "", 0, lines);
  return lines;
}

std::string OriginOf(const Spec& spec, const std::string& path) {
  const auto at = spec.origins.find(path);
  return at == spec.origins.end() ? "default" : at->second;
}

std::string ResolvedYaml(const Spec& spec) {
  std::string text;
  for (const ResolvedLine& line : ResolvedLines(spec)) {
    const int blanks = 2 * (line.item ? line.indent - 1 : line.indent);
    text += std::string(static_cast<std::size_t>(blanks), ' ');
    if (line.item) text += "- ";
    text += line.key + ":";
    if (!line.value.empty()) {
      const std::string origin = OriginOf(spec, line.path);
      text += " " + line.value + (origin == "default" ? "  # default" : "  # from " + origin);
    }
    text += "\n";
  }
  return text;
}

}  // namespace assay::spec
