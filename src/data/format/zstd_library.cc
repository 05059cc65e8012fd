// SPDX-License-Identifier: Apache-2.0
#include "data/format/zstd_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <memory>

namespace assay::data {
namespace {

struct Closer {
  void operator()(void* library) const { dlclose(library); }
};

// As the library's own header has them; its interface is stable since 1.0.
struct InBuffer {
  const void* bytes;
  std::size_t size, at;
};
struct OutBuffer {
  void* bytes;
  std::size_t size, at;
};
struct Stream;
using CreateStream = Stream*();
using FreeStream = std::size_t(Stream*);
using UnpackPiece = std::size_t(Stream*, OutBuffer*, InBuffer*);
using IsError = unsigned(std::size_t code);

template <class Function>
Function* Find(void* library, const char* name) {
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

Result<std::string> UnpackZstd(std::string_view packed, std::size_t size) {
  const std::unique_ptr<void, Closer> library(dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL));
  auto* const create = Find<CreateStream>(library.get(), "ZSTD_createDStream");
  auto* const free_stream = Find<FreeStream>(library.get(), "ZSTD_freeDStream");
  auto* const unpack = Find<UnpackPiece>(library.get(), "ZSTD_decompressStream");
  auto* const is_error = Find<IsError>(library.get(), "ZSTD_isError");
  if (create == nullptr || free_stream == nullptr || unpack == nullptr || is_error == nullptr) {
    return Fail(ErrorCode::kUnsupported, "packed by Zstandard, and there is no libzstd.so.1 to unpack it",
                "Debian's package libzstd1 has it");
  }
  const std::unique_ptr<Stream, FreeStream*> stream(create(), free_stream);
  const auto damaged = [] { return Fail(ErrorCode::kCorrupt, "damaged: this isn't what Zstandard packed"); };
  if (!stream) return damaged();
  // Room grows with what is unpacked: a size that is only claimed takes no memory.
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string out;
  InBuffer in{packed.data(), packed.size(), 0};
  std::size_t state = 1;
  while (state != 0 || in.at < in.size) {
    const std::size_t before = out.size(), room = std::min(kPiece, size - before);
    out.resize(before + std::max<std::size_t>(room, 1));
    OutBuffer piece{out.data() + before, out.size() - before, 0};
    const std::size_t read = in.at;
    state = unpack(stream.get(), &piece, &in);
    out.resize(before + piece.at);
    if (is_error(state) != 0 || out.size() > size) return damaged();
    if (piece.at == 0 && in.at == read) break;  // no progress: the packed bytes end early
  }
  if (state != 0 || out.size() != size) return damaged();
  return out;
}

}  // namespace assay::data
