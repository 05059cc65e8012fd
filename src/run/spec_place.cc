// SPDX-License-Identifier: Apache-2.0
#include "run/spec_place.h"

#include "spec/source_text.h"

namespace assay::run {

void PlaceInSpec(const spec::Spec& spec, const std::string& fallback, Error& error) {
  if (error.where.empty()) error.where.push_back({.path = fallback});
  const spec::SourceText source(spec.file, spec.text);
  for (Where& where : error.where) {
    if (!where.file.empty()) continue;
    where.file = spec.file;
    std::string at = where.path;
    while (!at.empty() && !spec.places.contains(at)) at.resize(at.find('.') == at.npos ? 0 : at.rfind('.'));
    if (at.empty()) continue;
    const Where& place = spec.places.at(at);
    if (!place.file.empty()) where.file = place.file;  // "--set", too
    where.line = place.line;
    where.column = place.column;
    if (where.line > 0) where.source = source.Line(where.line);
  }
}

}  // namespace assay::run
