// SPDX-License-Identifier: Apache-2.0
#include "report/chart/figure.h"

#include "report/chart/plot.h"
#include "report/markup.h"

namespace assay::report {

std::string Figure(std::string_view title, const std::vector<LegendEntry>& legend,
                   std::string_view svg, const std::vector<std::string>& summary,
                   std::string_view table) {
  std::string out = "<figure>\n<figcaption><strong>" + Escape(title) + "</strong></figcaption>\n";
  if (!legend.empty()) {
    out += "<ul class=\"legend\">";
    for (const LegendEntry& entry : legend)
      out += "<li>" + LegendSample(entry.series) + Escape(entry.name) + "</li>";
    out += "</ul>\n";
  }
  out += "<div class=\"plot scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + Escape(title) +
         "\">" + std::string(svg) + "</div>\n";
  if (!summary.empty()) {
    out += "<ul class=\"summary\">";
    for (const std::string& sentence : summary) out += "<li>" + Escape(sentence) + "</li>";
    out += "</ul>\n";
  }
  if (!table.empty()) {
    out +=
        "<details><summary>Numbers of this chart</summary>\n" + std::string(table) + "</details>\n";
  }
  return out + "</figure>\n";
}

}  // namespace assay::report
