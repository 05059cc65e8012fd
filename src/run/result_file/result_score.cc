// SPDX-License-Identifier: Apache-2.0
#include "run/result_file/result_score.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "base/sha256.h"
#include "run/error_list.h"
#include "run/measurement_json.h"
#include "run/measurement_text.h"
#include "run/result_file/result_columns.h"
#include "run/worst_required.h"
#include "spec/quantity.h"
#include "verdict/bound_check.h"
#include "verdict/claim_verdict.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

constexpr std::uint64_t kClaimDraws = 10'000;

// Without a choice: of numbers of choices only the share that is right says something.
bool ShownUnasked(const MetricInfo& info, const ResultFile& file, const ResultColumns& columns) {
  if ((info.needs & static_cast<std::uint16_t>(columns.kind)) == 0) return false;
  const auto* answers = std::get_if<data::TextAnswers>(&file);
  if (answers != nullptr && answers->choices) return info.name == "exact_match";
  return !(info.name == "output_tokens" && columns.tokens.empty());
}

Result<std::vector<Measurement>> MeasureFile(const ResultFileOptions& options, const ResultFile& file,
                                             const ResultColumns& columns) {
  std::vector<Measurement> list;
  for (const MetricInfo* info : AllMetrics()) {
    const bool asked = std::ranges::find(options.metrics, info->name) != options.metrics.end();
    if (options.metrics.empty() ? !ShownUnasked(*info, file, columns) : !asked) continue;
    if (options.progress) options.progress("metric " + std::string(info->name));
    ASSAY_TRY(measured, info->compute(columns.input));
    list.insert(list.end(), measured.begin(), measured.end());
  }
  return list;
}

Result<spec::Claim> ClaimOf(const std::string& text) {
  constexpr const char* kForm = "write METRIC OP VALUE, as rouge_l>=0.3";
  auto conditions = spec::ParseConditions(text);
  if (!conditions) return Fail(ErrorCode::kBadBound, conditions.error().what, kForm);
  if (conditions->size() != 1 || !conditions->front().is_quantity) {
    return Fail(ErrorCode::kBadBound, "expected one METRIC OP VALUE, found '" + text + "'", kForm);
  }
  const spec::Condition& condition = conditions->front();
  spec::Claim claim;
  claim.id = text;
  claim.metric = condition.name;
  claim.bound = {.op = condition.op, .limit = condition.value, .gate_system = {}, .gate_number = {},
                 .text = std::string(spec::OpText(condition.op)) + " " + condition.value_text};
  claim.primary = true;
  return claim;
}

Result<std::vector<spec::Claim>> ClaimsOf(const ResultFileOptions& options) {
  std::vector<spec::Claim> claims;
  for (const std::string& text : options.require) {
    ASSAY_TRY(claim, ClaimOf(text));
    claims.push_back(std::move(claim));
  }
  return claims;
}

Result<RequiredResult> JudgeRequired(const spec::Claim& claim, const ResultFileOptions& options, const ResultColumns& columns) {
  MetricInput input = columns.input;
  input.level = verdict::ClaimIntervalLevel(options.level);
  input.replicates = kClaimDraws;
  ASSAY_TRY(measured, FindMetric(MetricOf(claim.metric))->compute(input));
  const auto found = std::ranges::find(measured, claim.metric, &Measurement::metric);
  verdict::ClaimEvidence evidence;
  evidence.system = "results";
  evidence.level = options.level;
  if (found != measured.end()) evidence.measured = *found;
  else evidence.missing = claim.metric + " isn't among the parts of " + MetricOf(claim.metric);
  RequiredResult result{claim.id, verdict::JudgeClaim(claim, evidence)};
  result.verdict.required = true;
  const bool decided = result.verdict.outcome == verdict::Outcome::kPass || result.verdict.outcome == verdict::Outcome::kFail;
  if (decided && !result.verdict.interval) {
    result.verdict.outcome = verdict::Outcome::kUndecided;
    result.verdict.reason = claim.metric + " is " + ValueText(*result.verdict.measured, result.verdict.unit) +
                            " and has no interval to judge by" + (found->note.empty() ? "" : " (" + found->note + ")");
  }
  return result;
}

std::string RequiredText(const std::vector<RequiredResult>& required) {
  std::string text;
  for (const RequiredResult& one : required) {
    std::string word(verdict::OutcomeWord(one.verdict.outcome));
    word.resize(std::max<std::size_t>(word.size(), 13), ' ');
    text += word + one.text + "\n";
    if (!one.verdict.reason.empty()) text += std::string(13, ' ') + one.verdict.reason + "\n";
  }
  return text;
}

}  // namespace

