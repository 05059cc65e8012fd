// SPDX-License-Identifier: Apache-2.0
#include "run/slices/slice_words.h"

#include <algorithm>
#include <cmath>

#include "report/display_text.h"
#include "report/number.h"
#include "run/measurement_text.h"

namespace assay::run {

std::string RateText(std::optional<double> rate, bool loss) {
  if (!rate) return "–";
  return loss ? Fixed(*rate, 4) : Fixed(*rate * 100, 2) + "\t%";
}

std::string IntervalOf(const std::optional<Interval>& interval, bool loss) {
  if (!interval) return "";
  return loss ? Fixed(interval->low, 4) + "–" + Fixed(interval->high, 4)
              : Fixed(interval->low * 100, 2) + "–" + Fixed(interval->high * 100, 2);
}

std::string PText(double p) { return p < 0.0001 ? "< 0.0001" : Fixed(p, 4); }

std::string CountText(std::uint64_t count) { return report::FormatCount(count); }

std::string JoinedIds(std::span<const std::string> ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ", ") + id;
  return text;
}

std::string Lines(std::string_view text, const RenderOptions& render, std::string_view lead) {
  constexpr std::size_t kLeadWidth = 7;
  const std::size_t indent = lead.empty() ? 0 : kLeadWidth;
  const auto width = static_cast<std::size_t>(std::max(render.width, 80));
  std::string out, first(lead);
  first.resize(indent, ' ');
  for (const std::string& line : report::Wrap(report::CleanText(text, render.utf8), width - indent)) {
    out += (out.empty() ? first : std::string(indent, ' ')) + line + "\n";
  }
  return out;
}

std::string Printable(std::string_view text, const RenderOptions& render) {
  const std::size_t tab = text.find('\t');
  if (tab == text.npos) return report::CleanText(text, render.utf8);
  return report::CleanText(text.substr(0, tab), render.utf8) + "\t" + report::CleanText(text.substr(tab + 1), render.utf8);
}

void WriteInterval(base::JsonWriter& json, const std::optional<Interval>& interval) {
  json.Key("interval");
  if (!interval) {
    json.Null();
    return;
  }
  json.BeginObject().Member("low", interval->low).Member("high", interval->high);
  json.Member("level", interval->level).Member("method", interval->method).EndObject();
}

void WriteErrorRate(base::JsonWriter& json, const slice::ErrorRate& rate) {
  json.BeginObject().Member("cases", rate.rows).Member("errors", rate.errors).Member("rate", rate.rate);
  WriteInterval(json, rate.interval);
  json.EndObject();
}

}  // namespace assay::run
