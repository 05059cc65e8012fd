// SPDX-License-Identifier: Apache-2.0
#include "spec/read_spec.h"

#include <algorithm>

#include "base/file.h"
#include "spec/check.h"
#include "spec/parse_spec.h"
#include "spec/set_option.h"
#include "spec/yaml_reader.h"

namespace assay::spec {
namespace {

Results<Node> ReadSetValue(const std::string& path, const std::string& value) {
  if (value.starts_with("[") || value.starts_with("{")) {
    auto node = ReadYaml(value, "--set");
    if (node) return node;
    for (Error& error : node.error()) {
      for (Where& where : error.where) where.path = path;
    }
    return node;
  }
  Node node;
  node.kind = value.empty() ? NodeKind::kNull : NodeKind::kScalar;
  node.text = value;
  return node;
}

Results<ParsedSpec> ReadPartly(std::string_view text, const std::string& path, const Sets& sets) {
  Errors errors;
  auto root = ReadYaml(text, path, &errors);
  if (!root) return std::unexpected(std::move(root).error());
  for (const auto& [key, value] : sets) {
    auto node = ReadSetValue(key, value);
    if (!node) {
      errors.insert(errors.end(), node.error().begin(), node.error().end());
    } else if (auto applied = ApplySet(*root, key, *std::move(node)); !applied) {
      errors.push_back(applied.error());
    }
  }
  ParsedSpec parsed = ParseSpecPartly(*root, path, text);
  parsed.errors.insert(parsed.errors.begin(), errors.begin(), errors.end());
  return parsed;
}

Results<Spec> AllOrErrors(Results<ParsedSpec> parsed) {
  if (!parsed) return std::unexpected(std::move(parsed).error());
  SortErrors(parsed->errors);
  if (!parsed->errors.empty()) return std::unexpected(std::move(parsed->errors));
  return std::move(parsed->spec);
}

// An entry without a readable name, or a whole block that couldn't be read, makes every reference
// to it look wrong.
bool HidesNames(const Error& error) {
  if (error.where.empty()) return true;
  const std::string& path = error.where.front().path;
  return path.find('.') == std::string::npos || path.ends_with(".id") || path.ends_with(".name");
}

}  // namespace

Results<Spec> ReadSpecText(std::string_view text, const std::string& path, const Sets& sets) {
  return AllOrErrors(ReadPartly(text, path, sets));
}

Results<Spec> ReadSpec(const std::string& path, const Sets& sets) {
  auto text = base::ReadFile(path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  return ReadSpecText(*text, path, sets);
}

Results<Spec> ReadSpecText(std::string_view text, const std::string& path, const Sets& sets,
                           const Names& names) {
  auto parsed = ReadPartly(text, path, sets);
  if (!parsed) return std::unexpected(std::move(parsed).error());
  // A file that isn't a mapping at all has one error; whatever else is missing follows from it.
  const bool no_spec =
      std::any_of(parsed->errors.begin(), parsed->errors.end(), [](const Error& error) {
        return error.where.size() == 1 && error.where.front().path.empty();
      });
  if (no_spec) return AllOrErrors(std::move(parsed));
  const bool names_hidden = std::any_of(parsed->errors.begin(), parsed->errors.end(), HidesNames);
  for (Error& error : CheckSpec(parsed->spec, names)) {
    const bool told =
        std::any_of(parsed->errors.begin(), parsed->errors.end(), [&](const Error& earlier) {
          return !earlier.where.empty() && !error.where.empty() &&
                 earlier.where.front().path == error.where.front().path;
        });
    if (told || (names_hidden && error.code == ErrorCode::kBadReference)) continue;
    parsed->errors.push_back(std::move(error));
  }
  return AllOrErrors(std::move(parsed));
}

Results<Spec> ReadSpec(const std::string& path, const Sets& sets, const Names& names) {
  auto text = base::ReadFile(path);
  if (!text) return std::unexpected(Errors{std::move(text).error()});
  return ReadSpecText(*text, path, sets, names);
}

}  // namespace assay::spec
