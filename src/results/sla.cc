// SPDX-License-Identifier: Apache-2.0
#include "results/sla.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "results/comparable.h"

namespace assay::results {
namespace {

// What a row was measured under: bounds, each at a percentile. `known` false: the rules of this benchmark aren't known.
struct RowBounds {
  std::optional<std::int64_t> latency_ns, ttft_ns, tpot_ns;
  double percentile = 0.99;
  bool by_rule = false, known = true;
  bool own = false;  // the latency is the row's own number
};

std::string Number(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 9).ptr};
}

std::string Milliseconds(std::int64_t nanoseconds) { return Number(static_cast<double>(nanoseconds) / 1e6) + " ms"; }

std::string Bound(std::string_view what, double percentile, std::int64_t nanoseconds) {
  return std::string(what) + "p" + Number(percentile * 100) + " ≤ " + Milliseconds(nanoseconds);
}

// SingleStream and MultiStream bind no latency: their number is one, at the 90th and the 99th percentile.
std::optional<std::int64_t> OwnLatencyNs(const Row& row) {
  const bool is_ms = row.unit == round::ResultUnit::kLatencyMs;
  if (!is_ms && row.unit != round::ResultUnit::kLatencyS) return {};
  const double nanoseconds = row.value * (is_ms ? 1e6 : 1e9);
  if (row.unit_state == UnitState::kContradicts || !(nanoseconds > 0 && nanoseconds < 9e18)) return {};
  return static_cast<std::int64_t>(std::ceil(nanoseconds));
}

// The row's own target counts before the round's rule; 0 is how LoadGen writes that a model with token latencies has
// none. Where the rules bind token latencies they bind those instead of the whole latency (use_token_latencies).
RowBounds BoundsOf(const Row& row) {
  RowBounds bounds;
  const round::Round* rules = row.rules();
  const round::Benchmark* benchmark = rules != nullptr ? rules->Find(row.benchmark) : nullptr;
  const round::ScenarioRule* rule = benchmark != nullptr ? benchmark->Find(row.scenario) : nullptr;
  if (rule != nullptr && rule->percentile > 0) bounds.percentile = rule->percentile;
  if (rule != nullptr && (rule->ttft_p99_ns || rule->tpot_p99_ns)) {
    bounds.ttft_ns = rule->ttft_p99_ns;
    bounds.tpot_ns = rule->tpot_p99_ns;
    bounds.percentile = 0.99;
    bounds.by_rule = true;
  } else if (row.target_latency_ns && *row.target_latency_ns > 0) {
    bounds.latency_ns = row.target_latency_ns;
  } else if (rule != nullptr && rule->latency_bound_ns) {
    bounds.latency_ns = rule->latency_bound_ns;
    bounds.by_rule = true;
  } else {
    using enum round::Scenario;
    bounds.known = row.scenario == kOffline || row.scenario == kSingleStream || row.scenario == kMultiStream;
    if (row.scenario == kSingleStream) bounds.percentile = 0.90;
    if (row.scenario == kSingleStream || row.scenario == kMultiStream) bounds.latency_ns = OwnLatencyNs(row);
    bounds.own = bounds.latency_ns.has_value();
  }
  return bounds;
}

std::string TheirWords(const Row& row, const RowBounds& bounds) {
  std::string words;
  const auto add = [&](std::string_view what, const std::optional<std::int64_t>& bound) {
    if (bound) words += (words.empty() ? "" : ", ") + Bound(what, bounds.percentile, *bound);
  };
  if (!bounds.own) add("", bounds.latency_ns);
  add("TTFT ", bounds.ttft_ns);
  add("TPOT ", bounds.tpot_ns);
  if (!words.empty()) return words;
  if (!bounds.known) return "not known";
  return row.scenario == round::Scenario::kOffline
             ? "no bound"
             : "no bound: the number itself is the p" + Number(bounds.percentile * 100) + " latency";
}

// One bound of ours beside theirs. A bound at a higher percentile, or a lower bound at the same one, is the stricter; where
// neither holds for sure the percentiles alone are in the way.
SlaState Compare(std::int64_t ours, double our_percentile, std::int64_t theirs, double their_percentile) {
  constexpr double kSame = 1e-9;  // percentiles are written with at most five digits
  const bool higher = their_percentile > our_percentile + kSame, lower = their_percentile < our_percentile - kSame;
  if (theirs <= ours) {
    if (lower) return SlaState::kOtherPercentile;
    return higher || theirs < ours ? SlaState::kStricter : SlaState::kMatch;
  }
  return higher ? SlaState::kOtherPercentile : SlaState::kLooser;
}

