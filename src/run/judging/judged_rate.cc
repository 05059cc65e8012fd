// SPDX-License-Identifier: Apache-2.0
#include "run/judging/judged_rate.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/json.h"
#include "run/error_list.h"
#include "run/judging/verdict_file.h"
#include "spec/quantity.h"
#include "stats/clopper_pearson.h"
#include "verdict/bound_check.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr std::string_view kUncalibrated = "judge: uncalibrated";

Results<void> Calibrate(const JudgedRateOptions& options, JudgedRate& rate) {
  auto opened = OpenVerdictFile(options.calibration, options.id, options.predicted, options.label);
  if (!opened) return std::unexpected(std::move(opened).error());
  const Dataset& data = *opened->data;
  stats::DetectorCalibration& counts = rate.calibration;
  std::vector<std::int64_t> people, judge;
  for (std::size_t row = 0; row < data.size(); ++row) {
    const std::string_view verdict = data.Cell(row, opened->verdict), label = data.Cell(row, opened->label);
    if (label.empty()) return FailOne({ErrorCode::kMissingLabel, "row " + std::string(data.Id(row)) + " has no label", {data.Place(row, opened->label)}});
    if (verdict.empty()) {
      ++rate.calibration_unjudged;
      continue;
    }
    const bool flagged = verdict == options.positive;
    people.push_back(label == options.positive ? 1 : 0), judge.push_back(flagged ? 1 : 0);
    if (label == options.positive) ++counts.positives, counts.true_flags += flagged ? 1 : 0;
    else ++counts.negatives, counts.true_passes += flagged ? 0 : 1;
  }
  rate.calibrated = true;
  if (people.empty()) return {};
  auto agreement = stats::CohenKappa(people, judge, options.level);
  if (!agreement) return FailOne(std::move(agreement).error());
  rate.agreement = *agreement;
  return {};
}

struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  std::string reason;
};

// The rate when `flagged` of `cases` are taken as reported.
Result<Estimate> EstimateOf(const JudgedRate& rate, std::uint64_t flagged, std::uint64_t cases, double level) {
  if (cases == 0) return Estimate{{}, {}, "no row was judged"};
  if (!rate.calibrated) {
    ASSAY_TRY(interval, stats::ClopperPearsonInterval(flagged, cases, level));
    return Estimate{static_cast<double>(flagged) / static_cast<double>(cases), interval, {}};
  }
  if (rate.calibration.positives == 0 || rate.calibration.negatives == 0) {
    return Estimate{{}, {}, "the calibration has labels of one kind only: it says nothing of the other error"};
  }
  ASSAY_TRY(corrected, stats::CorrectForDetector(flagged, cases, rate.calibration, level));
  return Estimate{corrected.rate, corrected.interval, corrected.reason};
}

Result<verdict::ClaimVerdict> JudgeRate(const std::string& text, const JudgedRate& rate, double level) {
  ASSAY_TRY(conditions, spec::ParseConditions(text));
  const bool good = conditions.size() == 1 && conditions.front().name == "rate" && conditions.front().is_quantity;
  if (!good) return Fail(ErrorCode::kUsage, "a judge's rate is required as rate OP SHARE, found '" + text + "'", "rate<=0.02");
  const spec::Condition& condition = conditions.front();
  verdict::ClaimVerdict verdict;
  verdict.claim = text, verdict.metric = "rate", verdict.unit = Unit::kShare, verdict.primary = verdict.required = true;
  verdict.bound_text = std::string(spec::OpText(condition.op)) + " " + condition.value_text;
  verdict.limit = condition.value.value, verdict.n = rate.judged, verdict.n_unit = "cases";
  if (!rate.calibrated) verdict.qualification = kUncalibrated;
  const double claimed = verdict::ClaimIntervalLevel(level);
  const std::uint64_t unjudged = rate.rows - rate.judged;
  ASSAY_TRY(low, EstimateOf(rate, rate.flagged, rate.rows, claimed));
  ASSAY_TRY(high, EstimateOf(rate, rate.flagged + unjudged, rate.rows, claimed));
  verdict.measured = rate.rate;
  if (!rate.rate || !low.interval || !high.interval) {
    verdict.reason = rate.reason.empty() ? low.reason : rate.reason;
    return verdict;
  }
  verdict.interval = Interval{low.interval->low, high.interval->high, claimed, low.interval->method};
  verdict.outcome = verdict::CheckBound(condition.op, *verdict.limit, *rate.rate, verdict.interval);
  char words[200];
  std::snprintf(words, sizeof words, "rate %.4g (%.4g to %.4g%s) against ", *rate.rate, verdict.interval->low,
                verdict.interval->high, unjudged > 0 ? ", the unjudged all against to all for" : "");
  verdict.reason = words + verdict.bound_text;
  return verdict;
}

std::string Share(std::uint64_t part, std::uint64_t whole) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4g (%llu of %llu)", static_cast<double>(part) / static_cast<double>(whole),
                static_cast<unsigned long long>(part), static_cast<unsigned long long>(whole));
  return text;
}

}  // namespace

