// SPDX-License-Identifier: Apache-2.0
#include "spec/parse_spec.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "spec/check.h"
#include "spec/spec_reading.h"
#include "spec/spec_table.h"

namespace assay::spec {

void SortErrors(Errors& errors) {
  constexpr std::size_t kMost = 100;
  const auto place = [](const Error& error) {
    return error.where.empty() ? std::tuple(0, 0)
                               : std::tuple(error.where.front().line, error.where.front().column);
  };
  std::stable_sort(errors.begin(), errors.end(),
                   [&](const Error& a, const Error& b) { return place(a) < place(b); });
  if (errors.size() <= kMost) return;
  const std::size_t more = errors.size() - kMost;
  errors.resize(kMost);
  errors.push_back({errors.back().code, "and " + std::to_string(more) + " more errors", {}, {}});
}

ParsedSpec ParseSpecPartly(const Node& root, const std::string& file, std::string_view text) {
  const SourceText source(file, text);
  SpecReading reading(source);
  ParsedSpec parsed;
  ReadTable(SpecTable(), root, "", reading, &parsed.spec);
  parsed.errors = reading.TakeErrors();
  parsed.spec.file = file;
  parsed.spec.text = text;
  parsed.spec.origins = reading.TakeOrigins();
  parsed.spec.places = reading.TakePlaces();
  parsed.spec.warnings = WarnSpec(parsed.spec);
  return parsed;
}

Results<Spec> ParseSpec(const Node& root, const std::string& file, std::string_view text) {
  ParsedSpec parsed = ParseSpecPartly(root, file, text);
  SortErrors(parsed.errors);
  if (!parsed.errors.empty()) return std::unexpected(std::move(parsed.errors));
  return std::move(parsed.spec);
}

}  // namespace assay::spec
