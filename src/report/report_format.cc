// SPDX-License-Identifier: Apache-2.0
#include "report/report_format.h"

#include <algorithm>

namespace assay {

const ReportFormatInfo* FindReportFormat(std::string_view name) {
  const auto all = AllReportFormats();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const auto* format) { return format->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace assay
