// SPDX-License-Identifier: Apache-2.0
#include "data/format/zstd_library.h"

#include <dlfcn.h>

#include <memory>

namespace assay::data {
namespace {

struct Closer {
  void operator()(void* library) const { dlclose(library); }
};

}  // namespace

Result<std::string> UnpackZstd(std::string_view packed, std::size_t size) {
  const std::unique_ptr<void, Closer> library(dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL));
  using Decompress = std::size_t(void* into, std::size_t room, const void* from, std::size_t count);
  using IsError = unsigned(std::size_t code);
  auto* const decompress = library ? reinterpret_cast<Decompress*>(dlsym(library.get(), "ZSTD_decompress")) : nullptr;
  auto* const is_error = library ? reinterpret_cast<IsError*>(dlsym(library.get(), "ZSTD_isError")) : nullptr;
  if (decompress == nullptr || is_error == nullptr) {
    return Fail(ErrorCode::kUnsupported, "packed by Zstandard, and there is no libzstd.so.1 to unpack it",
                "Debian's package libzstd1 has it");
  }
  std::string out(size, '\0');
  const std::size_t got = decompress(out.data(), out.size(), packed.data(), packed.size());
  if (is_error(got) != 0 || got != size) return Fail(ErrorCode::kCorrupt, "damaged: this isn't what Zstandard packed");
  return out;
}

}  // namespace assay::data
