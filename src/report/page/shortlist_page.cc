// SPDX-License-Identifier: Apache-2.0
#include "report/page/shortlist_page.h"

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/number.h"
#include "report/page/static_page.h"

namespace assay::report {
namespace {

constexpr std::pair<std::string_view, std::string_view> kShortlistTerms[] = {
    {"Shortlist", "Public rows that could meet the need. It says what to try, not what to buy: none of them was measured "
                  "on the reader's task, data or traffic."},
    {"One table, one ranking", "Rows stand in one table only when benchmark, scenario, division, compatible version, "
                               "category, metric, unit, power and precision class are equal."},
    {"By rule", "The row itself doesn't state it; the round's rules fix it for every valid result."},
    {"Replicas, derived", "The reader's rate over the row's, rounded up. A count of ours, not an MLPerf metric; it takes "
                          "for granted that replicas share the load evenly."},
    {"Closed, Network, Open", "Closed: the reference model, so that submitters can be compared. Network: Closed with the "
                              "load sent over a network. Open: any model; never ranked with Closed."},
    {"Preview, RDI", "Preview: not yet on sale when submitted. RDI: research or internal."},
    {"Gate", "The share of the reference model's accuracy that a result must reach on the benchmark's own data."},
    {"TTFT, TPOT, p99", "Time to the first token; time per token after it; 99 of 100 requests were at least this fast."},
};

std::string ValueText(double value) {
  char text[64];
  const bool whole = std::abs(value) >= 1000;
  const auto end = whole ? std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 0).ptr
                         : std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr;
  if (!whole) return std::string(text, end);
  std::string digits(text, end), out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += kHtmlGroup;
    out += digits[i];
  }
  return out;
}

std::string SmallList(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += "<small class=\"words\">" + Escape(text) + "</small>";
  return out;
}

std::string GroupTable(const decision::ShortlistGroup& group) {
  HtmlTable table(results::TextOf(group.key), {"system", "#" + std::string(round::TextOf(group.key.unit)), "bound", "#replicas, derived",
                                      "row, notes"});
  for (const decision::ShortlistEntry& entry : group.entries) {
    std::string bound = Escape(entry.sla.theirs);
    if (!entry.sla.words.empty()) bound += "<small class=\"words\">" + Escape(entry.sla.words) + "</small>";
    table.AddRow({Escape(results::DescribeSystem(*entry.row->system)), ValueText(entry.row->value), bound,
                  entry.replicas ? std::to_string(*entry.replicas) : "",
                  "<code>" + Escape(results::RowName(*entry.row)) + "</code>" + SmallList(entry.by_rule) +
                      SmallList(entry.notes)});
  }
  return table.Render("wordy");
}

std::string DroppedTable(const decision::Shortlist& shortlist) {
  HtmlTable table("Rows that matched what was asked for and can't stand in a shortlist", {"row", "reason"});
  for (const decision::Dropped& dropped : shortlist.dropped) {
    table.AddRow({Escape(results::RowName(*dropped.row)), Escape(dropped.reason)});
  }
  return table.empty() ? "<p>None.</p>\n" : table.Render("wordy");
}

}  // namespace

std::string ShortlistPage(const decision::Shortlist& shortlist, std::string_view question, std::string_view version) {
  PageHead head;
  head.version = version;
  head.eyebrow = "assay results shortlist";
  head.title = "Public rows that could meet the need";
  head.window_title = "Shortlist";
  head.meta = question;
  head.skip_to = "shortlist";
  head.skip_text = "To the shortlist";
  std::string tables = "<p class=\"lead\">" + FormatCount(shortlist.considered, kHtmlGroup) + " rows were considered, " +
                       FormatCount(shortlist.filtered, kHtmlGroup) + " others weren't asked for.</p>\n";
  for (const decision::ShortlistGroup& group : shortlist.groups) tables += GroupTable(group);
  if (shortlist.groups.empty()) tables += "<p class=\"callout\">No public row stands. What was dropped says why.</p>\n";
  const std::vector<PageSection> sections = {{"shortlist", "Shortlist", std::move(tables)},
                                             {"dropped", "Dropped", DroppedTable(shortlist)},
                                             {"words", "Words", Glossary(kShortlistTerms)}};
  return StaticPage(head, sections);
}

}  // namespace assay::report
