// SPDX-License-Identifier: Apache-2.0
// manifest.json: the SHA-256 of every file of a run directory, of the inputs it was made from, and of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::record {

inline constexpr std::string_view kManifestName = "manifest.json";

struct ManifestEntry {
  std::string path = {};
  std::uint64_t bytes = 0;
  std::string sha256 = {};  // 64 lower-case hexadecimal digits, of the bytes as they are
};

struct Manifest {
  std::string program_version;
  std::optional<ManifestEntry> program;  // the binary that ran
  std::vector<ManifestEntry> inputs;     // path as the caller names it
  std::vector<ManifestEntry> files;      // path below the run directory, sorted; without manifest.json itself
};

// One file.
// Errors   kNotFound, kUnreadable.
Result<ManifestEntry> DescribeFile(const std::string& path);

// Hashes everything below the directory and the inputs.
// Errors   kNotFound, kUnreadable, with the path.
Result<Manifest> BuildManifest(const std::string& run_directory, std::span<const std::string> inputs,
                               const std::string& program_path, std::string_view program_version);

// Errors   kUnwritable.
Result<void> WriteManifest(const std::string& run_directory, const Manifest& manifest);

// Errors   kNotFound, kSyntax, kMissingKey, kWrongType.
Result<Manifest> ReadManifest(const std::string& run_directory);

// What isn't as the manifest says: an Error each, in the manifest's order and then what was added. kMismatch for other
// bytes or a file that the manifest doesn't know, kNotFound for a missing one, kUnreadable. Empty = all as it was.
// Inputs that are gone count too; the program doesn't (it may have been upgraded since).
Errors VerifyManifest(const std::string& run_directory, const Manifest& manifest);

}  // namespace assay::record
