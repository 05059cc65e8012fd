// SPDX-License-Identifier: Apache-2.0
#include "spec/spec_reading.h"

#include <utility>

namespace assay::spec {

std::string Shown(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "nothing";
    case NodeKind::kList:
      return "a list";
    case NodeKind::kMap:
      return "a mapping";
    case NodeKind::kScalar:
      return Shown(std::string_view(node.text));
  }
  return {};
}

SpecReading::SpecReading(const SourceText& source) : source_(source) {
  const std::string& file = source.file();
  const std::size_t slash = file.rfind('/');
  short_name_ = slash == std::string::npos ? file : file.substr(slash + 1);
}

Where SpecReading::PlaceOf(const Node& node, int line, int column, const std::string& path) const {
  if (!node.set.empty()) return Where{"--set", 0, 0, path, node.set};
  return source_.At(line, column, path);
}

void SpecReading::Note(const Node& node, const std::string& path) {
  // Without the line's text: many values can share one long line.
  places_[path] = node.set.empty() ? Where{source_.file(), node.line, node.column, path, {}}
                                   : Where{"--set", 0, 0, path, node.set};
  origins_[path] = node.set.empty() ? short_name_ + ":" + std::to_string(node.line) : "--set";
}

void SpecReading::Fail(const Node& node, const std::string& path, ErrorCode code, std::string what,
                       std::string hint) {
  errors_.push_back(
      Error{code, std::move(what), {PlaceOf(node, node.line, node.column, path)}, std::move(hint)});
}

void SpecReading::FailAtKey(const Node& entry, const std::string& path, ErrorCode code,
                            std::string what, std::string hint) {
  const bool has_key = entry.key_line > 0;
  errors_.push_back(Error{code,
                          std::move(what),
                          {PlaceOf(entry, has_key ? entry.key_line : entry.line,
                                   has_key ? entry.key_column : entry.column, path)},
                          std::move(hint)});
}

void SpecReading::Fail(const Node& node, const std::string& path, Error error) {
  Fail(node, path, error.code, std::move(error.what), std::move(error.hint));
}

}  // namespace assay::spec
