// SPDX-License-Identifier: Apache-2.0
// MLCommons' rules for speaking of results, R1 to R24: one file each in rule/, found by its name.
//
// A rule is broken by what a text says. What it merely leaves out is completed where one row has it, and else not known:
// asking for it is the verdict's business.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "citation/assess_subject.h"

namespace assay::citation {

struct RuleOutcome {
  RuleState state = RuleState::kNotApplicable;
  std::string words;  // what is missing or wrong, or why it is kept
};

inline RuleOutcome Kept(std::string words = {}) { return {RuleState::kKept, std::move(words)}; }
inline RuleOutcome Broken(std::string words) { return {RuleState::kBroken, std::move(words)}; }
inline RuleOutcome Completed(std::string words) { return {RuleState::kCompleted, std::move(words)}; }
inline RuleOutcome NotKnown(std::string words) { return {RuleState::kNotKnown, std::move(words)}; }
inline RuleOutcome NotApplicable(std::string words) { return {RuleState::kNotApplicable, std::move(words)}; }

// Something is left out: completed where one row stands behind the corrected text.
inline RuleOutcome LeftOut(const Subject& subject, const std::string& what) {
  return subject.row() != nullptr ? Completed(what + "; the corrected text has it")
                                  : NotKnown(what + "; no one row has it");
}

inline constexpr std::string_view kMessaging = "MLPerf Results Messaging Guidelines, c195f80 of 2026-04-28";
inline constexpr std::string_view kMessagingAndTable =
    "MLPerf Results Messaging Guidelines and Compatibility Table, c195f80 of 2026-04-28";
inline constexpr std::string_view kSubmissionRules = "MLPerf submission rules, c195f80 of 2026-04-28";
inline constexpr std::string_view kInferenceRules = "MLPerf Inference rules, ac93e89";
inline constexpr std::string_view kOwn = "assay's own, from what goes wrong in the public data";

}  // namespace assay::citation

namespace assay {

struct RuleInfo {
  std::string_view id;         // "R13"
  std::string_view title;      // a few words
  std::string_view condition;  // what must hold
  std::string_view source;
  citation::RuleOutcome (*read)(const citation::Subject& subject);
};

// In order of their files' names. Generated.
std::span<const RuleInfo* const> AllRules();

}  // namespace assay
