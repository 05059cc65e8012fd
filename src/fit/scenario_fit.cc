// SPDX-License-Identifier: Apache-2.0
#include "fit/scenario_fit.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace assay::fit {
namespace {

using T = FitThresholds;

// Three significant digits.
std::string Text(double value) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr;
  return {text, end};
}

struct Finding {
  Pattern pattern;
  std::string because;
};

// How far from 1 an index may be for Poisson; `spread` is the variance of its estimate times
// windows.
double PoissonTolerance(const Dispersion& dispersion, double spread) {
  return std::max(
      T::kPoissonWithin,
      T::kStandardErrors * std::sqrt(spread / static_cast<double>(dispersion.windows - 1)));
}

// Patterns that show in who waits for whom.
std::optional<Finding> FindLoop(const TrafficMeasures& m) {
  const bool waits = m.closed_loop && *m.think_time_s <= T::kThinkOfDuration * *m.mean_duration_s;
  // A sender that keeps its interval is steadier there than in its pause after the answer.
  const bool keeps_interval =
      m.streams &&
      !(m.streams->pause_spread_s && *m.streams->pause_spread_s < m.streams->interval_spread_s);
  if (m.closed_loop && m.closed_loop->clients == 1 && (waits || !keeps_interval)) {
    return Finding{Pattern::kOneAtATime,
                   "one request at a time: none of " + std::to_string(m.requests) +
                       " overlaps another, where " + Text(m.closed_loop->overlaps_by_chance) +
                       " would by chance; think time " + Text(*m.think_time_s) +
                       " s, answers take " + Text(*m.mean_duration_s) + " s"};
  }
  if (m.groups && m.groups->each_after_answers && !(keeps_interval && m.streams->streams > 1)) {
    return Finding{Pattern::kGroups, "groups of " + std::to_string(m.groups->size) +
                                         " at once, each after all answers of the one before"};
  }
  if (keeps_interval && m.streams->streams > 1) {
    return Finding{Pattern::kStreams, std::to_string(m.streams->streams) + " streams, each every " +
                                          Text(m.streams->interval_s) + " s"};
  }
  if (m.closed_loop && m.closed_loop->clients > 1 && !keeps_interval) {
    return Finding{Pattern::kClosedLoop,
                   "closed loop of " + std::to_string(m.closed_loop->clients) +
                       (m.closed_loop->clients_named
                            ? " clients, each with one request in flight at most"
                            : ": the number in flight varies less than with independent requests "
                              "(dispersion " +
                                  Text(*m.in_flight_dispersion) + ", 1 for those)") +
                       "; think time " + Text(*m.think_time_s) + " s"};
  }
  if (keeps_interval) {
    return Finding{Pattern::kEven, "one request every " + Text(m.streams->interval_s) + " s"};
  }
  return std::nullopt;
}

// Patterns that show in the counts alone.
Finding FindByDispersion(const TrafficMeasures& m) {
  const Dispersion& local = *m.local_dispersion;
  const std::string counts = "index of dispersion " + Text(local.index) + " in windows of " +
                             Text(local.window_s) + " s (1 for Poisson)";
  const double tolerance = PoissonTolerance(local, 3);
  if (local.index > 1 + tolerance) return {Pattern::kBursts, "bursts: " + counts};
  if (local.index < 1 - tolerance) return {Pattern::kEven, "steadier than Poisson: " + counts};
  // Senders that wait for answers even their traffic out over a few turns of theirs, even where the
  // log doesn't show the answers.
  for (const Dispersion& longer : *m.dispersion) {
    if (longer.index >= 1 - PoissonTolerance(longer, 2)) continue;
    return {Pattern::kEven, "steadier than Poisson: index of dispersion " + Text(longer.index) +
                                " in windows of " + Text(longer.window_s) +
                                " s (1 for Poisson), as when senders wait for answers"};
  }
  for (const Dispersion& longer : {(*m.dispersion)[2], (*m.dispersion)[1]}) {
    if (longer.index <= 1 + PoissonTolerance(longer, 2) || *m.rate_variation <= T::kSteadyRate) {
      continue;
    }
    return {Pattern::kDrift, "the rate drifts: " + counts + ", but " + Text(longer.index) +
                                 " in windows of " + Text(longer.window_s) + " s; the busiest " +
                                 Text((*m.dispersion)[1].window_s) + " s have " +
                                 Text(*m.peak_to_mean) + " times the mean rate"};
  }
  return {Pattern::kPoisson, counts + "; the rate holds within " + Text(100 * *m.rate_variation) +
                                 " % (spread over mean)"};
}

