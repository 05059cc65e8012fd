// SPDX-License-Identifier: Apache-2.0
#include "citation/citation.h"

namespace assay::citation {

std::string_view NameOf(Suite suite) {
  switch (suite) {
    case Suite::kInference: return "MLPerf Inference";
    case Suite::kTraining: return "MLPerf Training";
    case Suite::kTiny: return "MLPerf Tiny";
    case Suite::kMobile: return "MLPerf Mobile";
    case Suite::kClient: return "MLPerf Client";
    case Suite::kStorage: return "MLPerf Storage";
    case Suite::kAutomotive: return "MLPerf Automotive";
    case Suite::kHpc: return "MLPerf HPC";
    case Suite::kNotMlperf: return "not an MLPerf result";
    case Suite::kNotStated: break;
  }
  return "not stated";
}

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEvidence: return "EVIDENCE";
    case Verdict::kEvidenceLimited: return "EVIDENCE-LIMITED";
    case Verdict::kNotYetAClaim: return "NOT-YET-A-CLAIM";
    case Verdict::kDecorative: return "DECORATIVE";
    case Verdict::kViolation: return "VIOLATION";
    case Verdict::kOverclaim: return "OVERCLAIM";
    case Verdict::kContradicted: break;
  }
  return "CONTRADICTED";
}

std::string_view NameOf(RuleState state) {
  switch (state) {
    case RuleState::kKept: return "kept";
    case RuleState::kBroken: return "broken";
    case RuleState::kCompleted: return "completed";
    case RuleState::kNotKnown: return "not known";
    case RuleState::kNotApplicable: break;
  }
  return "not applicable";
}

std::string_view NameOf(Match match) {
  switch (match) {
    case Match::kOne: return "one row";
    case Match::kSeveral: return "several rows";
    case Match::kNone: return "no such row in the held round";
    case Match::kRoundNotHeld: return "round not held";
    case Match::kNoRound: return "round not known";
    case Match::kNotInference: break;
  }
  return "not an Inference result";
}

}  // namespace assay::citation
