// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/file.h"
#include "base/json_reader.h"
#include "record/manifest.h"

namespace assay::record {
namespace {

Result<ManifestEntry> ReadEntry(const base::JsonValue& value, const std::string& file, const std::string& path) {
  const auto text = [&](std::string_view key) -> std::optional<std::string_view> {
    const base::JsonValue* member = value.Find(key);
    return member == nullptr ? std::nullopt : member->AsString();
  };
  const base::JsonValue* bytes = value.Find("bytes");
  const auto size = bytes == nullptr ? std::nullopt : bytes->AsUint64();
  if (!text("path") || !text("sha256") || !size) {
    return FailAt({.file = file, .path = path}, ErrorCode::kMissingKey,
                  "expected an object with path, bytes and sha256, found " + std::string(value.KindName()));
  }
  return ManifestEntry{std::string(*text("path")), *size, std::string(*text("sha256"))};
}

Result<std::vector<ManifestEntry>> ReadEntries(const base::JsonValue& root, const std::string& file, const char* key) {
  const base::JsonValue* list = root.Find(key);
  if (list == nullptr || list->kind() != base::JsonValue::Kind::kArray) {
    return FailAt({.file = file, .path = key}, list == nullptr ? ErrorCode::kMissingKey : ErrorCode::kWrongType,
                  "expected the list '" + std::string(key) + "'");
  }
  std::vector<ManifestEntry> entries;
  for (const base::JsonValue& item : list->items()) {
    ASSAY_TRY(entry, ReadEntry(item, file, std::string(key) + "[" + std::to_string(entries.size()) + "]"));
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

Result<Manifest> ReadManifest(const std::string& run_directory) {
  const std::string file = base::JoinPath(run_directory, kManifestName);
  ASSAY_TRY(text, base::ReadFile(file));
  ASSAY_TRY(root, base::ReadJson(text, file));
  const base::JsonValue* schema = root.Find("schema");
  if (schema == nullptr || schema->AsString() != "assay.manifest/1") {
    return FailAt({.file = file, .path = "schema"}, ErrorCode::kWrongType, "expected the schema assay.manifest/1");
  }
  Manifest manifest;
  if (const base::JsonValue* version = root.Find("program_version"); version != nullptr && version->AsString()) {
    manifest.program_version = *version->AsString();
  }
  if (const base::JsonValue* program = root.Find("program"); program != nullptr && !program->IsNull()) {
    ASSAY_TRY(entry, ReadEntry(*program, file, "program"));
    manifest.program = std::move(entry);
  }
  ASSAY_TRY(inputs, ReadEntries(root, file, "inputs"));
  ASSAY_TRY(files, ReadEntries(root, file, "files"));
  manifest.inputs = std::move(inputs);
  manifest.files = std::move(files);
  return manifest;
}

}  // namespace assay::record
