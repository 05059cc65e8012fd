// SPDX-License-Identifier: Apache-2.0
// An output format of the report: one file report/format/<name>.cc defines kReportFormat_<name>.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/model.h"

namespace assay {

struct RenderOptions {
  int width = 80;      // columns, for text; less than 80 counts as 80
  bool color = false;  // ANSI colours, for text
  bool utf8 = true;    // false: ASCII only, for text
  bool brief = false;  // text: verdict, decision, claims and a line a load run; the figures stay in the files
};

struct ReportFormatInfo {
  std::string_view name;       // "text"
  std::string_view title;      // one line for lists
  std::string_view extension;  // with the dot: ".txt"
  // The whole document, ending in a newline. Total: any model gives a document.
  std::string (*render)(const report::ReportModel& model, const RenderOptions& options);
};

// Sorted by name. Generated.
std::span<const ReportFormatInfo* const> AllReportFormats();
// Null when there is none of that name.
const ReportFormatInfo* FindReportFormat(std::string_view name);

}  // namespace assay
