// SPDX-License-Identifier: Apache-2.0
#include "sut/module/module_file.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>

#include "base/file.h"

namespace assay::sut {
namespace {

std::string FolderOfProgram() {
  std::array<char, 4096> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0 || static_cast<std::size_t>(size) == path.size()) return {};
  const std::string_view text(path.data(), static_cast<std::size_t>(size));
  return std::string(text.substr(0, text.rfind('/')));
}

std::string LastLoaderError() {
  const char* text = dlerror();  // NOLINT(concurrency-mt-unsafe): per thread in glibc
  return text == nullptr ? "unknown reason" : text;
}

// A table that is longer than ours has functions that we don't know and don't call.
Result<const assay_executor_v1*> CheckTable(const assay_executor_v1* table, const std::string& path) {
  if (table == nullptr) return Fail(ErrorCode::kSutFailed, path + ": assay_executor_v1_get returned nothing");
  if (table->abi_version != ASSAY_EXECUTOR_ABI || table->struct_size < sizeof(assay_executor_v1)) {
    return Fail(ErrorCode::kSutFailed,
                path + ": expected an executor module of ABI version " + std::to_string(ASSAY_EXECUTOR_ABI) + " and " +
                    std::to_string(sizeof(assay_executor_v1)) + " bytes or more, found version " +
                    std::to_string(table->abi_version) + " and " + std::to_string(table->struct_size) + " bytes",
                "build the module with this release's include/assay/assay.h");
  }
  const bool complete = table->name != nullptr && table->create != nullptr && table->destroy != nullptr &&
                        table->describe != nullptr && table->load_samples != nullptr && table->start != nullptr &&
                        table->issue != nullptr && table->flush != nullptr && table->cancel != nullptr &&
                        table->stop != nullptr;
  if (!complete) {
    return Fail(ErrorCode::kSutFailed, path + ": expected all functions of assay_executor_v1 to be set, found one missing");
  }
  return table;
}

}  // namespace

std::vector<std::string> ModuleFolders(std::string_view module_path) {
  std::vector<std::string> folders;
  while (!module_path.empty()) {
    const std::size_t colon = module_path.find(':');
    const std::string_view folder = module_path.substr(0, colon);
    if (!folder.empty()) folders.emplace_back(folder);
    module_path = colon == std::string_view::npos ? std::string_view() : module_path.substr(colon + 1);
  }
  const std::string program = FolderOfProgram();
  if (!program.empty()) {
    folders.push_back(program.substr(0, program.rfind('/')) + "/lib/assay");
    folders.push_back(program);
  }
  return folders;
}

Result<const assay_executor_v1*> OpenModule(std::string_view name, const std::vector<std::string>& folders,
                                            std::string_view package) {
  const std::string file = "executor_" + std::string(name) + ".so";
  std::string searched;
  for (const std::string& folder : folders) {
    const std::string path = base::JoinPath(folder, file);
    if (base::FileExists(path)) return OpenModuleFile(path, package);
    searched += (searched.empty() ? "" : ", ") + folder;
  }
  return Fail(ErrorCode::kSutMissing,
              "executor " + std::string(name) + " needs the module " + file + ", found in none of: " + searched,
              "install " + std::string(package) + ", or set ASSAY_MODULE_PATH to the folder that has the module");
}

Result<const assay_executor_v1*> OpenModuleFile(const std::string& path, std::string_view package) {
  if (!base::FileExists(path)) return Fail(ErrorCode::kNotFound, "no executor module at " + path);
  // A bare file name would be looked up in the system's library folders.
  const std::string full = path.find('/') == std::string::npos ? "./" + path : path;
  // RTLD_NODELETE: runtimes keep threads and exit functions that don't survive being unmapped.
  void* library = dlopen(full.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const std::string reason = LastLoaderError();
    const bool missing = reason.find("No such file") != std::string::npos;
    return Fail(missing ? ErrorCode::kSutMissing : ErrorCode::kSutFailed, "can't load " + path + ": " + reason,
                package.empty() ? std::string() : "install " + std::string(package));
  }
  void* symbol = dlsym(library, "assay_executor_v1_get");
  if (symbol == nullptr) {
    return Fail(ErrorCode::kSutFailed,
                path + ": expected an executor module that exports assay_executor_v1_get, found none",
                "see docs/how-to/add-an-executor.md");
  }
  const auto get = reinterpret_cast<const assay_executor_v1* (*)()>(symbol);
  return CheckTable(get(), path);
}

}  // namespace assay::sut
