// SPDX-License-Identifier: Apache-2.0
// Documents as sources of citations: the text of each page, slide, table row or paragraph, and what couldn't be read.
//
// A new format is one file in document/ with a descriptor of its name.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"
#include "citation/citation.h"
#include "citation/reading/vocabulary.h"

namespace assay::citation {

// A piece of text that stands by itself.
struct Passage {
  std::string text;                 // prose; empty for a table row
  std::vector<std::string> titles;  // of a table row's columns
  std::vector<std::string> cells;
  std::string part;                 // "slide 3", "page 2", "table 1 row 4", "line 12"
  int line = 0;                     // in a text format; 0 = not known
  std::string page;                 // passages with equal page share their title and footnotes; empty = none shared
  bool title = false;               // of its page
  bool repeated = false;            // a heading further up, here for its facts only
};

// Something in the document that holds no readable text.
struct NotRead {
  std::string file, part, reason;   // "page 4", "image only"; "", "install poppler-utils"
};

struct DocumentText {
  std::vector<Passage> passages;
  std::vector<NotRead> not_read;
};

struct ReadDocuments {
  std::vector<Quote> quotes;
  std::vector<NotRead> not_read;
};

// Whether `path` ends like a format that is known (".pptx", ".pdf", …), whether or not it exists.
bool IsDocument(const std::filesystem::path& path);

// Range    files up to 100 MB, and up to 100 MB of text unpacked from one.
// Errors   kNotFound, kUnreadable, kBadRow (a file that isn't what its name says), kOutOfRange for size, kUnknownName
//          for an ending that isn't known. A PDF without pdftotext isn't an error: it is not read, with the reason.
// Threads  safe: no shared state.
Results<ReadDocuments> ReadDocument(const std::filesystem::path& path, const Vocabulary& vocabulary);

// All known documents, and citation fields (.yaml, .yml, .json), in a folder and those below it, in the order of their
// paths. A file that can't be read becomes a NotRead with its error, so that one broken file doesn't hide the others.
// Errors   kNotFound; kEmpty without a known file; kOutOfRange for more than 10000.
Results<ReadDocuments> ReadDirectory(const std::filesystem::path& folder, const Vocabulary& vocabulary);

}  // namespace assay::citation

namespace assay {

// A document format: one file in document/, named like the constant.
struct DocumentInfo {
  std::string_view name;                         // "pptx"
  std::span<const std::string_view> extensions;  // ".pptx", small letters
  std::string_view summary;                      // one line: what is read and what isn't
  // `bytes` is the file's content, `path` its name for a reader that is a program of its own.
  Result<citation::DocumentText> (*read)(std::string_view bytes, const std::filesystem::path& path);
};

std::span<const DocumentInfo* const> AllDocuments();

}  // namespace assay
