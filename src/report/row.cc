// SPDX-License-Identifier: Apache-2.0
#include "report/row.h"

#include <cmath>

#include "report/words.h"

namespace assay::report {
namespace {

std::optional<double> Low(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->low) : std::nullopt;
}

std::optional<double> High(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->high) : std::nullopt;
}

RowText Common(const std::optional<double>& value, const std::optional<Interval>& interval,
               std::uint64_t n, const Scale& scale, std::string_view group) {
  RowText row;
  row.number = FormatNumber(value, scale, group);
  row.unit = Finite(value) ? scale.unit : std::string();
  row.interval = FormatInterval(interval, scale, group);
  row.level = interval ? FormatShare(interval->level) : std::string();
  row.n = n > 0 ? FormatCount(n, group) : std::string();
  return row;
}

std::string Bound(std::string_view sign, const std::optional<double>& limit, const Scale& scale,
                  std::string_view group) {
  if (!Finite(limit)) return {};
  return (sign.empty() ? std::string() : std::string(sign) + " ") +
         FormatNumber(limit, scale, group);
}

// A constraint says by how much it is met (+) or missed (-); from that and the two numbers follows
// the side on which the limit holds.
std::string_view SideOf(const verdict::Constraint& constraint) {
  const auto measured = Finite(constraint.measured), limit = Finite(constraint.limit),
             margin = Finite(constraint.margin);
  if (!measured || !limit || !margin || *measured == *limit) return {};
  return (*measured < *limit) == (*margin >= 0) ? "≤" : "≥";
}

// From this many times what is there, more data isn't the answer that a reader is looking for.
constexpr std::uint64_t kOutOfReach = 100;

std::string Needed(std::uint64_t needed, std::uint64_t n, std::string_view unit,
                   std::string_view group) {
  const bool reachable = needed / kOutOfReach <= n;
  return FormatCount(needed, group) + " " + (unit.empty() ? "in all" : std::string(unit)) +
         " would decide it (" + FormatCount(n, group) + " there)" +
         (reachable ? "" : ": too close to the bound to settle by more data");
}

}  // namespace

Scale ScaleOf(const verdict::ClaimVerdict& claim, const ReportModel& model) {
  return ChooseScale({claim.measured, Low(claim.interval), High(claim.interval), claim.limit},
                     claim.unit, model.currency);
}

RowText RowOf(const Measurement& measurement, const ReportModel& model, std::string_view group) {
  const Scale scale =
      ChooseScale({measurement.value, Low(measurement.interval), High(measurement.interval)},
                  measurement.unit, model.currency);
  return Common(measurement.value, measurement.interval, measurement.n, scale, group);
}

RowText RowOf(const verdict::Constraint& constraint, const ReportModel& model,
              std::string_view group) {
  const Scale scale = ChooseScale(
      {constraint.measured, Low(constraint.interval), High(constraint.interval), constraint.limit},
      constraint.unit, model.currency);
  RowText row = Common(constraint.measured, constraint.interval, constraint.n, scale, group);
  row.bound = Bound(SideOf(constraint), constraint.limit, scale, group);
  row.margin = FormatMargin(constraint.margin, group);
  return row;
}

RowText RowOf(const verdict::ClaimVerdict& claim, const ReportModel& model,
              std::string_view group) {
  const Scale scale = ScaleOf(claim, model);
  RowText row = Common(claim.measured, claim.interval, claim.n, scale, group);
  row.unit = Finite(claim.measured) || Finite(claim.limit) ? scale.unit : std::string();
  row.bound = Bound(DirectionSign(claim.bound_text), claim.limit, scale, group);
  row.margin = FormatMargin(claim.margin, group);
  return row;
}

std::string PlaceOf(const verdict::ClaimVerdict& claim) {
  std::string place = claim.traffic;
  if (!claim.split.empty()) place += (place.empty() ? "split " : ", split ") + claim.split;
  if (!claim.slice.empty()) place += (place.empty() ? "slice " : ", slice ") + claim.slice;
  return place;
}

std::string LoadOf(const Cell& cell, std::string_view group) {
  std::string text = cell.traffic + " · " + cell.scenario;
  if (Finite(cell.rate_asked)) {
    const Scale scale = ChooseScale({cell.rate_asked}, Unit::kPerSecond, {});
    text += " · asked " + FormatWithUnit(cell.rate_asked, scale, group);
  }
  if (cell.repeat > 0) text += " · repeat " + FormatCount(cell.repeat, group);
  return text;
}

std::string BriefLoadOf(const Cell& cell, std::string_view group) {
  constexpr std::string_view kOwn = "own traffic: ";
  std::string text = cell.scenario;
  if (text.starts_with(kOwn)) text.erase(0, kOwn.size());
  if (const std::optional<double> rate = Finite(cell.rate_asked)) {
    const bool whole = *rate == std::floor(*rate);
    text += ", " + FormatWithUnit(rate, whole ? Scale{1, 0, "/s"}
                                              : ChooseScale({rate}, Unit::kPerSecond, {}), group);
  }
  return text;
}

std::string NeededOf(const verdict::ClaimVerdict& claim, std::string_view group) {
  return claim.n_needed ? Needed(*claim.n_needed, claim.n, claim.n_unit, group) : std::string();
}

std::string NeededOf(const verdict::Constraint& constraint, std::string_view group) {
  return constraint.n_needed ? Needed(*constraint.n_needed, constraint.n, {}, group)
                             : std::string();
}

}  // namespace assay::report
