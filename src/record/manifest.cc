// SPDX-License-Identifier: Apache-2.0
#include "record/manifest.h"

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/sha256.h"

namespace assay::record {
namespace {

void WriteEntry(base::JsonWriter& json, const ManifestEntry& entry) {
  json.BeginObject().Member("path", entry.path).Member("bytes", entry.bytes).Member("sha256", entry.sha256).EndObject();
}

void Compare(const std::string& path, const ManifestEntry& expected, Errors& differences) {
  auto found = DescribeFile(path);
  if (!found) {
    differences.push_back(std::move(found).error());
  } else if (found->sha256 != expected.sha256) {
    differences.push_back({ErrorCode::kMismatch,
                           "'" + expected.path + "' isn't the file of the manifest: expected sha256 " + expected.sha256 +
                               " (" + std::to_string(expected.bytes) + " bytes), found " + found->sha256 + " (" +
                               std::to_string(found->bytes) + " bytes)",
                           {{.file = path}}});
  }
}

}  // namespace

Result<ManifestEntry> DescribeFile(const std::string& path) {
  ManifestEntry entry{path};
  base::Sha256 hash;
  ASSAY_CHECK_OK(base::ReadFileInPieces(path, [&](std::span<const std::byte> piece) {
    hash.Update(piece);
    entry.bytes += piece.size();
  }));
  entry.sha256 = base::ToHex(hash.Finish());
  return entry;
}

Result<Manifest> BuildManifest(const std::string& run_directory, std::span<const std::string> inputs,
                               const std::string& program_path, std::string_view program_version) {
  Manifest manifest;
  manifest.program_version = program_version;
  if (!program_path.empty()) {
    ASSAY_TRY(program, DescribeFile(program_path));
    manifest.program = std::move(program);
  }
  for (const std::string& input : inputs) {
    ASSAY_TRY(entry, DescribeFile(input));
    manifest.inputs.push_back(std::move(entry));
  }
  ASSAY_TRY(paths, base::ListFilesBelow(run_directory));
  for (const std::string& path : paths) {
    if (path == kManifestName) continue;
    ASSAY_TRY(entry, DescribeFile(base::JoinPath(run_directory, path)));
    entry.path = path;
    manifest.files.push_back(std::move(entry));
  }
  return manifest;
}

Result<void> WriteManifest(const std::string& run_directory, const Manifest& manifest) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.manifest/1").Member("program_version", manifest.program_version);
  json.Key("program");
  if (manifest.program) WriteEntry(json, *manifest.program);
  else json.Null();
  for (const auto& [key, entries] : {std::pair("inputs", &manifest.inputs), std::pair("files", &manifest.files)}) {
    json.Key(key).BeginArray();
    for (const ManifestEntry& entry : *entries) WriteEntry(json, entry);
    json.EndArray();
  }
  json.EndObject();
  text += '\n';
  return base::WriteFileAtomically(base::JoinPath(run_directory, kManifestName), text);
}

Errors VerifyManifest(const std::string& run_directory, const Manifest& manifest) {
  Errors differences;
  for (const ManifestEntry& entry : manifest.inputs) Compare(entry.path, entry, differences);
  for (const ManifestEntry& entry : manifest.files) {
    Compare(base::JoinPath(run_directory, entry.path), entry, differences);
  }
  auto paths = base::ListFilesBelow(run_directory);
  if (!paths) {
    differences.push_back(std::move(paths).error());
    return differences;
  }
  for (const std::string& path : *paths) {
    const auto same = [&](const ManifestEntry& entry) { return entry.path == path; };
    if (path == kManifestName || std::any_of(manifest.files.begin(), manifest.files.end(), same)) continue;
    differences.push_back({ErrorCode::kMismatch,
                           "'" + path + "' isn't in the manifest",
                           {{.file = base::JoinPath(run_directory, path)}}});
  }
  return differences;
}

}  // namespace assay::record
