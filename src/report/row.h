// SPDX-License-Identifier: Apache-2.0
// A measurement, constraint or claim as the texts of one table row, the same in every format for
// people.
#pragma once

#include <string>
#include <string_view>

#include "report/model.h"
#include "report/number.h"

namespace assay::report {

// Parts that don't exist are empty; `number` is "–" when there is no value.
struct RowText {
  std::string number, unit;
  std::string interval;  // in the same unit
  std::string level;     // "95 %", of the interval
  std::string bound;     // "≥ 80.0", in the same unit
  std::string margin;
  std::string n;
};

RowText RowOf(const Measurement& measurement, const ReportModel& model, std::string_view group);
RowText RowOf(const verdict::Constraint& constraint, const ReportModel& model,
              std::string_view group);
RowText RowOf(const verdict::ClaimVerdict& claim, const ReportModel& model, std::string_view group);

// The scale that all parts of a claim's row share.
Scale ScaleOf(const verdict::ClaimVerdict& claim, const ReportModel& model);

// "online", "split certify", "online, split certify"; empty when the claim names neither.
std::string PlaceOf(const verdict::ClaimVerdict& claim);

// "online · Server · asked 400.0/s · repeat 2 of …": what a cell ran.
std::string LoadOf(const Cell& cell, std::string_view group);

// The same in a few words beside the traffic's name: "Server, 400/s", "gamma bursts".
std::string BriefLoadOf(const Cell& cell, std::string_view group);

// What UNDECIDED needs: "134 positives would decide it (57 there)"; empty when nothing is known of
// it.
std::string NeededOf(const verdict::ClaimVerdict& claim, std::string_view group);
std::string NeededOf(const verdict::Constraint& constraint, std::string_view group);

}  // namespace assay::report
