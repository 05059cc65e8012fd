// SPDX-License-Identifier: Apache-2.0
// Where a verb's words go: results to stdout, progress and diagnostics to stderr.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/result.h"
#include "report/report_format.h"

namespace assay::cli {

enum class ProgressStyle { kNone, kPlain, kLine, kJson };

class Terminal {
 public:
  bool quiet = false;
  bool verbose = false;
  ProgressStyle progress = ProgressStyle::kNone;
  RenderOptions render;        // for stdout
  bool color_errors = false;   // for stderr
  bool json = false;           // --format json: errors go out as JSON too

  // Sets all of the above from the flags, the environment and what the streams are.
  Result<void> Configure(const class Arguments& arguments);

  std::string output;          // --output: the file that takes the result; empty = stdout

  // The result, once: to stdout or to `output`.
  // Errors   kept in `unwritten` until the verb has ended.
  void Print(std::string_view text);
  std::optional<Error> unwritten;
  void Note(std::string_view text) const;   // stderr, one line; silent under --quiet
  // A progress line: rewritten in place on a terminal, one line each otherwise.
  void Progress(std::string_view text, bool last) const;
  // Shows errors like a compiler does and returns the exit code they lead to.
  int Fail(std::span<const Error> errors) const;
  int Fail(const Error& error) const { return Fail(std::span(&error, 1)); }
};

}  // namespace assay::cli