Results<JudgedRate> RateOfJudge(const JudgedRateOptions& options) {
  JudgedRate rate{.path = options.path, .positive = options.positive};
  auto opened = OpenVerdictFile(options.path, options.id, options.predicted, "");
  if (!opened) return std::unexpected(std::move(opened).error());
  rate.rows = opened->data->size();
  for (std::size_t row = 0; row < rate.rows; ++row) {
    const std::string_view verdict = opened->data->Cell(row, opened->verdict);
    if (verdict.empty()) continue;
    ++rate.judged;
    rate.flagged += verdict == options.positive ? 1 : 0;
  }
  if (!options.calibration.empty()) {
    if (auto calibrated = Calibrate(options, rate); !calibrated) return std::unexpected(std::move(calibrated).error());
  }
  const auto rows = static_cast<double>(rate.rows);
  rate.worst = static_cast<double>(rate.flagged) / rows;
  rate.best = static_cast<double>(rate.flagged + rate.rows - rate.judged) / rows;
  const auto estimate = EstimateOf(rate, rate.flagged, rate.judged, options.level);
  if (!estimate) return FailOne(estimate.error());
  rate.rate = estimate->value, rate.interval = estimate->interval, rate.reason = estimate->reason;
  for (const std::string& text : options.require) {
    auto verdict = JudgeRate(text, rate, options.level);
    if (!verdict) return FailOne(verdict.error());
    rate.verdicts.push_back(*std::move(verdict));
  }
  return rate;
}

std::string JudgedRateText(const JudgedRate& rate) {
  std::string text;
  for (const verdict::ClaimVerdict& verdict : rate.verdicts) {
    std::string word(verdict::OutcomeWord(verdict.outcome));
    word.resize(std::max<std::size_t>(word.size(), 13), ' ');
    text += word + verdict.claim + "\n" + std::string(13, ' ') + verdict.reason + "\n";
  }
  char line[240];
  text += (text.empty() ? "" : "\n") + std::string("rate of '") + rate.positive + "' in " + rate.path + "\n";
  if (rate.rate) {
    std::snprintf(line, sizeof line, "  rate         %.4g", *rate.rate);
    text += line;
    if (rate.interval) {
      std::snprintf(line, sizeof line, "  %g %% %.4g to %.4g", 100 * rate.interval->level, rate.interval->low, rate.interval->high);
      text += line;
    }
    text += rate.calibrated ? "  corrected for the judge's errors\n" : "  as reported\n";
  } else {
    text += "  rate         not measured: " + rate.reason + "\n";
  }
  if (rate.judged > 0) text += "  reported     " + Share(rate.flagged, rate.judged) + " of those judged\n";
  text += "  coverage     " + Share(rate.judged, rate.rows) + "\n";
  if (rate.judged < rate.rows) {
    std::snprintf(line, sizeof line, "  bounds       %.4g to %.4g as reported, the unjudged all against to all for\n", rate.worst, rate.best);
    text += line;
  }
  if (!rate.calibrated) {
    return text + "  " + std::string(kUncalibrated) + ": nobody knows how often it errs; --judge-calibration FILE of cases that people labelled\n";
  }
  const stats::DetectorCalibration& counts = rate.calibration;
  if (counts.positives > 0) text += "  sensitivity  " + Share(counts.true_flags, counts.positives) + "\n";
  if (counts.negatives > 0) text += "  specificity  " + Share(counts.true_passes, counts.negatives) + "\n";
  if (rate.agreement.value) {
    std::snprintf(line, sizeof line, "  agreement    %.4g beyond chance (Cohen's kappa", *rate.agreement.value);
    text += line;
    if (rate.agreement.interval) {
      std::snprintf(line, sizeof line, "; %g %% %.4g to %.4g", 100 * rate.agreement.interval->level, rate.agreement.interval->low,
                    rate.agreement.interval->high);
      text += line;
    }
    text += ")\n";
  }
  if (rate.calibration_unjudged > 0) text += "  " + std::to_string(rate.calibration_unjudged) + " rows of the calibration are unjudged\n";
  return text;
}

std::string JudgedRateJson(const JudgedRate& rate) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.judged/1").Member("file", rate.path).Member("positive", rate.positive);
  json.Member("rows", rate.rows).Member("judged", rate.judged).Member("reported", rate.flagged);
  json.Member("rate", rate.rate).Key("interval");
  verdict::WriteInterval(json, rate.interval);
  json.Member("reason", rate.reason).Member("reported_low", rate.worst).Member("reported_high", rate.best).Key("calibration");
  if (rate.calibrated) {
    json.BeginObject().Member("true_flags", rate.calibration.true_flags).Member("positives", rate.calibration.positives);
    json.Member("true_passes", rate.calibration.true_passes).Member("negatives", rate.calibration.negatives);
    json.Member("unjudged", rate.calibration_unjudged).Member("kappa", rate.agreement.value).Key("kappa_interval");
    verdict::WriteInterval(json, rate.agreement.interval);
    json.EndObject();
  } else {
    json.Null();
  }
  json.Key("verdicts").BeginArray();
  for (const verdict::ClaimVerdict& verdict : rate.verdicts) verdict::WriteClaimVerdict(json, verdict);
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
