// SPDX-License-Identifier: Apache-2.0
#include "citation/document.h"
#include "results/csv_table.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".csv", ".tsv"};

Result<citation::DocumentText> ReadCsvDocument(std::string_view bytes,
                                               const std::filesystem::path& path) {
  ASSAY_TRY(table, results::ReadCsv(bytes, path.string()));
  citation::DocumentText out;
  int row = 0;
  for (results::CsvLine& line : table.lines) {
    citation::Passage passage;
    passage.titles = table.heads;
    passage.cells = std::move(line.cells);
    passage.part = "row " + std::to_string(++row);
    passage.line = line.line;
    out.passages.push_back(std::move(passage));
  }
  return out;
}

}  // namespace

extern const DocumentInfo kDocument_csv;
const DocumentInfo kDocument_csv{
    .name = "csv",
    .extensions = kExtensions,
    .summary = "rows under a row of titles: fields where the titles are known, else prose",
    .read = &ReadCsvDocument};

}  // namespace assay
