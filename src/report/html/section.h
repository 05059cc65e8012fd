// SPDX-License-Identifier: Apache-2.0
// The sections of the HTML report. Each is a pure function of the model and total: a section
// without content says so.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/model.h"
#include "report/number.h"

namespace assay::report {

// Digits are grouped by a narrow blank that doesn't break.
inline constexpr std::string_view kHtmlGroup = "\u202f";

std::string VerdictSection(const ReportModel& model);
std::string ConditionsSection(const ReportModel& model);
std::string PerformanceSection(const ReportModel& model);
std::string AccuracySection(const ReportModel& model);
std::string CostSection(const ReportModel& model);
std::string ComparisonSection(const ReportModel& model);
std::string ProvenanceSection(const ReportModel& model);

// The style sheet of the page: light and dark by the reader's setting, and for paper.
std::string_view StyleSheet();

// Parts that several sections use.
// The metric's title, linked to its definition, which also shows on hovering.
std::string MetricName(const ReportModel& model, std::string_view metric);
// One row for each metric, one column for each named list; each number with interval, n and note.
std::string SideBySide(
    const ReportModel& model, std::string_view caption,
    const std::vector<std::pair<std::string, const std::vector<Measurement>*>>& columns);
// "<ul class=...>" of texts; "" for none.
std::string List(const std::vector<std::string>& texts, std::string_view style = {});
// A term with its value, for <dl class="facts">; "" when the value is empty.
std::string Fact(std::string_view name, std::string_view value);
// A file's hash, short on screen and whole in the text.
std::string Hash(std::string_view sha256);
std::string Command(std::string_view command);
// Names in order of first appearance.
void AddOnce(std::vector<std::string>& names, const std::string& name);

}  // namespace assay::report
