// SPDX-License-Identifier: Apache-2.0
#include "run/label_question.h"

#include <cmath>
#include <cstdio>

#include "base/json.h"
#include "run/requirement.h"
#include "stats/sample_size.h"

namespace assay::run {
namespace {

std::string CountedFor(const std::string& metric) {
  if (metric == "recall") return "positives";
  if (metric == "precision") return "flagged cases";
  if (metric == "specificity") return "negatives";
  return metric == "accuracy" || metric == "top_1" ? "cases" : "";
}

// Rows drawn at random that hold `cases` of a class with this share.
std::optional<std::uint64_t> RowsFor(std::uint64_t cases, const std::string& counted, std::optional<double> base_rate) {
  if (counted == "cases") return cases;
  if (!base_rate || counted == "flagged cases") return std::nullopt;
  const double share = counted == "positives" ? *base_rate : 1 - *base_rate;
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(cases) / share));
}

std::string Digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

Result<std::vector<LabelAnswer>> AnswerLabels(const LabelQuestion& question) {
  std::vector<LabelAnswer> answers;
  for (const std::string& claim : question.claims) {
    ASSAY_TRY(requirement, ParseRequirement(claim));
    LabelAnswer answer{.claim = claim, .cases = CountedFor(requirement.metric), .bound = requirement.bound.limit.value};
    const bool lower = requirement.bound.op == spec::Op::kGreaterEqual && !requirement.bound_from_costs;
    if (answer.cases.empty() || !lower || requirement.given || !(answer.bound > 0 && answer.bound < 1)) {
      return Fail(ErrorCode::kUsage, "expected accuracy, recall, precision or specificity >= SHARE, found '" + claim + "'",
                  "recall>=0.9");
    }
    answer.truth = question.truth.value_or((1 + answer.bound) / 2);
    if (!(answer.truth > answer.bound && answer.truth < 1)) {
      return Fail(ErrorCode::kOutOfRange, "a claim can only be shown of a rate above its bound: --if " + Digits(answer.truth) +
                                              " isn't between " + Digits(answer.bound) + " and 1");
    }
    ASSAY_TRY(least, stats::ZeroMissCount(answer.bound, question.confidence));
    answer.without_a_miss = least;
    ASSAY_TRY(likely, stats::SampleSizeForClaim(answer.bound, answer.truth, question.confidence, question.power));
    answer.likely = likely;
    if (likely) answer.rows = RowsFor(*likely, answer.cases, question.base_rate);
    answer.enrich = answer.cases == "positives" && answer.rows && *answer.rows >= 10 * *answer.likely;
    answers.push_back(std::move(answer));
  }
  return answers;
}

std::string LabelsText(const LabelQuestion& question, const std::vector<LabelAnswer>& answers) {
  std::string text;
  bool enrich = false;
  for (const LabelAnswer& answer : answers) {
    text += answer.claim + "\n";
    text += "  at least     " + std::to_string(answer.without_a_miss) + " " + answer.cases + ", none of them missed\n";
    text += "  likely       ";
    text += answer.likely ? std::to_string(*answer.likely) + " " + answer.cases : "no number up to 100 million";
    text += " for " + Digits(100 * question.power) + " % power if the truth is " + Digits(answer.truth) + "\n";
    if (answer.rows && answer.cases != "cases") {
      text += "  at random    " + std::to_string(*answer.rows) + " rows, at base rate " + Digits(*question.base_rate) + "\n";
    }
    enrich = enrich || answer.enrich;
  }
  if (enrich) {
    text += "\nLabel where positives are: a file enriched with them needs the positives above and some thousand negatives. State the\n"
            "service's rate with --base-rate when it is scored; precision is then certified for that rate.\n";
  }
  return text + "confidence " + Digits(100 * question.confidence) + " %, one-sided\n";
}

std::string LabelsJson(const LabelQuestion& question, const std::vector<LabelAnswer>& answers) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.labels/1").Member("confidence", question.confidence);
  json.Member("power", question.power).Member("base_rate", question.base_rate).Key("claims").BeginArray();
  for (const LabelAnswer& answer : answers) {
    json.BeginObject().Member("claim", answer.claim).Member("cases", answer.cases).Member("bound", answer.bound);
    json.Member("if", answer.truth).Member("without_a_miss", answer.without_a_miss).Member("likely", answer.likely);
    json.Member("rows_at_random", answer.rows).Member("enrich", answer.enrich).EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
