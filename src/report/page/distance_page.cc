// SPDX-License-Identifier: Apache-2.0
#include "report/page/distance_page.h"

#include <charconv>
#include <utility>
#include <vector>

#include "report/html/html_table.h"
#include "report/markup.h"
#include "report/page/static_page.h"

namespace assay::report {
namespace {

constexpr std::pair<std::string_view, std::string_view> kDistanceTerms[] = {
    {"Same, close, far", "How near ours is to the reference on this axis alone. Axes are never added up: one that is far "
                         "can make all others worthless."},
    {"Not known", "One side doesn't say it. Nothing is assumed."},
    {"Ratio of means", "Our mean over theirs: 2 means twice as large."},
    {"Cohen's h", "Distance between two shares on a scale where 0.2 is small, 0.5 medium and 0.8 large."},
    {"Quality bar", "What accuracy was asked for: the benchmark's gate on its own data, ours on our data."},
    {"SLA", "The latency bound that has to hold, at a percentile."},
};

std::string SideCell(const fit::Side& side) {
  if (side.words.empty()) return "<span class=\"none\">not known</span>";
  std::string cell = Escape(side.words);
  if (!side.source.empty()) cell += "<small class=\"words\">" + Escape(side.source) + "</small>";
  return cell;
}

std::string EffectCell(const fit::AxisDistance& axis) {
  if (!axis.effect) return "";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, *axis.effect, std::chars_format::general, 3).ptr;
  return std::string(text, end) + "<small>" + Escape(axis.effect_name) + "</small>";
}

std::string NearCell(fit::Near near) {
  const std::string_view mark = near == fit::Near::kSame    ? "= "
                                : near == fit::Near::kClose ? "≈ "
                                : near == fit::Near::kFar   ? "✗ "
                                                            : "– ";
  return "<b>" + std::string(mark) + Escape(NameOf(near)) + "</b>";
}

}  // namespace

std::string DistancePage(std::span<const fit::AxisDistance> axes, std::string_view row, std::string_view spec,
                         std::string_view version) {
  HtmlTable sides("Ours beside theirs, axis by axis", {"axis", "ours", "theirs", "how near", "#effect"});
  std::vector<std::string> licensed, not_licensed;
  for (const fit::AxisDistance& axis : axes) {
    const std::string name(NameOf(axis.axis));
    sides.AddRow({Escape(name), SideCell(axis.ours), SideCell(axis.theirs), NearCell(axis.near), EffectCell(axis)});
    if (!axis.licenses.empty()) licensed.push_back(name + ": " + axis.licenses);
    if (!axis.not_licenses.empty()) not_licensed.push_back(name + ": " + axis.not_licenses);
  }
  PageHead head;
  head.version = version;
  head.eyebrow = "assay distance";
  head.title = "How far the reference task is from ours";
  head.window_title = "Distance · " + std::string(row);
  head.meta = std::string(row) + " · " + std::string(spec);
  head.skip_to = "carries";
  head.skip_text = "To what carries over";
  const std::vector<PageSection> sections = {
      {"carries", "What carries over", ListsSideBySide("Licensed", licensed, "Not licensed", not_licensed)},
      {"axes", "Axes", sides.Render("wordy")},
      {"words", "Words", Glossary(kDistanceTerms)}};
  return StaticPage(head, sections);
}

}  // namespace assay::report
