// SPDX-License-Identifier: Apache-2.0
// A document's passages become quotes; what a page's title and footnotes say of all its numbers is
// added where it is said once and the quote doesn't say it itself.
#include "citation/document.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/file.h"
#include "citation/reading/fields.h"
#include "citation/reading/sentence.h"

namespace assay::citation {
namespace {

constexpr std::uintmax_t kLargestFile = 100'000'000;
constexpr std::size_t kMostFiles = 10'000;

// Formats that people have and that aren't read: a folder's list says so instead of passing over
// them.
constexpr std::string_view kKnownUnread[] = {
    ".ppt",   ".doc",     ".docx", ".xls", ".xlsx", ".odp", ".odt",  ".ods", ".key",
    ".pages", ".numbers", ".png",  ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff"};

std::string EndingOf(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return ending;
}

const DocumentInfo* FormatOf(const std::filesystem::path& path) {
  const std::string ending = EndingOf(path);
  for (const DocumentInfo* format : AllDocuments()) {
    if (std::ranges::find(format->extensions, std::string_view(ending)) != format->extensions.end())
      return format;
  }
  return nullptr;
}

std::unexpected<Errors> One(ErrorCode code, const std::filesystem::path& path, std::string what,
                            std::string hint = {}) {
  return std::unexpected(
      Errors{{code, std::move(what), {{.file = path.string()}}, std::move(hint)}});
}

bool IsFootnote(const Passage& passage) {
  if (passage.text.empty()) return false;
  for (std::string_view sign :
       {"etrieved", "trademark", "Source:", "Sources:", "not verified by MLCommons"}) {
    if (passage.text.find(sign) != std::string::npos) return true;
  }
  const char first = passage.text.front();
  return (first == '*' || first == '[') && passage.text.find("MLPerf") != std::string::npos;
}

std::vector<Quote> QuotesOf(const Passage& passage, const std::string& file,
                            const Vocabulary& vocabulary) {
  const Place place{file, passage.part, passage.line, passage.line > 0 ? 1 : 0};
  if (passage.repeated) return {};
  if (passage.cells.empty()) return ReadSentence(passage.text, place, vocabulary);
  std::vector<Quote> quotes = ReadTableRow(passage.titles, passage.cells, place, vocabulary);
  if (!quotes.empty()) return quotes;
  for (const std::string& cell : passage.cells) {  // prose in a table
    std::vector<Quote> said = ReadSentence(cell, place, vocabulary);
    std::ranges::move(said, std::back_inserter(quotes));
  }
  return quotes;
}

// What a page says of all its numbers.
struct Page {
  std::string titles, footnotes;
};

void AddPage(const Page& page, const Vocabulary& vocabulary, Quote& quote) {
  if (!page.titles.empty()) AddContext(ReadContext(page.titles, vocabulary), quote);
  if (page.footnotes.empty()) return;
  AddContext(ReadContext(page.footnotes, vocabulary), quote);
  const auto own = quote.stated.find("footnote");
  if (own == quote.stated.end()) quote.stated["footnote"] = page.footnotes;
}

std::vector<Quote> QuotesOf(const DocumentText& text, const std::string& file,
                            const Vocabulary& vocabulary) {
  std::vector<std::pair<const Passage*, std::vector<Quote>>> found;
  std::map<std::string_view, Page> pages;
  for (const Passage& passage : text.passages) {
    const bool footnote = IsFootnote(passage);
    std::vector<Quote> quotes = QuotesOf(passage, file, vocabulary);
    // A footnote's id names the number above it; it is no number of its own.
    if (footnote)
      std::erase_if(quotes, [](const Quote& quote) { return !quote.stated.contains("value"); });
    if (!passage.page.empty() && (passage.title || footnote)) {
      std::string& words =
          passage.title ? pages[passage.page].titles : pages[passage.page].footnotes;
      words += (words.empty() ? "" : "\n\n") + passage.text;
    }
    found.emplace_back(&passage, std::move(quotes));
  }
  std::vector<Quote> out;
  for (auto& [passage, quotes] : found) {
    const auto page = pages.find(passage->page);
    for (Quote& quote : quotes) {
      if (page != pages.end() && !passage->page.empty()) AddPage(page->second, vocabulary, quote);
      out.push_back(std::move(quote));
    }
  }
  return out;
}

}  // namespace

bool IsDocument(const std::filesystem::path& path) { return FormatOf(path) != nullptr; }

Results<ReadDocuments> ReadDocument(const std::filesystem::path& path,
                                    const Vocabulary& vocabulary) {
  const DocumentInfo* format = FormatOf(path);
  if (format == nullptr) {
    std::string known;
    for (const DocumentInfo* each : AllDocuments()) {
      for (std::string_view ending : each->extensions)
        known += (known.empty() ? "" : ", ") + std::string(ending);
    }
    return One(ErrorCode::kUnknownName, path, "no document format ends in '" + EndingOf(path) + "'",
               "known: " + known);
  }
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > kLargestFile)
    return One(ErrorCode::kOutOfRange, path, "expected a document of at most 100 MB");
  auto bytes = base::ReadFile(path.string());
  if (!bytes.has_value()) return std::unexpected(Errors{std::move(bytes).error()});
  auto text = format->read(*bytes, path);
  if (!text.has_value()) {
    Error failed = std::move(text).error();
    if (failed.where.empty()) failed.where.push_back({.file = path.string()});
    return std::unexpected(Errors{std::move(failed)});
  }
  ReadDocuments out;
  out.quotes = QuotesOf(*text, path.string(), vocabulary);
  out.not_read = std::move(text->not_read);
  for (NotRead& part : out.not_read) part.file = path.string();
  return out;
}

Results<ReadDocuments> ReadDirectory(const std::filesystem::path& folder,
                                     const Vocabulary& vocabulary) {
  auto files = base::ListFilesBelow(folder.string());
  if (!files.has_value()) return std::unexpected(Errors{std::move(files).error()});
  if (files->size() > kMostFiles)
    return One(ErrorCode::kOutOfRange, folder, "expected at most 10000 files");
  ReadDocuments out;
  std::size_t known = 0;
  const auto take = [&](Results<ReadDocuments> read, const std::string& path) {
    ++known;
    if (!read.has_value()) {
      out.not_read.push_back({path, "", read.error().front().what});
      return;
    }
    std::ranges::move(read->quotes, std::back_inserter(out.quotes));
    std::ranges::move(read->not_read, std::back_inserter(out.not_read));
  };
  for (const std::string& name : *files) {
    const std::string path = base::JoinPath(folder.string(), name), ending = EndingOf(name);
    if (IsDocument(name)) {
      take(ReadDocument(path, vocabulary), path);
    } else if (ending == ".yaml" || ending == ".yml" || ending == ".json") {
      auto bytes = base::ReadFile(path);
      Results<FieldsFile> fields =
          bytes.has_value() ? ReadFields(*bytes, path, vocabulary)
                            : Results<FieldsFile>(std::unexpected(Errors{bytes.error()}));
      ReadDocuments read;
      if (fields.has_value()) read.quotes = std::move(fields->quotes);
      take(fields.has_value() ? Results<ReadDocuments>(std::move(read))
                              : Results<ReadDocuments>(std::unexpected(std::move(fields).error())),
           path);
    } else if (std::ranges::find(kKnownUnread, std::string_view(ending)) !=
               std::end(kKnownUnread)) {
      ++known;
      out.not_read.push_back({path, "", "not a format that is read"});
    }
  }
  if (known == 0)
    return One(ErrorCode::kEmpty, folder, "no documents or citation files in this folder");
  return out;
}

}  // namespace assay::citation
