// SPDX-License-Identifier: Apache-2.0
// Carrying precision from the prevalence of the cases scored to the prevalence where the system will be used.
#pragma once

namespace assay::metric {

// The share whose odds are odds(share) x odds(to) / odds(from): precision at prevalence `to` of flagged cases that have
// precision `share` at prevalence `from`. Holds when scores within each class are alike in both places (label shift).
// Increasing in `share`, so it carries bounds as well as values.
// Range    0 <= share <= 1; 0 < from < 1; 0 < to < 1.
// Threads  safe: pure.
// Source   Bayes: odds of a positive among flagged cases = odds of a positive x TPR / FPR.
double ShiftedShare(double share, double from, double to);

}  // namespace assay::metric
