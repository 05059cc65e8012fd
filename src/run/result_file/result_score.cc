// SPDX-License-Identifier: Apache-2.0
#include "run/result_file/result_score.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/json.h"
#include "base/sha256.h"
#include "metric/retrieval/ranked_query.h"
#include "run/error_list.h"
#include "run/measurement_json.h"
#include "run/measurement_text.h"
#include "run/worst_required.h"
#include "spec/quantity.h"
#include "verdict/bound_check.h"
#include "verdict/claim_verdict.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

// What the metrics look at, kept as long as they do.
struct ResultColumns {
  std::vector<std::string> ids, answers;
  std::vector<std::vector<std::string>> references;
  std::vector<std::int64_t> question;
  std::vector<double> tokens;
  std::vector<metric::RankedQuery> queries;
  TextColumns text;
  BoxColumns boxes;
  RankingColumns rankings;
  TrialColumns trials;
  MetricInput input;
  Needs kind = Needs::kText;
};

void FillTexts(const data::TextAnswers& answers, ResultColumns& columns, ResultScore& score) {
  std::map<std::string, std::int64_t> questions;
  bool tokens = true;
  bool repeated = false;
  for (const data::TextAnswer& one : answers.cases) {
    if (!one.answer) {
      ++score.unscored;
      continue;
    }
    columns.ids.push_back(one.id);
    columns.answers.push_back(*one.answer);
    columns.references.push_back(one.references);
    const std::string& question = one.question.empty() ? one.id : one.question;
    const auto [found, is_new] = questions.emplace(question, static_cast<std::int64_t>(questions.size()));
    repeated = repeated || !is_new;
    columns.question.push_back(found->second);
    tokens = tokens && one.tokens.has_value();
    columns.tokens.push_back(one.tokens.value_or(0));
  }
  if (!tokens) columns.tokens.clear();
  if (!repeated) columns.question.clear();
  TextColumns& text = columns.text;
  text.ids = columns.ids, text.answer = columns.answers, text.references = columns.references;
  text.question = columns.question, text.tokens = columns.tokens, text.unscored = score.unscored;
  columns.input.text = &text;
  score.noun = "answers";
  score.n = columns.ids.size();
}

void FillRankings(const data::Rankings& rankings, ResultColumns& columns, ResultScore& score) {
  for (const data::RankingCase& one : rankings.cases) {
    if (!one.retrieved) {
      ++score.unscored;
      continue;
    }
    std::vector<metric::ScoredDocument> documents;
    for (const data::RetrievedDocument& document : *one.retrieved) documents.push_back({document.id, document.score});
    columns.ids.push_back(one.id);
    columns.queries.push_back(metric::RankQuery(documents, one.judged));
  }
  columns.rankings.ids = columns.ids;
  columns.rankings.queries = &columns.queries;
  columns.rankings.unscored = score.unscored;
  columns.rankings.duplicates = rankings.duplicates;
  columns.input.rankings = &columns.rankings;
  columns.kind = Needs::kRankings;
  score.noun = "queries";
  score.n = columns.queries.size();
  score.notes.push_back("order of documents: " + rankings.order);
  if (rankings.duplicates > 0) {
    score.notes.push_back(std::to_string(rankings.duplicates) +
                          " documents came again in their ranking and are left out: the first place counts");
  }
}

// The file's form, its columns, what is to be said of it.
void Fill(const ResultFile& file, ResultColumns& columns, ResultScore& score) {
  if (const auto* answers = std::get_if<data::TextAnswers>(&file)) {
    score.form = answers->form, score.notes = answers->notes;
    FillTexts(*answers, columns, score);
  } else if (const auto* boxes = std::get_if<FoundBoxes>(&file)) {
    score.form = "COCO results";
    score.noun = "images", score.n = boxes->task.images.size();
    score.notes.push_back(std::to_string(boxes->detected.size()) + " boxes found, " +
                          std::to_string(boxes->task.annotated.size()) + " annotated");
    columns.boxes = {.task = &boxes->task, .detected = &boxes->detected};
    columns.input.boxes = &columns.boxes;
    columns.kind = Needs::kBoxes;
  } else if (const auto* rankings = std::get_if<data::Rankings>(&file)) {
    score.form = rankings->form, score.notes = rankings->notes;
    FillRankings(*rankings, columns, score);
  } else if (const auto* trials = std::get_if<data::Trials>(&file)) {
    score.form = trials->form, score.notes = trials->notes;
    score.noun = "problems", score.n = trials->ids.size(), score.unscored = trials->unscored;
    columns.trials = {.ids = trials->ids, .tries = trials->tries, .passed = trials->passed, .unscored = trials->unscored};
    columns.input.trials = &columns.trials;
    columns.kind = Needs::kTrials;
  }
}

// "recall_at_k.5" is a part of recall_at_k.
std::string MetricOf(const std::string& name) { return name.substr(0, name.find('.')); }

Result<void> CheckFits(const std::string& name, Needs kind, const ResultScore& score) {
  const MetricInfo* info = FindMetric(MetricOf(name));
  if (info == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
  }
  if ((info->needs & static_cast<std::uint16_t>(kind)) == 0) {
    return Fail(ErrorCode::kUsage, name + " can't be measured from " + score.form + " (" + score.noun + ")");
  }
  return {};
}

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

Result<RequiredResult> JudgeRequired(const spec::Claim& claim, const ResultFileOptions& options, const ResultColumns& columns) {
  MetricInput input = columns.input;
  input.level = verdict::ClaimIntervalLevel(options.level);
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

Results<ResultScore> ScoreResultFile(const ResultFileOptions& options) {
  std::vector<spec::Claim> claims;
  for (const std::string& text : options.require) {
    auto claim = ClaimOf(text);
    if (!claim) return FailOne(std::move(claim).error());
    claims.push_back(*std::move(claim));
  }
  const auto file = OpenResultFile(options);
  if (!file) return std::unexpected(file.error());
  ResultScore score;
  score.path = options.path;
  ResultColumns columns;
  Fill(*file, columns, score);
  columns.input.k = options.k;
  columns.input.level = options.level;
  columns.input.seed = options.seed;
  for (const std::string& name : options.metrics) {
    if (const auto fits = CheckFits(name, columns.kind, score); !fits) return FailOne(fits.error());
  }
  for (const spec::Claim& claim : claims) {
    if (const auto fits = CheckFits(claim.metric, columns.kind, score); !fits) return FailOne(fits.error());
  }
  auto measured = MeasureFile(options, *file, columns);
  if (!measured) return FailOne(std::move(measured).error());
  score.measurements = *std::move(measured);
  for (const spec::Claim& claim : claims) {
    auto judged = JudgeRequired(claim, options, columns);
    if (!judged) return FailOne(std::move(judged).error());
    score.required.push_back(*std::move(judged));
  }
  if (const auto* answers = std::get_if<data::TextAnswers>(&*file)) {
    auto carried = CompareCarried(*answers);
    if (!carried) return FailOne(std::move(carried).error());
    score.carried = *std::move(carried);
  }
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return FailOne(hash.error());
  score.sha256 = *hash;
  return score;
}

std::string ResultScoreText(const ResultScore& score) {
  std::string text = score.path + ": " + score.form + ", " + std::to_string(score.n) + " " + score.noun;
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
  json.Member("form", score.form).Member("n", score.n).Member("unscored", score.unscored).Key("notes").BeginArray();
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
    json.Key("operating_point").Null().EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
