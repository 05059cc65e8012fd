// SPDX-License-Identifier: Apache-2.0
// Sections 5 and 6: what it costs and what follows, then everything that was claimed with the
// systems side by side.
#include <algorithm>

#include "report/chart/figure.h"
#include "report/html/html_table.h"
#include "report/html/section.h"
#include "report/markup.h"
#include "report/row.h"
#include "report/words.h"

namespace assay::report {
namespace {

std::string Costs(const ReportModel& model) {
  std::vector<std::pair<std::string, const std::vector<Measurement>*>> columns;
  for (const CostRow& cost : model.costs) {
    columns.emplace_back(cost.traffic.empty() ? cost.system : cost.system + " · " + cost.traffic,
                         &cost.measurements);
  }
  std::string out = SideBySide(model, "Cost", columns);
  if (!model.cost_note.empty()) out += "<p class=\"lead\">" + Escape(model.cost_note) + "</p>\n";
  return out;
}

std::string DecisionTable(const ReportModel& model) {
  if (!model.decision || model.decision->candidates.empty()) return {};
  std::vector<std::string> heads = {"candidate", "servable within SLA and budget",
                                    "good enough on the task"};
  if (!model.preference.empty()) heads.push_back("#" + Escape(model.preference));
  HtmlTable table("Decision", heads);
  std::vector<std::optional<double>> values;
  for (const decision::Candidate& candidate : model.decision->candidates)
    values.push_back(candidate.preference);
  const Scale scale = ChooseScale(values, model.preference_unit, model.currency);
  const auto claims_of = [](const decision::LineItem& item) {
    std::string out;
    for (const std::string& claim : item.claims) out += (out.empty() ? "rests on " : ", ") + claim;
    return out;
  };
  for (const decision::Candidate& candidate : model.decision->candidates) {
    table.AddRow({Escape(candidate.system) +
                      (candidate.preferred ? "<span class=\"badge\">preferred</span>" : ""),
                  Chip(verdict::OutcomeWord(candidate.servable.outcome)) + "<small>" +
                      Escape(claims_of(candidate.servable)) + "</small>",
                  Chip(verdict::OutcomeWord(candidate.good_enough.outcome)) + "<small>" +
                      Escape(claims_of(candidate.good_enough)) + "</small>",
                  Escape(FormatWithUnit(candidate.preference, scale, kHtmlGroup))});
  }
  return "<p>" + Chip(verdict::OutcomeWord(model.decision->outcome)) + " " +
         Escape(model.decision->sentence) + "</p>\n" + table.Render();
}

// A claim's row in the comparison: the same claim for another system, traffic and split apart.
bool SameClaim(const verdict::ClaimVerdict& a, const verdict::ClaimVerdict& b) {
  return a.claim == b.claim && a.traffic == b.traffic && a.split == b.split;
}

std::string ClaimCell(const ReportModel& model, const verdict::ClaimVerdict& row,
                      const std::string& system) {
  const auto found = std::find_if(model.claims.begin(), model.claims.end(),
                                  [&](const verdict::ClaimVerdict& claim) {
                                    return claim.system == system && SameClaim(claim, row);
                                  });
  if (found == model.claims.end()) return "<span class=\"none\">not claimed</span>";
  const Scale scale = ScaleOf(*found, model);
  return Chip(verdict::OutcomeWord(found->outcome)) + "<small><b>" +
         Escape(FormatWithUnit(found->measured, scale, kHtmlGroup)) + "</b></small>";
}

// A figure for each split.
std::string CostCurves(const ReportModel& model) {
  std::vector<std::string> splits;
  for (const CostCurve& curve : model.cost_curves) AddOnce(splits, curve.split);
  std::string out;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    std::vector<const CostCurve*> curves;
    for (const CostCurve& curve : model.cost_curves) {
      if (curve.split == splits[i]) curves.push_back(&curve);
    }
    out += CostCurveFigure(model, curves, "cost-curve-" + std::to_string(i));
  }
  return out;
}

}  // namespace

std::string CostSection(const ReportModel& model) {
  const std::string out =
      DecisionTable(model) + CandidatesFigure(model, "candidates") + Costs(model) + CostCurves(model);
  return out.empty() ? "<p class=\"lead\">No price and no decision are stated in the spec.</p>\n"
                     : out;
}

std::string ComparisonSection(const ReportModel& model) {
  if (model.claims.empty() || model.systems.size() < 2) {
    return "<p class=\"lead\">There is nothing to compare: one system, or no claims.</p>\n";
  }
  std::vector<std::string> heads = {"claim", "bound"};
  for (const SystemRow& system : model.systems) heads.push_back(Escape(system.id));
  HtmlTable table("Claims with the systems side by side", heads);
  std::vector<const verdict::ClaimVerdict*> rows;
  for (const verdict::ClaimVerdict& claim : model.claims) {
    if (std::none_of(rows.begin(), rows.end(),
                     [&](const auto* row) { return SameClaim(*row, claim); })) {
      rows.push_back(&claim);
    }
  }
  for (const verdict::ClaimVerdict* row : rows) {
    std::vector<std::string> cells = {
        Escape(row->claim) + "<small>" + Escape(PlaceOf(*row)) + "</small>",
        "<span class=\"written\">" + Escape(row->bound_text) + "</span>"};
    for (const SystemRow& system : model.systems)
      cells.push_back(ClaimCell(model, *row, system.id));
    table.AddRow(cells);
  }
  return "<p class=\"lead\">Values from one run each; whether a difference between two systems is "
         "real is another "
         "question than whether each meets its bound.</p>\n" +
         table.Render();
}

}  // namespace assay::report
