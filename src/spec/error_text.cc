// SPDX-License-Identifier: Apache-2.0
#include "spec/error_text.h"

#include <algorithm>
#include <string_view>

namespace assay::spec {
namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31;1m", kDim = "\x1b[2m",
                           kEnd = "\x1b[0m";

bool IsTail(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// A path may contain a user's text, and that may contain what a terminal acts on.
std::string OnOneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return text;
}

// A window of a long line around the column, so that a one-line JSON file doesn't fill the screen.
struct Window {
  std::string text;
  std::size_t caret = 0;  // characters before it
};

Window WindowAround(std::string_view line, int column) {
  constexpr std::size_t kWidth = 110, kBefore = 60;
  const std::size_t at = std::min(static_cast<std::size_t>(column - 1), line.size());
  std::size_t start = at > kBefore && line.size() > kWidth ? at - kBefore : 0;
  std::size_t end = std::min(line.size(), start + kWidth);
  while (start < at && IsTail(line[start])) ++start;
  while (end < line.size() && IsTail(line[end])) ++end;
  Window window;
  if (start > 0) {
    window.text = "…";
    window.caret = 1;
  }
  for (std::size_t i = start; i < end; ++i) {
    // What a terminal could act on is shown as a blank; a tab too, so that the caret stays below
    // its place.
    window.text += static_cast<unsigned char>(line[i]) < 0x20 || line[i] == 0x7F ? ' ' : line[i];
    if (i < at && !IsTail(line[i])) ++window.caret;
  }
  if (end < line.size()) window.text += "…";
  return window;
}

class Writer {
 public:
  explicit Writer(bool color) : color_(color) {}

  void Write(const Error& error, const std::string& severity) {
    if (!error.where.empty()) WritePlace(error.where.front());
    Painted(kRed, severity);
    out_ += ": ";
    if (!error.where.empty() && !error.where.front().path.empty()) {
      Painted(kBold, OnOneLine(error.where.front().path));
      out_ += ": ";
    }
    out_ += error.what;
    out_ += ' ';
    Painted(kDim, "[" + CodeText(error.code) + "]");
    out_ += '\n';
    for (std::size_t i = 0; i < error.where.size(); ++i) {
      if (i > 0) {
        out_ += "  see ";
        WritePlace(error.where[i]);
        out_ += OnOneLine(error.where[i].path) + "\n";
      }
      WriteSource(error.where[i]);
    }
    if (!error.hint.empty()) {
      out_ += "  ";
      Painted(kBold, "help:");
      out_ += " " + error.hint + "\n";
    }
  }

  void BlankLine() { out_ += '\n'; }
  std::string Take() { return std::move(out_); }

 private:
  void Painted(std::string_view paint, std::string_view text) {
    if (color_) out_ += paint;
    out_ += text;
    if (color_) out_ += kEnd;
  }

  void WritePlace(const Where& where) {
    if (where.file.empty()) return;
    out_ += where.file;
    if (where.line > 0) out_ += ":" + std::to_string(where.line);
    if (where.line > 0 && where.column > 0) out_ += ":" + std::to_string(where.column);
    out_ += ": ";
  }

  void WriteSource(const Where& where) {
    if (where.source.empty()) return;
    const std::string number = where.line > 0 ? std::to_string(where.line) : "";
    const Window window = WindowAround(where.source, std::max(where.column, 1));
    Painted(kDim,
            "  " + std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | ");
    out_ += window.text + "\n";
    if (where.column < 1) return;
    Painted(kDim, "  " + std::string(std::max<std::size_t>(number.size(), 5), ' ') + " | ");
    out_ += std::string(window.caret, ' ');
    Painted(kRed, "^");
    out_ += '\n';
  }

  bool color_;
  std::string out_;
};

}  // namespace

std::string CodeText(ErrorCode code) {
  const std::string number = std::to_string(static_cast<int>(code));
  return "E" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number;
}

std::string FormatErrors(const Errors& errors, bool color, const std::string& severity) {
  Writer writer(color);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (i > 0) writer.BlankLine();
    writer.Write(errors[i], severity);
  }
  return writer.Take();
}

}  // namespace assay::spec
