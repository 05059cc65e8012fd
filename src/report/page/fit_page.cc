// SPDX-License-Identifier: Apache-2.0
#include "report/page/fit_page.h"

#include <utility>
#include <vector>

#include "fit/fit_text.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/page/static_page.h"

namespace assay::report {
namespace {

constexpr std::pair<std::string_view, std::string_view> kFitTerms[] = {
    {"SingleStream", "One request at a time; the next goes out when the last is answered. Reports the 90th percentile of "
                     "the latency."},
    {"MultiStream", "Several samples in each request, one request at a time. Reports the 99th percentile."},
    {"Server", "Requests come at random, independent times (Poisson). Reports the rate that held a latency bound at the "
               "99th percentile."},
    {"Offline", "Everything is there at once. Reports samples or tokens per second; says nothing of latency."},
    {"Poisson arrivals", "Each request comes independently of the others, at a steady mean rate."},
    {"Gap variation", "Spread of the times between requests over their mean: 1 for Poisson, 0 for a steady beat."},
    {"Index of dispersion", "How uneven the counts in equal windows are: variance over mean. 1 for Poisson, above 1 in "
                            "bursts, below 1 when senders wait for answers."},
    {"Think time", "From an answer to the same sender's next request."},
    {"p90, p99", "90 or 99 of 100 requests were at least this fast."},
};

std::string CarryCell(const fit::Carry& carry) {
  const std::string_view mark = carry.carries == fit::Carries::kYes  ? "✓ "
                                : carry.carries == fit::Carries::kNo ? "✗ "
                                                                     : "– ";
  std::string cell = "<b>" + std::string(mark) + Escape(NameOf(carry.carries)) + "</b>";
  const std::string why = carry.axis.empty() ? carry.why : carry.axis + ": " + carry.why;
  return cell + "<small class=\"words\">" + Escape(why) + "</small>";
}

}  // namespace

std::string FitPage(const fit::TrafficLog& log, const fit::TrafficMeasures& measures, const fit::ScenarioFit& result,
                    std::string_view source, std::string_view version) {
  const bool known = result.nearest != "none" && result.nearest != "not known";
  std::string nearest = Hero(known ? "pass" : "undecided", known ? "≈" : "–", result.nearest,
                             std::string(NameOf(result.pattern)) + ": " + result.because);
  if (!result.axis.empty()) {
    nearest += "<p class=\"callout\">In the way of a public row: <b>" + Escape(result.axis) + "</b></p>\n";
  }
  HtmlTable carries("What of a public row carries over to this traffic", {"scenario", "latency", "rate", "accuracy"});
  for (const fit::ScenarioCarry& scenario : result.scenarios) {
    carries.AddRow({Escape(scenario.scenario), CarryCell(scenario.latency), CarryCell(scenario.rate),
                    CarryCell(scenario.accuracy)});
  }
  HtmlTable table("What the log says about its traffic", {"measure", "#value", "meaning"});
  for (const fit::MeasureInWords& row : fit::MeasuresInWords(measures)) {
    table.AddRow({Escape(row.name), Escape(row.value), Escape(row.meaning)});
  }
  std::string read = "<p class=\"lead\">Read as " + Escape(log.format) + ".</p>\n";
  PageHead head;
  head.version = version;
  head.eyebrow = "assay fit";
  head.title = "Which scenario our traffic resembles";
  head.window_title = std::string(result.nearest) + " · traffic fit";
  head.meta = source;
  head.skip_to = "nearest";
  head.skip_text = "To the nearest scenario";
  const std::vector<PageSection> sections = {{"nearest", "Nearest scenario", std::move(nearest)},
                                             {"carries", "What carries over", carries.Render("wordy")},
                                             {"measures", "Measures", read + table.Render("wordy")},
                                             {"words", "Words", Glossary(kFitTerms)}};
  return StaticPage(head, sections);
}

}  // namespace assay::report
