// SPDX-License-Identifier: Apache-2.0
#include "report/page/citation_page.h"

#include <algorithm>
#include <vector>

#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/page/static_page.h"

namespace assay::report {
namespace {

using citation::Assessment;
using citation::RuleState;
using citation::Verdict;

struct Look {
  std::string_view style, sign;
};

Look LookOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEvidence: return {"pass", "✓"};
    case Verdict::kEvidenceLimited: return {"undecided", "~"};
    case Verdict::kNotYetAClaim:
    case Verdict::kDecorative: return {"unmeasured", "–"};
    default: return {"fail", "✗"};
  }
}

constexpr std::pair<std::string_view, std::string_view> kCitationTerms[] = {
    {"EVIDENCE", "Everything that was asked is answered by one published row, and nothing limits it. It stands for "
                 "speed on a standard load; for the own bound only where that matches."},
    {"EVIDENCE-LIMITED", "Answered, with at least one limit; the limits are part of the sentence."},
    {"NOT-YET-A-CLAIM", "Division, scenario or system isn't known, so nothing may be concluded yet. The questions to the "
                        "vendor would change that."},
    {"DECORATIVE", "Too little is known for the number to mean anything, or it is no MLPerf Inference result."},
    {"VIOLATION", "A rule of MLCommons for the use of results is broken by what is said."},
    {"OVERCLAIM", "The text asserts what no benchmark row can show: accuracy, cost, safety or reasons on one's own task."},
    {"CONTRADICTED", "The fields stated name one published row, and a stated value differs from it."},
    {"Division", "Closed: the reference model, so that submitters can be compared. Network: Closed with the load sent over a "
                 "network. Open: any model; a statement about that system alone."},
    {"Scenario", "How requests arrive. SingleStream: one after another. MultiStream: several at once. Server: at random "
                 "times under a latency bound. Interactive: Server with tighter bounds. Offline: all at once."},
    {"Gate", "The share of the reference model's accuracy that a result must reach on the benchmark's own data, such as "
             "99 % or 99.9 %."},
    {"TTFT, TPOT", "Time to the first token of an answer, and time per token after it."},
    {"p99", "99 of 100 requests were at least this fast."},
    {"Stated, filled", "Stated: read from the quote. Filled: taken from the one public row that fits everything stated; "
                       "never from more than one."},
};

std::string FactsTable(const Assessment& a) {
  HtmlTable table("What was stated, and what the one public row that fits adds", {"field", "stated", "filled", "held row"});
  for (const std::string_view field : citation::kFields) {
    const auto stated = a.quote.stated.find(field);
    const auto filled = a.filled.find(field);
    const auto wrong = std::find_if(a.contradictions.begin(), a.contradictions.end(),
                                    [field](const citation::Contradiction& c) { return c.field == field; });
    if (stated == a.quote.stated.end() && filled == a.filled.end()) continue;
    table.AddRow({Escape(field), stated == a.quote.stated.end() ? "" : Escape(stated->second),
                  filled == a.filled.end() ? "" : Escape(filled->second),
                  wrong == a.contradictions.end() ? "" : "<b>✗ " + Escape(wrong->held) + "</b>"});
  }
  return table.empty() ? "<p class=\"none\">No field could be read.</p>\n" : table.Render("wordy");
}

std::string QuestionTable(const Assessment& a) {
  HtmlTable table("The questions behind the verdict", {"question", "answer", "what it means"});
  for (const citation::Answer& answer : a.answers) {
    const std::string mark = !answer.known ? "– " : answer.limits ? "! " : "✓ ";
    table.AddRow({Escape(answer.id) + " " + Escape(answer.question), mark + Escape(answer.state), Escape(answer.words)});
  }
  return table.Render("wordy");
}

std::string RuleTable(const Assessment& a) {
  HtmlTable table("Rules of MLCommons that are broken, completed by the corrected text, or can't be told",
                  {"rule", "state", "what", "source"});
  for (const citation::RuleReading& rule : a.rules) {
    if (rule.state == RuleState::kKept || rule.state == RuleState::kNotApplicable) continue;
    const std::string mark = rule.state == RuleState::kBroken ? "✗ " : rule.state == RuleState::kCompleted ? "+ " : "– ";
    table.AddRow({Escape(rule.id), mark + Escape(NameOf(rule.state)), Escape(rule.words), Escape(rule.source)});
  }
  return table.empty() ? "<p>No rule is broken, and none needed a completed text.</p>\n" : table.Render("wordy");
}

