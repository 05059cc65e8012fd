// SPDX-License-Identifier: Apache-2.0
// replay FOLDER: feeds every file to the reader as it is, cut at every length, and with every byte changed in three ways.
#include <cstdio>
#include <string>
#include <vector>

#include "base/file.h"
#include "target.h"

namespace {

// A copy on the heap of just this length, so that a sanitizer sees a read past its end.
void Feed(const std::string& bytes) {
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

std::size_t FeedAllForms(const std::string& bytes) {
  Feed(bytes);
  for (std::size_t length = 0; length < bytes.size(); ++length) Feed(bytes.substr(0, length));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ change);
      Feed(changed);
    }
  }
  return 1 + 4 * bytes.size();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string folder = arguments[1];
  const auto names = assay::base::ListDirectory(folder);
  if (!names || names->empty()) {
    std::fprintf(stderr, "no files in %s\n", folder.c_str());
    return 1;
  }
  std::size_t fed = 0;
  for (const std::string& name : *names) {
    const auto bytes = assay::base::ReadFile(folder + "/" + name);
    if (!bytes) return 1;
    fed += FeedAllForms(*bytes);
  }
  std::printf("%zu inputs from %zu files\n", fed, names->size());
  return 0;
}
