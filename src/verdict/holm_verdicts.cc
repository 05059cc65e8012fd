// SPDX-License-Identifier: Apache-2.0
#include "verdict/holm_verdicts.h"

#include <algorithm>
#include <optional>
#include <string>

namespace assay::verdict {
namespace {

using Judge = std::function<ClaimVerdict(std::size_t claim, std::size_t tests)>;

struct Judged {
  ClaimVerdict verdict;
  std::size_t tests = 1;  // what it was judged as one of
};

// Fills the verdicts that are `wanted` and returns how many claims the others were judged among.
std::size_t StepDown(Outcome wanted, const Judge& judge, std::vector<std::optional<Judged>>& judged) {
  std::size_t left = judged.size();
  for (std::size_t decided = 1; decided > 0 && left > 0;) {
    const std::size_t tests = left;
    decided = 0;
    for (std::size_t claim = 0; claim < judged.size(); ++claim) {
      if (judged[claim]) continue;
      ClaimVerdict verdict = judge(claim, tests);
      if (verdict.outcome != wanted) continue;
      judged[claim] = Judged{std::move(verdict), tests};
      ++decided;
    }
    left -= decided;
  }
  return left;
}

std::string Words(std::size_t claims, std::size_t tests, Outcome outcome, Outcome alone) {
  std::string text = "corrected by Holm for " + std::to_string(claims) + " primary claims about parts of the data: ";
  text += tests == 1 ? "the others are decided, so nothing is taken off"
                     : "the chance of error is divided by " + std::to_string(tests);
  if (alone != outcome) text += "; as the only claim it would be " + std::string(OutcomeWord(alone));
  return text;
}

}  // namespace

std::vector<ClaimVerdict> HolmVerdicts(std::size_t claims, const Judge& judge) {
  std::vector<std::optional<Judged>> judged(claims);
  const std::size_t among_passes = StepDown(Outcome::kPass, judge, judged);
  const std::size_t among = std::max(among_passes, StepDown(Outcome::kFail, judge, judged));
  std::vector<ClaimVerdict> verdicts;
  for (std::size_t claim = 0; claim < claims; ++claim) {
    // The wider of the two intervals holds the bound for both directions.
    if (!judged[claim]) judged[claim] = Judged{judge(claim, among), among};
    Judged& one = *judged[claim];
    if (claims > 1) one.verdict.correction = Words(claims, one.tests, one.verdict.outcome, judge(claim, 1).outcome);
    verdicts.push_back(std::move(one.verdict));
  }
  return verdicts;
}

}  // namespace assay::verdict
