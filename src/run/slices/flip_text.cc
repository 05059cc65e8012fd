// SPDX-License-Identifier: Apache-2.0
// Flips for a terminal and as JSON.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/json.h"
#include "report/text_table.h"
#include "run/measurement_text.h"
#include "run/slices/flip_report.h"
#include "run/slices/slice_words.h"

namespace assay::run {
namespace {

using report::TextTable;

// Three digits: scores and their distances may be tiny.
std::string Short(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr};
}

std::string SignedRate(std::optional<double> rate) {
  if (!rate) return "–";
  return (*rate > 0 ? "+" : *rate < 0 ? "−" : "") + Fixed(std::abs(*rate) * 100, 2) + "\t%";
}

class FlipsPage {
 public:
  FlipsPage(const FlipReport& report, const RenderOptions& render) : report_(report), render_(render) {}

  std::string Text() {
    const FlipCounts& all = report_.groups.front();
    Say(report_.baseline + " to " + report_.system + " on " + report_.split + ": of " + CountText(all.cases()) +
            " cases " + CountText(all.broken) + " broken (right before, wrong now), " + CountText(all.fixed) + " fixed", "FLIPS");
    Say(report_.baseline + ": " + report_.baseline_decision + "; " + report_.system + ": " + report_.system_decision, " ");
    if (report_.unpaired > 0) Say(CountText(report_.unpaired) + " answers of one system alone are left out", " ");
    Groups();
    Bands();
    Drift();
    Slices();
    Ids();
    return out_;
  }

 private:
  void Say(std::string_view text, std::string_view lead = {}) { out_ += Lines(text, render_, lead); }
  std::string Clean(std::string_view text) const { return Printable(text, render_); }
  void Put(const TextTable& table) {
    out_ += table.Render(static_cast<std::size_t>(std::max(render_.width, 80)));
  }
  std::string Level() const { return Fixed(report_.level * 100, 0) + " % interval"; }

  void Groups() {
    out_ += "\n";
    TextTable counts({"right answer", "cases", "both right", "broken", "fixed", "both wrong", "McNemar p"});
    TextTable rates({"right answer", "broken", Level(), "flips", Level() + " ", "net", Level() + "  "});
    for (const FlipCounts& group : report_.groups) {
      counts.AddRow(" ", {Clean(group.group), CountText(group.cases()), CountText(group.both_right), CountText(group.broken),
                          CountText(group.fixed), CountText(group.both_wrong), PText(group.p)});
      if (group.other_wrong > 0) {
        counts.AddNote(CountText(group.other_wrong) + " wrong both times, with another answer");
      }
      rates.AddRow(" ", {Clean(group.group), Clean(RateText(group.broken_rate, false)), Clean(IntervalOf(group.broken_interval, false)),
                         Clean(RateText(group.flip_rate, false)), Clean(IntervalOf(group.flip_interval, false)),
                         Clean(SignedRate(group.net)), Clean(NetInterval(group))});
    }
    Put(counts);
    out_ += "\n";
    Put(rates);
    Say("net: accuracy of " + report_.system + " less that of " + report_.baseline +
        ". It can be near 0 while many answers changed; of a rare class it says little, so each class stands apart.");
  }

  static std::string NetInterval(const FlipCounts& group) {
    if (!group.net_interval) return "";
    const auto shown = [](double value) { return (value < 0 ? "−" : "") + Fixed(std::abs(value) * 100, 2); };
    return shown(group.net_interval->low) + " to " + shown(group.net_interval->high);
  }

  void Bands() {
    if (report_.bands.empty()) return;
    out_ += "\n";
    TextTable table({"distance to threshold", "cases", "broken", "fixed", "flips"});
    for (const DistanceBand& band : report_.bands) {
      const double share = static_cast<double>(band.broken + band.fixed) / static_cast<double>(band.cases);
      table.AddRow(" ", {Clean(Short(band.from) + "–" + Short(band.to)), CountText(band.cases), CountText(band.broken),
                         CountText(band.fixed), Clean(RateText(share, false))});
    }
    Put(table);
  }

  void Drift() {
    if (!report_.drift) return;
    out_ += "\n";
    std::string text = "Score drift:";
    for (const auto& [share, value] : report_.drift->quantiles) {
      text += (share == 0.5 ? " half of the scores moved by at most " : share == 1 ? ", all by at most " : ", " + Fixed(100 * share, 0) + " % by at most ") +
              Short(value);
    }
    text += "; mean shift " + Short(report_.drift->mean) + "; rank correlation " +
            (report_.drift->rank_correlation ? Fixed(*report_.drift->rank_correlation, 5) : "undefined");
    Say(text);
  }

