// SPDX-License-Identifier: Apache-2.0
// What a judgement says, as text and as JSON.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "run/judging/file_judgement.h"
#include "run/measurement_text.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr std::size_t kWordWidth = 13;

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string Row(std::string name, const std::string& value, const std::string& rest = {}) {
  name.resize(std::max<std::size_t>(name.size() + 2, 18), ' ');
  std::string shown = value;
  if (!rest.empty()) shown.resize(std::max<std::size_t>(shown.size() + 2, 10), ' ');
  return "  " + name + shown + rest + "\n";
}

std::string Range(const Interval& interval) { return Number(interval.low) + " to " + Number(interval.high); }

// Whose error a certificate is, so that nobody claims more from the same cases.
std::string AlphaText(const OperatingPointResult& point) {
  const double alpha = point.details.alpha;
  if (point.method == "descriptive") return "descriptive: picked by these labels, certifies nothing";
  if (point.method == "fixed") {
    return "fixed before these cases: precision and the claim each at alpha " + Number(alpha) + ", together (IUT)";
  }
  if (point.details.fresh_cases) {
    return point.method + ": set on one half of the cases; precision and the claim each at alpha " + Number(alpha) +
           " on the other, together (IUT)";
  }
  return point.method + ", alpha " + Number(alpha) + " shared on the same cases: precision " + Number(alpha / 2) +
         ", the claim " + Number(alpha / 2);
}

std::string VerdictText(const RequirementResult& result, const std::string& qualification) {
  std::string word(verdict::OutcomeWord(result.verdict.outcome));
  word.resize(std::max(word.size(), kWordWidth), ' ');
  std::string text = word + result.requirement.text + "\n";
  const std::string indent(kWordWidth, ' ');
  const verdict::ClaimVerdict& verdict = result.verdict;
  if (!verdict.reason.empty()) text += indent + verdict.reason + "\n";
  if (result.point && verdict.reason.find(result.point->statement) == std::string::npos) {
    text += indent + result.point->statement + "\n";
  }
  if (verdict.n_needed) {
    text += indent + std::to_string(*verdict.n_needed) + " " + verdict.n_unit + " would decide it (" +
            std::to_string(verdict.n) + " there)\n";
  }
  if (!qualification.empty()) text += indent + qualification + "\n";
  return text;
}

std::string FlaggedText(const metric::FlaggedRate& rate) {
  return Row("flagged", Fixed(1000 * rate.value, 1),
             "per 1,000 to review, " + Fixed(1000 * rate.interval.low, 1) + " to " + Fixed(1000 * rate.interval.high, 1));
}

}  // namespace

std::string PointText(const OperatingPointResult& point) {
  const PointDetails& details = point.details;
  std::string text = "operating point  " + AlphaText(point) + "\n";
  if (point.threshold) text += Row("threshold", Number(*point.threshold), "flag score >= this");
  else text += Row("threshold", "none", point.statement);
  const std::string where = details.base_rate ? " at base rate " + Number(*details.base_rate) : " at the cases' own base rate";
  if (point.precision) {
    text += Row("precision", Number(*point.precision),
                (point.precision_interval ? "at least " + Number(point.precision_interval->low) : "not certified") + where);
  }
  if (point.recall) {
    text += Row("recall", Number(*point.recall), point.recall_interval ? "at least " + Number(point.recall_interval->low) : "");
  }
  if (details.flagged_rate) text += FlaggedText(*details.flagged_rate);
  if (details.break_even_rate && point.threshold) {
    text += Row("holds down to", Number(*details.break_even_rate), "base rate: below it precision " +
                                                                       Number(details.min_precision) + " isn't shown");
  }
  if (details.naive) {
    const metric::NaivePoint& naive = *details.naive;
    text += Row("naive threshold", Number(naive.point.threshold),
                (naive.threshold ? Range(*naive.threshold) + " on other cases; " : "") + "recall " +
                    Number(naive.point.recall) + ", descriptive only");
  }
  return text;
}

