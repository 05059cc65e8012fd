// SPDX-License-Identifier: Apache-2.0
// The bytes of a spec with its line starts, so that an error can show the line that it is about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::spec {

class SourceText {
 public:
  // `text` outlives this object. Lines end with LF, CR LF or CR; a byte order mark is no part of
  // one.
  SourceText(std::string file, std::string_view text);

  const std::string& file() const { return file_; }
  // Without its end. Empty for a line that doesn't exist.
  std::string_view Line(int line) const;
  Where At(int line, int column, std::string path) const;

 private:
  std::string file_;
  std::vector<std::string_view> lines_;
};

// What stands there, for "found …": 'text', a list, a mapping, nothing. Long or unprintable text is
// cut or escaped.
std::string Shown(std::string_view text);

}  // namespace assay::spec