  void Slices() {
    out_ += "\n";
    const auto shown = [](const std::vector<slice::SliceFinding>& list) {
      return std::to_string(std::ranges::count_if(list, &slice::SliceFinding::shown)) + " of " + std::to_string(list.size());
    };
    Say("Broken answers by slice: " + shown(report_.slices.declared) + " declared slices have more than the rest (Holm), " +
        shown(report_.slices.found) + " suspects of the search hold up on held-out cases (false discovery rate " +
        Fixed(100 * report_.fdr, 0) + " %)");
    TextTable table({"slice", "tested", "broken", "rate", Level(), "adj. p"});
    bool any = false;
    for (const auto* list : {&report_.slices.declared, &report_.slices.found}) {
      for (const slice::SliceFinding& finding : *list) {
        if (!finding.shown && list == &report_.slices.found) continue;
        any = true;
        table.AddRow(Clean(finding.shown ? "✗" : " "),
                     {Clean(finding.text), CountText(finding.tested.rows), CountText(static_cast<std::uint64_t>(finding.tested.errors)),
                      Clean(RateText(finding.tested.rate, false)), Clean(IntervalOf(finding.tested.interval, false)), PText(finding.adjusted)});
      }
    }
    if (any) Put(table);
  }

  void Ids() {
    if (!report_.broken_ids.empty()) Say(JoinedIds(report_.broken_ids), "Broken");
    if (!report_.fixed_ids.empty()) Say(JoinedIds(report_.fixed_ids), "Fixed");
    if (!report_.broken_ids.empty()) Say("assay why " + report_.source + " " + report_.broken_ids.front(), "Next");
  }

  const FlipReport& report_;
  const RenderOptions& render_;
  std::string out_;
};

void WriteNamedInterval(base::JsonWriter& json, std::string_view key, const std::optional<Interval>& interval) {
  json.Key(key);
  if (!interval) {
    json.Null();
    return;
  }
  json.BeginObject().Member("low", interval->low).Member("high", interval->high);
  json.Member("level", interval->level).Member("method", interval->method).EndObject();
}

void WriteGroup(base::JsonWriter& json, const FlipCounts& group) {
  json.BeginObject().Member("group", group.group).Member("cases", group.cases()).Member("both_right", group.both_right);
  json.Member("broken", group.broken).Member("fixed", group.fixed).Member("both_wrong", group.both_wrong);
  json.Member("other_wrong", group.other_wrong).Member("broken_rate", group.broken_rate);
  WriteNamedInterval(json, "broken_interval", group.broken_interval);
  json.Member("flip_rate", group.flip_rate);
  WriteNamedInterval(json, "flip_interval", group.flip_interval);
  json.Member("net", group.net);
  WriteNamedInterval(json, "net_interval", group.net_interval);
  json.Member("mcnemar_p", group.p).EndObject();
}

void WriteBroken(base::JsonWriter& json, std::string_view key, const std::vector<slice::SliceFinding>& findings) {
  json.Key(key).BeginArray();
  for (const slice::SliceFinding& finding : findings) {
    json.BeginObject().Member("slice", finding.text).Member("shown", finding.shown).Key("tested");
    WriteErrorRate(json, finding.tested);
    json.Member("rest_rate", finding.rest_rate).Member("p", finding.p).Member("adjusted_p", finding.adjusted).EndObject();
  }
  json.EndArray();
}

}  // namespace

std::string FlipsText(const FlipReport& report, const RenderOptions& render) { return FlipsPage(report, render).Text(); }

std::string FlipsJson(const FlipReport& report) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.flips/1").Member("source", report.source).Member("split", report.split);
  json.Member("system", report.system).Member("baseline", report.baseline);
  json.Member("system_decision", report.system_decision).Member("baseline_decision", report.baseline_decision);
  json.Member("unpaired", report.unpaired).Key("groups").BeginArray();
  for (const FlipCounts& group : report.groups) WriteGroup(json, group);
  json.EndArray().Key("by_distance").BeginArray();
  for (const DistanceBand& band : report.bands) {
    json.BeginObject().Member("from", band.from).Member("to", band.to).Member("cases", band.cases);
    json.Member("broken", band.broken).Member("fixed", band.fixed).EndObject();
  }
  json.EndArray().Key("drift");
  if (report.drift) {
    json.BeginObject().Key("quantiles").BeginArray();
    for (const auto& [share, value] : report.drift->quantiles) {
      json.BeginObject().Member("share", share).Member("at_most", value).EndObject();
    }
    json.EndArray().Member("mean", report.drift->mean).Member("rank_correlation", report.drift->rank_correlation).EndObject();
  } else {
    json.Null();
  }
  WriteBroken(json, "declared", report.slices.declared);
  WriteBroken(json, "found", report.slices.found);
  for (const auto& [key, ids] : {std::pair{"broken_ids", &report.broken_ids}, {"fixed_ids", &report.fixed_ids}}) {
    json.Key(key).BeginArray();
    for (const std::string& id : *ids) json.Value(id);
    json.EndArray();
  }
  json.EndObject();
  return text + "\n";
}

}  // namespace assay::run
