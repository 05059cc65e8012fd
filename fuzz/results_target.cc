// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "results/import/import.h"
#include "results/import/system_description.h"
#include "results/stored_run.h"
#include "target.h"

// Each reader of public results on the same bytes. What stands is whole: it has a system, a number above 0, a name.
int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  namespace results = assay::results;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto check = [](const assay::Results<results::Imported>& imported) {
    if (!imported) {
      CHECK_PROMISE(!imported.error().empty() && imported.error().size() <= 21);
      return;
    }
    CHECK_PROMISE(!imported->rows.rows().empty());
    for (const results::Row& row : imported->rows.rows()) {
      CHECK_PROMISE(row.system != nullptr && row.value > 0 && !results::RowName(row).empty());
      static_cast<void>(results::ReadGates(row));
      static_cast<void>(results::DescribeSystem(*row.system));
    }
    for (const assay::Error& error : imported->report.bad_rows) CHECK_PROMISE(!error.where.empty());
  };
  check(results::ImportSummaryJson(text, "input.json"));
  check(results::ImportTable(text, "input.csv"));
  static_cast<void>(results::ReadSystemDescription(text, "input.json"));
  static_cast<void>(results::ReadRunDocument(text, "input.json"));
  return 0;
}
