// SPDX-License-Identifier: Apache-2.0
#include "run/compare/comparison_sentence.h"

#include <algorithm>
#include <cmath>

#include "run/measurement_text.h"

namespace assay::run {
namespace {

std::string Signed(double value, int digits) {
  const std::string text = Fixed(value, digits);
  return text.starts_with('-') ? text : "+" + text;
}

std::string Change01(const ComparedMetric& metric) {
  std::string text = metric.metric + " " + ValueText(*metric.baseline, metric.unit) + " -> " +
                     ValueText(*metric.other, metric.unit) + (metric.relative ? ", change " : ", difference ") +
                     DifferenceText(metric, *metric.difference);
  if (metric.interval) {
    text += " (" + Fixed(metric.interval->level * 100, 0) + " % interval " + DifferenceText(metric, metric.interval->low) +
            " to " + DifferenceText(metric, metric.interval->high) + ")";
  }
  if (metric.p) text += ", p " + std::string(*metric.p < 0.0001 ? "" : "= ") + PValueText(*metric.p);
  if (metric.adjusted_p && metric.p && std::abs(*metric.adjusted_p - *metric.p) > 5e-5) {
    text += ", adjusted " + PValueText(*metric.adjusted_p);
  }
  return text + ", " + std::to_string(metric.n) + " " + metric.of;
}

std::string UnderRule(const Comparison& comparison, const ComparedMetric& metric, const FailRule& rule) {
  const std::string& a = comparison.baseline;
  const std::string& b = comparison.other;
  const std::string margin = rule.text.substr(rule.text.find('=') + 1);
  switch (metric.outcome.value_or(verdict::Outcome::kNotMeasured)) {
    case verdict::Outcome::kPass: return b + " isn't worse than " + a + " by more than " + margin + ": ";
    case verdict::Outcome::kFail: return b + " is worse than " + a + " by more than " + margin + ": ";
    default: return "whether " + b + " is worse than " + a + " by more than " + margin + " is open: ";
  }
}

}  // namespace

std::string DifferenceText(const ComparedMetric& metric, double difference) {
  if (metric.relative) return Signed(difference * 100, 1) + " %";
  const double size = std::abs(difference);
  return Signed(difference, size != 0 && size < 0.01 ? 6 : 4);
}

std::string PValueText(double p) { return p < 0.0001 ? "< 0.0001" : Fixed(p, 4); }

std::string ComparisonSentence(const Comparison& comparison, const ComparedMetric& metric,
                               const std::optional<FailRule>& rule) {
  const std::string& a = comparison.baseline;
  const std::string& b = comparison.other;
  if (metric.change == Change::kCannotJudge || !metric.difference) {
    std::string text = metric.metric + ": " + (metric.reason.empty() ? "cannot judge" : metric.reason);
    if (metric.baseline && metric.other) {
      text += " (" + a + " " + ValueText(*metric.baseline, metric.unit) + ", " + b + " " +
              ValueText(*metric.other, metric.unit) + ")";
    }
    return text;
  }
  std::string text;
  if (rule && metric.named) {
    text = UnderRule(comparison, metric, *rule) + Change01(metric);
    if (metric.needed) {
      text += "; about " + std::to_string(*metric.needed) + " " + metric.of + " would decide it with 80 % power";
    }
    if (!metric.reason.empty()) text += "; " + metric.reason;
    return text;
  }
  switch (metric.change) {
    case Change::kWorse: return b + " is worse than " + a + ": " + Change01(metric);
    case Change::kBetter: return b + " is better than " + a + ": " + Change01(metric);
    case Change::kDiffers: return b + " differs from " + a + ": " + Change01(metric);
    default: break;
  }
  text = "no difference can be shown: " + Change01(metric);
  if (metric.detectable) {
    text += "; a difference of " + (metric.relative ? Fixed(*metric.detectable * 100, 1) + " %" : Fixed(*metric.detectable, 4)) +
            " would have been seen with 80 % power";
  }
  return text;
}

std::string HeadSentence(const CompareOutcome& outcome) {
  const ComparedMetric* head = nullptr;
  const auto weight = [&](const ComparedMetric& metric) {
    if (outcome.rule) {
      switch (metric.outcome.value_or(verdict::Outcome::kPass)) {
        case verdict::Outcome::kFail: return 4;
        case verdict::Outcome::kNotMeasured: return 3;
        case verdict::Outcome::kUndecided: return 2;
        default: return 1;
      }
    }
    switch (metric.change) {
      case Change::kWorse: return 5;
      case Change::kCannotJudge: return 4;
      case Change::kBetter: return 3;
      case Change::kDiffers: return 2;
      default: return 1;
    }
  };
  for (const Comparison& comparison : outcome.comparisons) {
    for (const ComparedPart& part : comparison.parts) {
      for (const ComparedMetric& metric : part.metrics) {
        if (metric.named && (head == nullptr || weight(metric) > weight(*head))) head = &metric;
      }
    }
  }
  return head == nullptr ? "there is nothing on both sides to compare" : head->sentence;
}

}  // namespace assay::run