void WritePoint(const OperatingPointResult& point, base::JsonWriter& json) {
  const PointDetails& details = point.details;
  json.BeginObject().Member("threshold", point.threshold).Member("method", point.method);
  json.Member("recall", point.recall).Member("precision", point.precision).Key("recall_interval");
  verdict::WriteInterval(json, point.recall_interval);
  json.Key("precision_interval");
  verdict::WriteInterval(json, point.precision_interval);
  json.Member("min_precision", details.min_precision).Member("alpha", details.alpha);
  json.Member("alpha_shared", !details.fresh_cases).Member("base_rate", details.base_rate);
  json.Member("base_rate_break_even", details.break_even_rate).Key("flagged_rate");
  if (details.flagged_rate) {
    json.BeginObject().Member("value", details.flagged_rate->value).Key("interval");
    verdict::WriteInterval(json, details.flagged_rate->interval);
    json.EndObject();
  } else {
    json.Null();
  }
  json.Key("naive");
  if (details.naive) {
    json.BeginObject().Member("threshold", details.naive->point.threshold).Key("threshold_interval");
    verdict::WriteInterval(json, details.naive->threshold);
    json.Member("recall", details.naive->point.recall).Member("precision", details.naive->point.precision);
    json.Member("note", details.naive->note).EndObject();
  } else {
    json.Null();
  }
  json.Member("statement", point.statement).EndObject();
}

std::string JudgementText(const FileJudgement& judgement) {
  std::string text;
  const std::string stale = judgement.looks.counted() && !judgement.looks.fresh() ? LooksText(judgement.looks) : "";
  for (const RequirementResult& result : judgement.requirements) text += VerdictText(result, stale);
  const bool said = text.find(judgement.in_sample) != std::string::npos;  // by a verdict
  if (!judgement.in_sample.empty() && !said) text += "in-sample, nothing here can PASS: " + judgement.in_sample + "\n";
  if (!judgement.leak_phrase.empty() && judgement.in_sample.empty()) text += judgement.leak_phrase + "\n";
  if (!judgement.leak_warning.empty()) text += "warning: " + judgement.leak_warning + "\n";
  if (!judgement.requirements.empty() && stale.empty() && !LooksText(judgement.looks).empty()) {
    text += LooksText(judgement.looks) + "\n";
  }
  for (const RequirementResult& result : judgement.requirements) {
    if (result.point) text += "\n" + PointText(*result.point);
  }
  if (judgement.costs) text += (text.empty() ? "" : "\n") + CostText(*judgement.costs);
  return text;
}

void WriteJudgement(const FileJudgement& judgement, base::JsonWriter& json) {
  json.Key("requirements").BeginArray();
  for (std::size_t i = 0; i < judgement.requirements.size(); ++i) {
    const RequirementResult& result = judgement.requirements[i];
    json.BeginObject().Member("require", result.requirement.text).Key("verdict");
    verdict::WriteClaimVerdict(json, result.verdict);
    json.Key("operating_point");
    if (result.point) WritePoint(*result.point, json);
    else json.Null();
    json.Key("early_end");
    if (i < judgement.early.size()) {
      const EarlyEnd& early = judgement.early[i];
      json.BeginObject().Member("rows_read", early.rows_read).Member("rows", early.rows);
      json.Member("successes", early.successes).Member("trials", early.trials).EndObject();
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray().Member("in_sample", judgement.in_sample).Member("leak_check", judgement.leak_phrase);
  json.Member("leak_warning", judgement.leak_warning).Key("costs");
  if (judgement.costs) WriteCosts(*judgement.costs, json);
  else json.Null();
  json.Key("looks");
  const Looks& looks = judgement.looks;
  if (!looks.counted()) {
    json.Null();
    return;
  }
  json.BeginObject().Member("labels", looks.set).Member("count", looks.count).Member("questions", looks.questions);
  json.Member("fresh", looks.fresh()).EndObject();
}

}  // namespace assay::run
