// SPDX-License-Identifier: Apache-2.0
// Cases without an answer: what a figure would be had they all been answered wrong, or all right. A verdict has to hold for
// both; neither an error nor a silence is a wrong answer by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/metric.h"
#include "run/evaluation.h"
#include "run/scored_cases.h"

namespace assay::run {

enum class TakenAs : std::uint8_t { kWrong, kRight };

// The cases with those that have a label and no answer put in. A wrong answer to one of two classes is the other class, with
// the lowest or highest score there could be; to one of many the next class.
ScoredCases WithUnscored(const ScoredCases& cases, TakenAs taken);

// The same of a system's cases and its decisions at the operating point, which itself stays as the answered cases set it.
QualityResult WithUnscored(const QualityResult& quality, TakenAs taken);

// Widens each interval so that it covers those with the `unscored` cases all wrong and all right; where a figure has none,
// the three values give one. The note says both values. Measurements are matched by id.
void WidenBy(const std::vector<Measurement>& wrong, const std::vector<Measurement>& right, std::uint64_t unscored,
             std::vector<Measurement>& measurements);

}  // namespace assay::run