std::string AskList(const Assessment& a) {
  if (a.ask.empty()) return "<p>Nothing is left to ask.</p>\n";
  std::vector<std::string> questions;
  for (const auto& [field, question] : a.ask) questions.push_back(question + " (" + field + ")");
  return List(questions, "why");
}

std::string CitationSection(const Assessment& a) {
  const Look look = LookOf(a.verdict);
  std::string out = Hero(look.style, look.sign, NameOf(a.verdict), a.because);
  if (!a.quote.text.empty()) out += "<blockquote class=\"quote\">" + Escape(a.quote.text) + "</blockquote>\n";
  out += ListsSideBySide("Licensed: may be said", a.licensed, "Not licensed: may not be concluded", a.not_licensed);
  if (!a.sentence.empty()) {
    out += "<h3>The sentence that may be printed</h3>\n<blockquote class=\"quote\">" + Escape(a.sentence) +
           "</blockquote>\n<h3>With this footnote</h3>\n<blockquote class=\"quote\">" + Escape(a.footnote) +
           "</blockquote>\n";
  } else {
    out += "<p class=\"callout\">No sentence can be printed from this quote.</p>\n";
  }
  out += "<h3>Stated and filled</h3>\n<p class=\"lead\">" + Escape(NameOf(a.match)) + "</p>\n" + FactsTable(a);
  return out + "<h3>Questions</h3>\n" + QuestionTable(a) + "<h3>Rules</h3>\n" + RuleTable(a) +
         "<h3>To ask the vendor</h3>\n" + AskList(a);
}

std::string PlaceText(const citation::Place& place) {
  std::string text = place.file.empty() ? "command line" : place.file;
  if (!place.part.empty()) text += ", " + place.part;
  return text;
}

std::string Overview(std::span<const Assessment> assessments, std::span<const std::string> not_read) {
  HtmlTable table("All quotes that were found", {"quote", "where", "verdict", "because"});
  int number = 0;
  for (const Assessment& a : assessments) {
    const std::string id = "citation-" + std::to_string(++number);
    const Look look = LookOf(a.verdict);
    table.AddRow({"<a href=\"#" + id + "\">" + std::to_string(number) + "</a>", Escape(PlaceText(a.quote.place)),
                  "<span class=\"chip " + std::string(look.style) + "\"><span aria-hidden=\"true\">" +
                      std::string(look.sign) + "</span> " + Escape(NameOf(a.verdict)) + "</span>",
                  Escape(a.because)});
  }
  std::string out = table.empty() ? "<p class=\"callout\">No number that looks like a benchmark claim was found.</p>\n"
                                  : table.Render("wordy");
  if (!not_read.empty()) {
    out += "<h3>Not read</h3>\n" + List(std::vector<std::string>(not_read.begin(), not_read.end()), "notes");
  }
  return out;
}

}  // namespace

std::string CitationPage(std::span<const Assessment> assessments, std::span<const std::string> not_read,
                         std::string_view source, std::string_view version) {
  PageHead head;
  head.version = version;
  head.eyebrow = "assay citation";
  head.title = assessments.size() == 1 ? "What this number licenses one to say"
                                       : "What these numbers license one to say";
  head.window_title = assessments.size() == 1 ? std::string(NameOf(assessments[0].verdict)) + " · citation"
                                              : std::to_string(assessments.size()) + " citations";
  head.meta = source;
  head.skip_to = "overview";
  head.skip_text = "To the quotes";
  std::vector<PageSection> sections;
  sections.push_back({"overview", "Quotes", Overview(assessments, not_read)});
  int number = 0;
  for (const Assessment& assessment : assessments) {
    const std::string count = std::to_string(++number);
    sections.push_back({"citation-" + count, "Quote " + count, CitationSection(assessment)});
  }
  sections.push_back({"words", "Words", Glossary(kCitationTerms)});
  return StaticPage(head, sections);
}

}  // namespace assay::report
