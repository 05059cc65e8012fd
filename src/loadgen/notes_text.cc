// SPDX-License-Identifier: Apache-2.0
#include "loadgen/notes_text.h"

namespace assay::loadgen {

std::string TextOf(const ConfigNote& note) {
  std::string text;
  if (!note.file.empty()) {
    text = note.file + ":";
    if (note.line != 0) text += std::to_string(note.line) + ":" + std::to_string(note.column) + ":";
    text += " ";
  }
  text += note.what;
  if (!note.hint.empty()) text += " (" + note.hint + ")";
  return text;
}

std::string NotesText(std::string_view heading, std::span<const Diagnostic> diagnostics) {
  std::string text;
  for (std::size_t i = 0; i < diagnostics.size();) {
    const Diagnostic& one = diagnostics[i];
    std::size_t next = i + 1;
    while (next < diagnostics.size() && diagnostics[next].text == one.text) ++next;
    if (one.is_error || !one.in_log) {
      text += one.is_error ? "error: " : "note: ";
      text += one.text;
      if (next - i > 1) text += " (" + std::to_string(next - i) + " times)";
      text += '\n';
    }
    i = next;
  }
  return text.empty() ? text : std::string(heading).append(":\n") + text;
}

}  // namespace assay::loadgen
