// SPDX-License-Identifier: Apache-2.0
//
// The requirement becomes a spec of one system and one claim, so that there is one way of judging.
#include "run/requirement.h"

#include <utility>
#include <vector>

#include "run/claims.h"
#include "run/quality.h"

namespace assay::run {
namespace {

constexpr const char* kForm = "write METRIC OP VALUE, as recall>=0.7, or with the precision that it is meant at: "
                              "\"recall>=0.7 @ precision>=0.25\"";
constexpr const char* kPredictions = "predictions";

Result<spec::Condition> OneCondition(std::string_view text) {
  auto conditions = spec::ParseConditions(text);
  if (!conditions) {
    Error error = std::move(conditions).error();
    if (error.hint.empty()) error.hint = kForm;
    return std::unexpected(std::move(error));
  }
  if (conditions->size() != 1 || !conditions->front().is_quantity) {
    return Fail(ErrorCode::kBadBound, "expected one METRIC OP VALUE, found '" + std::string(text) + "'", kForm);
  }
  return std::move(conditions->front());
}

Result<void> CheckMetric(const std::string& name) {
  const MetricInfo* info = FindMetric(name);
  if (info == nullptr) {
    return Fail(ErrorCode::kUnknownName, "no metric is called '" + name + "'", "`assay list metrics` shows them");
  }
  if ((info->needs & kQualityNeeds) == 0) {
    return Fail(ErrorCode::kUsage, name + " needs a load run; a file of predictions has none");
  }
  if ((info->needs & static_cast<std::uint8_t>(Needs::kBaseline)) != 0) {
    return Fail(ErrorCode::kUsage, name + " needs a baseline system; a file of predictions has one system");
  }
  return {};
}

}  // namespace

Result<Requirement> ParseRequirement(std::string_view text) {
  Requirement requirement{.text = std::string(text), .metric = {}, .bound = {}, .given = {}};
  const std::size_t at = text.find('@');
  ASSAY_TRY(claimed, OneCondition(text.substr(0, at)));
  requirement.metric = claimed.name;
  requirement.bound = {.op = claimed.op, .limit = claimed.value, .gate_system = {}, .gate_number = {},
                       .text = std::string(spec::OpText(claimed.op)) + " " + claimed.value_text};
  ASSAY_CHECK_OK(CheckMetric(requirement.metric));
  if (at == std::string_view::npos) return requirement;
  ASSAY_TRY(given, OneCondition(text.substr(at + 1)));
  const bool precision = given.name == "precision" && given.op == spec::Op::kGreaterEqual && given.value.value > 0 &&
                         given.value.value < 1;
  if (!precision) {
    return Fail(ErrorCode::kBadBound,
                "after '@' expected precision >= SHARE, with a share between 0 and 1, found '" +
                    std::string(text.substr(at + 1)) + "'",
                kForm);
  }
  requirement.given = std::move(given);
  return requirement;
}

Result<RequirementResult> JudgeRequirement(const Requirement& requirement, const ScoredCases& cases,
                                           std::optional<double> base_rate, double level) {
  Evaluation evaluation;
  spec::Spec& spec = evaluation.spec;
  spec.task.kind = cases.score.empty() ? spec::TaskKind::kMulticlass : spec::TaskKind::kBinary;
  spec.stats.level = level;
  if (base_rate) spec.data.base_rate = {.value = *base_rate, .low = {}, .high = {}, .source = {}};
  spec::System system;
  system.id = kPredictions;
  spec.systems.push_back(std::move(system));
  spec::Claim claim{.id = requirement.text, .metric = requirement.metric};
  claim.bound = requirement.bound;
  claim.primary = true;
  claim.given_operating_point = requirement.given.has_value();
  spec.claims.push_back(std::move(claim));
  if (requirement.given) {
    spec::OperatingPoint point;
    point.subject_to = {*requirement.given};
    point.alpha = 1 - level;
    point.at_base_rate = base_rate.has_value();
    spec.operating_point = std::move(point);
  }
  QualityResult quality{.system = kPredictions, .split = {}, .cases = cases, .complete = true};
  ASSAY_CHECK_OK(DecideQuality(spec, quality));
  ASSAY_CHECK_OK(MeasureQuality(spec, quality, nullptr, {}));
  evaluation.quality.push_back(std::move(quality));
  JudgeClaims(evaluation);
  return RequirementResult{requirement, std::move(evaluation.claims.front()),
                           std::move(evaluation.quality.front().operating_point)};
}

}  // namespace assay::run
