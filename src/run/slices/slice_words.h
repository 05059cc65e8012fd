// SPDX-License-Identifier: Apache-2.0
// Numbers of error analysis as text, the same in every table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"
#include "base/json.h"
#include "report/report_format.h"
#include "slice/error_slices.h"

namespace assay::run {

// "12.5 %" of a share; "0.0421" of a loss; "–" when empty.
std::string RateText(std::optional<double> rate, bool loss);
// "10.1–15.3" in the unit of RateText; "" when empty.
std::string IntervalOf(const std::optional<Interval>& interval, bool loss);
// "0.0312"; "< 0.0001" below that.
std::string PText(double p);
// "4 726"
std::string CountText(std::uint64_t count);
// The first ids, joined by commas.
std::string JoinedIds(std::span<const std::string> ids);
// Lines of at most the width that the terminal has, safe to print, each with its line break. With a `lead` all lines start
// in its column, the first with the lead itself.
std::string Lines(std::string_view text, const RenderOptions& render, std::string_view lead = {});
// A table's cell, safe to print; the tab between a number and its unit stays.
std::string Printable(std::string_view text, const RenderOptions& render);

void WriteInterval(base::JsonWriter& json, const std::optional<Interval>& interval);
void WriteErrorRate(base::JsonWriter& json, const slice::ErrorRate& rate);

}  // namespace assay::run