Finding FindPattern(const TrafficMeasures& m) {
  if (m.requests < T::kFewestRequests) {
    return {Pattern::kTooFew, "only " + std::to_string(m.requests) + " requests; it takes " +
                                  std::to_string(T::kFewestRequests) + " to tell"};
  }
  if (!(m.span_s > 0)) return {Pattern::kBatch, "everything comes at one instant"};
  if (m.quiet_share >= T::kBatchQuietShare) {
    return {Pattern::kBatch, std::to_string(m.bunches) + " batches: " + Text(100 * m.quiet_share) +
                                 " % of the time lies in pauses of over 100 mean gaps"};
  }
  if (const auto loop = FindLoop(m)) return *loop;
  if (!m.local_dispersion) {
    return {Pattern::kTooFew, "no fixed pattern, and only " + std::to_string(m.requests) +
                                  " requests; it takes 300 to tell bursts from chance"};
  }
  return FindByDispersion(m);
}

std::string_view NearestOf(Pattern pattern) {
  switch (pattern) {
    case Pattern::kOneAtATime:
      return "SingleStream";
    case Pattern::kStreams:
    case Pattern::kGroups:
      return "MultiStream";
    case Pattern::kPoisson:
      return "Server";
    case Pattern::kBatch:
      return "Offline";
    case Pattern::kTooFew:
      return "not known";
    default:
      return "none";
  }
}

struct ScenarioFacts {
  std::string_view name, sends;
  std::optional<double> percentile;  // of the latency that a row states or keeps under its bound
  bool has_rate;
};
constexpr ScenarioFacts kScenarios[] = {
    {"SingleStream", "sends one query at a time, the next after the answer", 0.90, false},
    {"MultiStream", "sends N samples at once, the next N after the answers or at a steady interval",
     0.99, false},
    {"Server", "sends Poisson arrivals at a steady rate, waiting for no answer", 0.99, true},
    {"Offline", "sends everything at once", std::nullopt, true},
};

// Why the arrivals don't let a row of the scenario carry over; nothing when they do.
std::optional<Carry> ArrivalsBreak(const ScenarioFacts& scenario, const Finding& finding) {
  if (finding.pattern == Pattern::kTooFew) {
    return Carry{Carries::kNotKnown, "arrivals", finding.because};
  }
  if (NearestOf(finding.pattern) == scenario.name) return std::nullopt;
  if (scenario.name == "Server" && finding.pattern == Pattern::kDrift) {
    return Carry{Carries::kNo, "rate",
                 "Server sends at one steady rate; yours drifts: a row must carry its peak"};
  }
  return Carry{Carries::kNo, "arrivals",
               std::string(scenario.sends) + "; yours: " + std::string(NameOf(finding.pattern))};
}

std::optional<Carry> SizeBreak(const TrafficMeasures& m, const FitQuestion& question) {
  if (!m.mean_size)
    return Carry{Carries::kNotKnown, "size", "the log doesn't say how large the inputs are"};
  if (!question.reference_size) {
    return Carry{Carries::kNotKnown, "size",
                 "inputs average " + Text(*m.mean_size) +
                     "; the reference's mean isn't given (--reference-size)"};
  }
  const double ratio = *m.mean_size / *question.reference_size;
  if (ratio <= T::kSizeWithin && ratio >= 1 / T::kSizeWithin) return std::nullopt;
  return Carry{Carries::kNo, "size",
               "inputs average " + Text(*m.mean_size) + ", " + Text(ratio) +
                   " times the reference's " + Text(*question.reference_size)};
}

std::optional<Carry> ThinkBreak(const TrafficMeasures& m, const Finding& finding) {
  if (finding.pattern != Pattern::kOneAtATime ||
      *m.think_time_s <= T::kThinkOfDuration * *m.mean_duration_s) {
    return std::nullopt;
  }
  return Carry{Carries::kNotKnown, "think time",
               "the sender pauses " + Text(*m.think_time_s) +
                   " s after each answer, so that the "
                   "system idles and may clock down; SingleStream sends the next at once"};
}