int ResultScore::exit_code() const {
  if (required.empty()) return 0;
  std::vector<verdict::ClaimVerdict> verdicts;
  for (const RequiredResult& one : required) verdicts.push_back(one.verdict);
  return ExitCodeOfOutcome(WorstRequired(verdicts));
}

Results<ResultScore> ScoreResults(const ResultFileOptions& options, const ResultFile& file) {
  const auto claims = ClaimsOf(options);
  if (!claims) return FailOne(claims.error());
  ResultScore score;
  score.path = options.path;
  const ResultColumns columns(file, options);
  score.form = columns.form, score.noun = columns.noun, score.notes = columns.notes;
  score.n = columns.n, score.unscored = columns.unscored;
  for (const std::string& name : options.metrics) {
    if (const auto fits = CheckFits(name, columns); !fits) return FailOne(fits.error());
  }
  for (const spec::Claim& claim : *claims) {
    if (const auto fits = CheckFits(claim.metric, columns); !fits) return FailOne(fits.error());
  }
  auto measured = MeasureFile(options, file, columns);
  if (!measured) return FailOne(std::move(measured).error());
  score.measurements = *std::move(measured);
  for (const spec::Claim& claim : *claims) {
    auto judged = JudgeRequired(claim, options, columns);
    if (!judged) return FailOne(std::move(judged).error());
    score.required.push_back(*std::move(judged));
  }
  if (const auto* answers = std::get_if<data::TextAnswers>(&file)) {
    auto carried = CompareCarried(*answers);
    if (!carried) return FailOne(std::move(carried).error());
    score.carried = *std::move(carried);
  }
  return score;
}

Results<ResultScore> ScoreResultFile(const ResultFileOptions& options) {
  if (const auto claims = ClaimsOf(options); !claims) return FailOne(claims.error());  // before a long file is read
  if (options.progress) options.progress("reading " + options.path);
  const auto file = OpenResultFile(options);
  if (!file) return std::unexpected(file.error());
  auto score = ScoreResults(options, *file);
  if (!score) return score;
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return FailOne(hash.error());
  score->sha256 = *hash;
  return score;
}

namespace {

// "answers" -> "answer", "queries" -> "query".
std::string One(const std::string& noun) {
  if (noun.ends_with("ies")) return noun.substr(0, noun.size() - 3) + "y";
  return noun.ends_with('s') ? noun.substr(0, noun.size() - 1) : noun;
}

}  // namespace

std::string ResultScoreText(const ResultScore& score) {
  std::string text = score.path + ": " + score.form + ", " + std::to_string(score.n) + " " +
                     (score.n == 1 ? One(score.noun) : score.noun);
  if (score.unscored > 0) text += ", " + std::to_string(score.unscored) + " more unscored";
  text += "\n";
  for (const std::string& note : score.notes) text += "  " + note + "\n";
  text += "\n";
  if (!score.required.empty()) text += RequiredText(score.required) + "\n";
  text += MeasurementTable(score.measurements);
  if (!score.carried.empty()) text += "\nscores that the file brings along\n" + CarriedText(score.carried);
  return text;
}

std::string ResultScoreJson(const ResultScore& score) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.scores/1").Member("file", score.path).Member("sha256", score.sha256);
  json.Member("form", score.form).Member("n", score.n).Member("n_of", score.noun).Member("unscored", score.unscored).Key("notes").BeginArray();
  for (const std::string& note : score.notes) json.Value(note);
  json.EndArray().Key("measurements");
  WriteMeasurements(score.measurements, json);
  json.Key("carried").BeginArray();
  for (const CarriedScore& one : score.carried) {
    json.BeginObject().Member("name", one.name).Member("value", one.n == 0 ? std::optional<double>() : one.value);
    json.Member("n", one.n).Member("metric", one.metric).Member("ours", one.ours).Member("differing", one.differing);
    json.Key("examples").BeginArray();
    for (const std::string& id : one.examples) json.Value(id);
    json.EndArray().Member("without_answer", one.without_answer).EndObject();
  }
  json.EndArray().Key("requirements").BeginArray();
  for (const RequiredResult& one : score.required) {
    json.BeginObject().Member("require", one.text).Key("verdict");
    verdict::WriteClaimVerdict(json, one.verdict);
    json.Key("operating_point").Null().Key("early_end").Null().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
