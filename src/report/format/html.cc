// SPDX-License-Identifier: Apache-2.0
// The report as one HTML file: no script, no request, nothing outside the file. It reads the same
// with scripts off, offline, on paper and a year later; the policy in its head holds it to that.
#include <string>
#include <string_view>

#include "report/html/section.h"
#include "report/markup.h"
#include "report/report_format.h"

namespace assay {
namespace {

using report::Escape;
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

std::string Head(const ReportModel& model) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; "
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" "
         "content=\"assay " +
         Escape(model.assay_version) + "\">\n<title>" + Escape(model.verdict_word) + " · " +
         Escape(model.title) + "</title>\n<style>" + std::string(report::StyleSheet()) +
         "</style>\n</head>\n";
}

std::string Top(const ReportModel& model) {
  std::string meta = model.created_utc;
  if (!model.spec_file.empty()) meta += (meta.empty() ? "" : " · ") + model.spec_file;
  if (!model.run_directory.empty()) meta += (meta.empty() ? "" : " · ") + model.run_directory;
  std::string out = "<header class=\"top\">\n<p class=\"eyebrow\">assay report</p>\n<h1>" +
                    Escape(model.title) + "</h1>\n<p class=\"meta\">" + Escape(meta) + "</p>\n";
  if (!model.demo_label.empty()) out += "<p class=\"demo\">" + Escape(model.demo_label) + "</p>\n";
  return out + "</header>\n";
}

std::string Render(const ReportModel& model, const RenderOptions&) {
  std::string out =
      Head(model) +
      "<body>\n<a class=\"skip\" href=\"#verdict\">To the verdict</a>\n<div class=\"page\">\n" +
      Top(model) + "<nav aria-label=\"Sections\"><ol>";
  for (const Section& section : kSections) {
    out += "<li><a href=\"#" + std::string(section.id) + "\">" + std::string(section.title) +
           "</a></li>";
  }
  out += "</ol></nav>\n<main>\n";
  int number = 0;
  for (const Section& section : kSections) {
    const std::string id(section.id);
    out += "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-head\">\n<h2 id=\"" + id +
           "-head\"><span class=\"nr\">" + std::to_string(++number) + "</span>" +
           std::string(section.title) + "</h2>\n" + section.render(model) + "</section>\n";
  }
  return out + "</main>\n<footer>Made by assay " + Escape(model.assay_version) +
         ". This file holds all that it shows; it loads nothing and runs no "
         "script.</footer>\n</div>\n</body>\n</html>\n";
}

}  // namespace

extern const ReportFormatInfo kReportFormat_html;
const ReportFormatInfo kReportFormat_html{
    .name = "html",
    .title = "one static page that opens offline, with charts",
    .extension = ".html",
    .render = &Render};

}  // namespace assay
