// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/file.h"
#include "base/json.h"
#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"
#include "spec/error_text.h"

namespace assay::cli {
namespace {

bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return std::strstr(value, "UTF-8") != nullptr || std::strstr(value, "utf8") != nullptr ||
           std::strstr(value, "utf-8") != nullptr || std::strstr(value, "UTF8") != nullptr;
  }
  return false;
}

int WidthOf(int stream) {
  winsize size{};
  if (isatty(stream) != 0 && ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 100;
}

bool WantsColor(const std::string& choice, int stream) {
  if (choice == "always") return true;
  if (choice == "never" || std::getenv("NO_COLOR") != nullptr) return false;
  if (const char* force = std::getenv("CLICOLOR_FORCE"); force != nullptr && std::strcmp(force, "0") != 0) return true;
  return isatty(stream) != 0;
}

void Write(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

std::string ErrorsAsJson(std::span<const Error> errors, int exit_code) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.errors/1").Member("exit_code", exit_code);
  json.Key("errors").BeginArray();
  for (const Error& error : errors) {
    json.BeginObject();
    json.Member("code", "E" + std::string(static_cast<int>(error.code) < 1000 ? "0" : "") +
                            std::to_string(static_cast<int>(error.code)));
    json.Member("what", error.what).Member("hint", error.hint);
    json.Key("where").BeginArray();
    for (const Where& where : error.where) {
      json.BeginObject().Member("file", where.file).Member("line", where.line).Member("column", where.column);
      json.Member("path", where.path).EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace

Result<void> Terminal::Configure(const Arguments& arguments) {
  quiet = arguments.Has("--quiet");
  verbose = arguments.Has("--verbose");
  json = arguments.Get("--format").value_or("") == "json";
  const std::string color = arguments.Get("--color").value_or("auto");
  if (color != "auto" && color != "always" && color != "never") {
    return assay::Fail(ErrorCode::kUsage, "--color takes auto, always or never, found '" + color + "'");
  }
  render.color = WantsColor(color, STDOUT_FILENO);
  color_errors = WantsColor(color, STDERR_FILENO);
  render.width = WidthOf(STDOUT_FILENO);
  render.utf8 = LocaleIsUtf8();
  const std::string style = arguments.Get("--progress").value_or("auto");
  if (style == "none" || (style == "auto" && quiet)) {
    progress = ProgressStyle::kNone;
  } else if (style == "auto") {
    progress = isatty(STDERR_FILENO) != 0 ? ProgressStyle::kLine : ProgressStyle::kPlain;
  } else if (style == "plain") {
    progress = ProgressStyle::kPlain;
  } else if (style == "json") {
    progress = ProgressStyle::kJson;
  } else {
    return assay::Fail(ErrorCode::kUsage, "--progress takes auto, plain, json or none, found '" + style + "'");
  }
  return {};
}

void Terminal::Print(std::string_view text) {
  if (output.empty()) return Write(stdout, text);
  if (auto written = base::WriteFileAtomically(output, text); !written) {
    unwritten = std::move(written).error();
  } else {
    Note("wrote " + output);
  }
}

void Terminal::Note(std::string_view text) const {
  if (!quiet) Write(stderr, std::string(text) + "\n");
}

void Terminal::Progress(std::string_view text, bool last) const {
  switch (progress) {
    case ProgressStyle::kNone: return;
    case ProgressStyle::kPlain:
      if (last) Write(stderr, "  " + std::string(text) + "\n");
      return;
    case ProgressStyle::kLine: Write(stderr, "\r\x1b[K  " + std::string(text) + (last ? "\n" : "")); return;
    case ProgressStyle::kJson: {
      std::string line;
      base::JsonWriter(line).BeginObject().Member("progress", text).Member("last", last).EndObject();
      Write(stderr, line + "\n");
      return;
    }
  }
}

int Terminal::Fail(std::span<const Error> errors) const {
  const int exit_code = ExitCodeOf(errors);
  if (json) Write(stdout, ErrorsAsJson(errors, exit_code));
  Write(stderr, spec::FormatErrors(Errors(errors.begin(), errors.end()), color_errors));
  return exit_code;
}

}  // namespace assay::cli
