// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: no script, no request, nothing outside the file. It reads the same
// with scripts off, offline, on paper and a year later; the policy in its head holds it to that.
#include <string>
#include <string_view>
#include <vector>

#include "report/html/section.h"
#include "report/page/static_page.h"
#include "report/report_format.h"

namespace assay {
namespace {

using report::ReportModel;

struct Section {
  std::string_view id, title;
  std::string (*render)(const ReportModel& model);
};

constexpr Section kSections[] = {
    {"verdict", "Verdict", &report::VerdictSection},
    {"conditions", "Conditions", &report::ConditionsSection},
    {"performance", "Performance", &report::PerformanceSection},
    {"accuracy", "Accuracy", &report::AccuracySection},
    {"cost", "Cost and decision", &report::CostSection},
    {"comparison", "Comparison", &report::ComparisonSection},
    {"provenance", "Provenance", &report::ProvenanceSection},
};

std::string Render(const ReportModel& model, const RenderOptions&) {
  report::PageHead head;
  head.version = model.assay_version;
  head.window_title = model.verdict_word + " · " + model.title;
  head.title = model.title;
  head.meta = model.created_utc;
  if (!model.spec_file.empty()) head.meta += (head.meta.empty() ? "" : " · ") + model.spec_file;
  if (!model.run_directory.empty())
    head.meta += (head.meta.empty() ? "" : " · ") + model.run_directory;
  head.label = model.demo_label;
  std::vector<report::PageSection> sections;
  for (const Section& section : kSections) {
    sections.push_back(
        {std::string(section.id), std::string(section.title), section.render(model)});
  }
  return report::StaticPage(head, sections);
}

}  // namespace

extern const ReportFormatInfo kReportFormat_html;
const ReportFormatInfo kReportFormat_html{
    .name = "html",
    .title = "one static page that opens offline, with charts",
    .extension = ".html",
    .render = &Render};

}  // namespace assay
