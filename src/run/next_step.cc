// SPDX-License-Identifier: Apache-2.0
#include "run/next_step.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

namespace assay::run {
namespace {

using verdict::ClaimVerdict;
using verdict::Outcome;

// More than these many times what was there isn't a step that anyone takes next.
constexpr std::uint64_t kOutOfReach = 100;

const ClaimVerdict* FindRequired(const Evaluation& evaluation, auto&& matches) {
  const auto found = std::ranges::find_if(evaluation.claims, [&](const ClaimVerdict& claim) {
    return claim.required && matches(claim);
  });
  return found == evaluation.claims.end() ? nullptr : &*found;
}

bool IsWithinReach(const ClaimVerdict& claim) {
  return claim.outcome == Outcome::kUndecided && claim.n_needed && *claim.n_needed / kOutOfReach <= claim.n;
}

std::string NeededText(const ClaimVerdict& claim) {
  return claim.claim + " of " + claim.system + ": " + std::to_string(*claim.n_needed) + " " + claim.n_unit +
         " would decide it, " + std::to_string(claim.n) + " there";
}

// A latency bound under a rate that can be searched.
bool IsPeakSearchable(const Evaluation& evaluation, const ClaimVerdict& claim) {
  const spec::Traffic* traffic = evaluation.spec.FindTraffic(claim.traffic);
  return claim.outcome == Outcome::kFail && claim.metric.starts_with("latency_p") && traffic != nullptr &&
         traffic->latency && std::holds_alternative<spec::Server>(traffic->scenario);
}

bool AnyLoadIsInvalid(const Evaluation& evaluation) {
  return std::ranges::any_of(evaluation.cells, [](const CellResult& cell) { return !cell.verdict.valid; });
}

// The step that the required claims ask for; commands that repeat the run need the words that made it.
std::optional<NextStep> StepOfClaims(const Evaluation& evaluation) {
  const std::string& again = evaluation.system.command;
  if (again.empty()) return std::nullopt;
  const auto in_reach = [](bool load) {
    return [load](const ClaimVerdict& claim) { return IsWithinReach(claim) && claim.traffic.empty() != load; };
  };
  if (const ClaimVerdict* claim = FindRequired(evaluation, in_reach(true))) {
    return NextStep{again + " --set traffic." + claim->traffic + ".min_queries=" + std::to_string(*claim->n_needed),
                    NeededText(*claim)};
  }
  const bool moded = again.find(" --mode") != std::string::npos;
  const auto slow = [&](const ClaimVerdict& claim) { return IsPeakSearchable(evaluation, claim); };
  if (const ClaimVerdict* claim = moded ? nullptr : FindRequired(evaluation, slow)) {
    return NextStep{again + " --mode find-peak", "the highest rate at which " + claim->system + " keeps the bound"};
  }
  if (const ClaimVerdict* claim = FindRequired(evaluation, in_reach(false))) {
    return NextStep{"assay plan" + again.substr(again.find("run") + 3), NeededText(*claim) + "; label more, or claim less"};
  }
  return std::nullopt;
}

}  // namespace

NextStep NextStepOf(const Evaluation& evaluation) {
  if (!evaluation.missing_cells.empty() && !evaluation.system.command.empty()) {
    return {evaluation.system.command + " --resume " + evaluation.run_directory,
            "runs what is missing; what is finished stays"};
  }
  const bool failed = evaluation.word == verdict::OutcomeWord(Outcome::kFail);
  if (!failed && AnyLoadIsInvalid(evaluation)) {
    return {"assay doctor", "what keeps this machine from measuring; then run it again"};
  }
  if (auto step = StepOfClaims(evaluation)) return *std::move(step);
  return {"assay judge " + evaluation.run_directory + " --verbose",
          "every figure; report.html there has the pictures and opens offline"};
}

}  // namespace assay::run
