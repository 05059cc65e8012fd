// SPDX-License-Identifier: Apache-2.0
// Section 1: the word, what it says and doesn't say, the candidates' two line items, every claim.
#include "report/chart/figure.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/row.h"
#include "report/words.h"

namespace assay::report {
namespace {

std::string Hero(const ReportModel& model) {
  const std::string style(StyleOfWord(model.verdict_word));
  const std::string_view sign = SignOfWord(model.verdict_word);
  std::string out = "<div class=\"hero " + style + "\">\n<p class=\"word\">";
  if (!sign.empty())
    out += "<span class=\"sign\" aria-hidden=\"true\">" + std::string(sign) + "</span> ";
  out += "<strong>" + Escape(model.verdict_word) + "</strong></p>\n<p class=\"sentence\">" +
         Escape(model.sentence) + "</p>\n";
  if (const Meaning* meaning = FindMeaning(model.verdict_word)) {
    out += "<dl class=\"meaning\"><div><dt>What this says</dt><dd>" + Escape(meaning->says) +
           "</dd></div><div><dt>What it doesn’t say</dt><dd>" + Escape(meaning->does_not_say) +
           "</dd></div></dl>\n";
  }
  return out + "</div>\n";
}

std::string LineItem(std::string_view question, const decision::LineItem& item) {
  std::string out = "<div class=\"item\"><dt>" + Escape(question) + "</dt><dd>" +
                    Chip(verdict::OutcomeWord(item.outcome));
  if (!item.reason.empty()) out += "<span class=\"reason\">" + Escape(item.reason) + "</span>";
  return out + "</dd></div>";
}

std::string Candidates(const ReportModel& model) {
  if (!model.decision || model.decision->candidates.empty()) return {};
  std::string out =
      "<h3>Candidates</h3>\n<p class=\"lead\">Two questions, answered apart and never folded into "
      "one "
      "score. A candidate can be chosen when both say PASS.</p>\n<div class=\"cards\">\n";
  for (const decision::Candidate& candidate : model.decision->candidates) {
    out += "<article class=\"card" + std::string(candidate.preferred ? " preferred" : "") +
           "\"><h4>" + Escape(candidate.system) +
           (candidate.preferred ? "<span class=\"badge\">preferred</span>" : "") + "</h4><dl>" +
           LineItem("Servable within SLA and budget", candidate.servable) +
           LineItem("Good enough on the task", candidate.good_enough) + "</dl>";
    if (!model.preference.empty()) {
      const Scale scale =
          ChooseScale({candidate.preference}, model.preference_unit, model.currency);
      out += "<p class=\"preference\">" + Escape(model.preference) + ": <b>" +
             Escape(FormatWithUnit(candidate.preference, scale, kHtmlGroup)) + "</b></p>";
    }
    out += "</article>\n";
  }
  out += "</div>\n";
  if (!model.decision->n_needed.empty()) {
    out += "<div class=\"callout\"><h4>What would decide it</h4>" + List(model.decision->n_needed) +
           "</div>\n";
  }
  return out;
}

void AddClaim(HtmlTable& table, const ReportModel& model, const verdict::ClaimVerdict& claim) {
  const RowText row = RowOf(claim, model, kHtmlGroup);
  std::string name = Escape(claim.claim) + "<small>" + MetricName(model, claim.metric);
  if (const std::string place = PlaceOf(claim); !place.empty()) name += " · " + Escape(place);
  if (!claim.required) name += " · not required";
  name += "</small>";
  const auto with_unit = [&](const std::string& text) {
    if (text.empty() || text == "–" || row.unit.empty()) return Escape(text);
    return Escape(text + (row.unit.front() == '/' ? "" : " ") + row.unit);
  };
  std::string bound = with_unit(row.bound);
  const std::string written = Escape(claim.bound_text);
  bound += bound.empty() ? written : "<small>as written: " + written + "</small>";
  const std::string interval = row.interval.empty() ? ""
                                                    : with_unit(row.interval) + "<small>" +
                                                          Escape(row.level) + " interval</small>";
  table.AddRow({name, Chip(verdict::OutcomeWord(claim.outcome)),
                "<b>" + with_unit(row.number) + "</b>", interval, ClaimStrip(claim), bound,
                Escape(row.margin),
                Escape(row.n) + (claim.n_unit.empty() || row.n.empty()
                                     ? ""
                                     : "<small>" + Escape(claim.n_unit) + "</small>")});
  std::string note = Escape(claim.reason);
  const auto add = [&note](const std::string& text) {
    if (!text.empty()) note += (note.empty() ? "" : " ") + text;
  };
  if (const std::string needed = NeededOf(claim, kHtmlGroup); !needed.empty())
    add("<b>" + Escape(needed) + ".</b>");
  if (!claim.correction.empty()) add(Escape(claim.correction) + ".");
  if (!claim.qualification.empty())
    add("<span class=\"qualified\">" + Escape(claim.qualification) + "</span>");
  table.AddNote(note);
}

std::string Claims(const ReportModel& model) {
  if (model.claims.empty())
    return "<p class=\"lead\">The spec makes no claim, so only the load runs are judged.</p>\n";
  std::vector<std::string> systems;
  for (const verdict::ClaimVerdict& claim : model.claims) AddOnce(systems, claim.system);
  HtmlTable table("Claims by system", {"claim", "outcome", "#measured", "#interval",
                                       "against its bound", "#bound", "#margin", "#n"});
  for (const std::string& system : systems) {
    table.AddGroup(Escape(system));
    for (const verdict::ClaimVerdict& claim : model.claims) {
      if (claim.system == system) AddClaim(table, model, claim);
    }
  }
  return "<h3>Claims</h3>\n<p class=\"lead\">In the small pictures the shaded side is what the "
         "bound allows, the bar is "
         "the interval, the dot is the measured value.</p>\n" +
         table.Render("claims");
}

std::string Words() {
  std::string out =
      "<details class=\"words\"><summary>How to read PASS, FAIL, UNDECIDED, NOT MEASURED, VALID "
      "and "
      "INVALID</summary>\n<dl>";
  for (const Meaning& meaning : AllMeanings()) {
    out += "<div><dt>" + Chip(meaning.word) + "</dt><dd>" + Escape(meaning.says) + " <em>" +
           Escape(meaning.does_not_say) + "</em></dd></div>\n";
  }
  return out + "</dl></details>\n";
}

}  // namespace

std::string VerdictSection(const ReportModel& model) {
  std::string out = Hero(model);
  if (!model.why.empty()) out += "<h3>Why</h3>\n" + List(model.why, "why");
  out += Candidates(model) + Claims(model);
  if (!model.notes.empty())
    out += "<div class=\"callout\"><h4>To keep in mind</h4>" + List(model.notes) + "</div>\n";
  if (!model.next_command.empty()) {
    out += "<h3>Next</h3>\n" + Command(model.next_command);
    if (!model.next_reason.empty())
      out += "<p class=\"lead\">" + Escape(model.next_reason) + "</p>\n";
  }
  return out + Words();
}

}  // namespace assay::report