Carry LatencyCarry(const ScenarioFacts& scenario, const TrafficMeasures& m, const Finding& finding,
                   const FitQuestion& question) {
  if (!scenario.percentile) {
    return {Carries::kNo, "metric", "an Offline row states no latency"};
  }
  if (const auto broken = ArrivalsBreak(scenario, finding)) return *broken;
  const auto size = SizeBreak(m, question);
  if (size && size->carries == Carries::kNo) return *size;
  if (question.latency_percentile &&
      std::abs(*question.latency_percentile - *scenario.percentile) > 1e-9) {
    return {Carries::kNo, "percentile",
            "the row's latency is the percentile " + Text(100 * *scenario.percentile) +
                ", the one needed is " + Text(100 * *question.latency_percentile)};
  }
  if (const auto broken = ThinkBreak(m, finding)) return *broken;
  if (size) return *size;
  return {Carries::kYes, "", "same arrivals, inputs of the reference's size"};
}

Carry RateCarry(const ScenarioFacts& scenario, const TrafficMeasures& m, const Finding& finding,
                const FitQuestion& question) {
  if (!scenario.has_rate) {
    return {Carries::kNo, "metric",
            "a " + std::string(scenario.name) + " row states a latency, no rate under load"};
  }
  if (const auto broken = ArrivalsBreak(scenario, finding)) return *broken;
  if (const auto size = SizeBreak(m, question)) return *size;
  return {Carries::kYes, "", "same arrivals, inputs of the reference's size"};
}

Carry AccuracyCarry(const TrafficMeasures& m, const FitQuestion& question) {
  const auto size = SizeBreak(m, question);
  if (size && size->carries == Carries::kNo) {
    return {Carries::kNo, "size", "measured on other inputs: " + size->why};
  }
  return {Carries::kNotKnown, "task",
          "it is that of the benchmark's own data; traffic doesn't show the task"};
}

// The axis to name beside the answer: what keeps the nearest scenario's rows from carrying over.
std::string AxisOf(const TrafficMeasures& m, const Finding& finding, const FitQuestion& question) {
  const std::string_view nearest = NearestOf(finding.pattern);
  if (nearest == "none" || nearest == "not known")
    return finding.pattern == Pattern::kDrift ? "rate" : "arrivals";
  const auto size = SizeBreak(m, question);
  if (size && size->carries == Carries::kNo) return "size";
  if (ThinkBreak(m, finding)) return "think time";
  if (question.latency_percentile) {
    for (const ScenarioFacts& scenario : kScenarios) {
      if (scenario.name == nearest &&
          LatencyCarry(scenario, m, finding, question).axis == "percentile") {
        return "percentile";
      }
    }
  }
  return size ? "size" : "";
}

}  // namespace

std::string_view NameOf(Pattern pattern) {
  switch (pattern) {
    case Pattern::kTooFew:
      return "too few to tell";
    case Pattern::kBatch:
      return "batch";
    case Pattern::kOneAtATime:
      return "closed loop of 1";
    case Pattern::kStreams:
      return "streams at a steady interval";
    case Pattern::kGroups:
      return "groups that wait for their answers";
    case Pattern::kClosedLoop:
      return "closed loop";
    case Pattern::kPoisson:
      return "Poisson arrivals";
    case Pattern::kBursts:
      return "bursts";
    case Pattern::kDrift:
      return "Poisson arrivals at a rate that drifts";
    case Pattern::kEven:
      return "even arrivals";
  }
  return "";
}

std::string_view NameOf(Carries carries) {
  switch (carries) {
    case Carries::kYes:
      return "yes";
    case Carries::kNo:
      return "no";
    case Carries::kNotKnown:
      return "not known";
  }
  return "";
}

ScenarioFit FitScenario(const TrafficMeasures& measures, const FitQuestion& question) {
  const Finding finding = FindPattern(measures);
  ScenarioFit fit{finding.pattern,
                  NearestOf(finding.pattern),
                  finding.because,
                  AxisOf(measures, finding, question),
                  {}};
  std::size_t index = 0;
  for (const ScenarioFacts& scenario : kScenarios) {
    fit.scenarios[index++] = {scenario.name, LatencyCarry(scenario, measures, finding, question),
                              RateCarry(scenario, measures, finding, question),
                              AccuracyCarry(measures, question)};
  }
  return fit;
}

}  // namespace assay::fit
