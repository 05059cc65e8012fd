// SPDX-License-Identifier: Apache-2.0
// Files and folders with this program's errors: which path, what the system said.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::base {

// The whole file, bytes as they are.
// Errors   kNotFound; kUnreadable for a folder, a device, missing permission or a failing disk.
// Threads  safe, as all here.
Result<std::string> ReadFile(const std::string& path);

// The same in pieces of at most 1 MiB, for what shouldn't be held in memory.
Result<void> ReadFileInPieces(const std::string& path, const std::function<void(std::span<const std::byte>)>& take);

// Replaces the file or leaves the old one: writes beside it, syncs, renames.
// Errors   kUnwritable: no permission, no folder, full disk. Nothing is left behind then.
Result<void> WriteFileAtomically(const std::string& path, std::string_view bytes);

// Makes the folder and its parents; one that is there already is fine.
// Errors   kUnwritable, also when something that isn't a folder has the name.
Result<void> EnsureDirectory(const std::string& path);

bool FileExists(const std::string& path);

// `path` as seen from the folder of `file`: "data/x.csv" named in "specs/a.yaml" is "specs/data/x.csv". An absolute
// path stays.
std::string ResolveBeside(std::string_view file, std::string_view path);

// "a" + "b" = "a/b"; an absolute `name` stays.
std::string JoinPath(std::string_view folder, std::string_view name);

// Names in a folder (without . and ..), sorted bytewise.
// Errors   kNotFound, kUnreadable.
Result<std::vector<std::string>> ListDirectory(const std::string& path);

// Paths of all files below a folder, relative to it, '/' between parts, sorted bytewise. Links aren't followed.
// Errors   kNotFound, kUnreadable.
Result<std::vector<std::string>> ListFilesBelow(const std::string& path);

}  // namespace assay::base