// The state of the whole from that of its parts: each must hold, so the worst counts.
int Badness(SlaState state) {
  switch (state) {
    case SlaState::kNotAsked: return 0;
    case SlaState::kMatch: return 1;
    case SlaState::kStricter: return 2;
    case SlaState::kOtherPercentile: return 3;
    case SlaState::kNotKnown: return 4;
    case SlaState::kNoBound: return 5;
    case SlaState::kLooser: return 6;
  }
  return 0;
}

struct Part {
  std::optional<std::int64_t> ours, theirs;
  double percentile;  // of ours
};

std::string Sentence(SlaState state, const std::string& ours, const std::string& theirs, const RowBounds& bounds) {
  const std::string measured = bounds.own ? "its number is the " + theirs
                                          : "measured under " + theirs + (bounds.by_rule ? " (by rule)" : "");
  switch (state) {
    case SlaState::kMatch: return measured + ": shows " + ours + " under that load";
    case SlaState::kStricter: return measured + ", stricter than " + ours + ": shows it under that load";
    case SlaState::kLooser: return measured + ", looser than " + ours + ": doesn't show it";
    case SlaState::kOtherPercentile: return measured + ", another percentile than " + ours + ": doesn't show it";
    case SlaState::kNoBound:
      if (theirs.starts_with("no bound")) return "doesn't show " + ours + ": " + theirs;
      return measured + ", which binds something else than " + ours + ": doesn't show it";
    case SlaState::kNotKnown: return "the bound that it was measured under isn't known, so it doesn't show " + ours;
    case SlaState::kNotAsked: return theirs.starts_with("no") ? "bound: " + theirs : measured;
  }
  return {};
}

}  // namespace

std::string_view NameOf(SlaState state) {
  switch (state) {
    case SlaState::kMatch: return "match";
    case SlaState::kStricter: return "stricter";
    case SlaState::kLooser: return "looser";
    case SlaState::kOtherPercentile: return "other percentile";
    case SlaState::kNoBound: return "no bound";
    case SlaState::kNotKnown: return "not known";
    case SlaState::kNotAsked: return "not asked";
  }
  return "not known";
}

std::string TextOf(const NeededSla& needed) {
  std::string text;
  const auto add = [&](std::string_view name, const std::optional<std::int64_t>& bound, double percentile) {
    if (bound) text += (text.empty() ? "" : ", ") + Bound(name, percentile, *bound);
  };
  add("", needed.latency_ns, needed.percentile.value_or(0.99));
  add("TTFT ", needed.ttft_ns, needed.ttft_percentile.value_or(0.99));
  add("TPOT ", needed.tpot_ns, needed.tpot_percentile.value_or(0.99));
  return text;
}

SlaReading ReadSla(const Row& row, const NeededSla& needed) {
  const RowBounds bounds = BoundsOf(row);
  SlaReading reading;
  reading.theirs = TheirWords(row, bounds);
  reading.by_rule = bounds.by_rule;
  const Part parts[] = {
      {needed.latency_ns, bounds.latency_ns, needed.percentile.value_or(0.99)},
      {needed.ttft_ns, bounds.ttft_ns, needed.ttft_percentile.value_or(0.99)},
      {needed.tpot_ns, bounds.tpot_ns, needed.tpot_percentile.value_or(0.99)},
  };
  for (const Part& part : parts) {
    if (!part.ours) continue;
    SlaState state = bounds.known ? SlaState::kNoBound : SlaState::kNotKnown;
    if (part.theirs) state = Compare(*part.ours, part.percentile, *part.theirs, bounds.percentile);
    if (Badness(state) > Badness(reading.state)) reading.state = state;
  }
  if (bounds.own && needed.latency_ns && !needed.ttft_ns && !needed.tpot_ns) {
    reading.theirs = "p" + Number(bounds.percentile * 100) + " latency, " + Milliseconds(*bounds.latency_ns);
    reading.words = Sentence(reading.state, TextOf(needed), reading.theirs, bounds);
    return reading;
  }
  RowBounds stated = bounds;
  stated.own = false;
  reading.words = Sentence(reading.state, TextOf(needed), reading.theirs, stated);
  return reading;
}

}  // namespace assay::results
