// SPDX-License-Identifier: Apache-2.0
#include "citation/assess_required.h"
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

// The statement of one way holds a word of its own.
bool StatesWay(const std::string& words, const std::string& way) {
  if (way.starts_with("it ran ")) {
    const std::string model = way.substr(7, way.find(" in place") - 7);
    return HoldsWords(words, model);
  }
  if (way.starts_with("in which ways")) return MentionsAny(words, "qualify", "not closed because", "differs from closed");
  if (way.find("precision") != std::string::npos) return Mentions(words, "precision");
  if (way.find("retrained") != std::string::npos) return MentionsAny(words, "retrained", "retraining", "fine tuned");
  return MentionsAny(words, "accuracy", "rouge", "gate");
}

std::vector<std::string> Unstated(const Subject& subject, const Matched& open) {
  if (open.row == nullptr) {
    const bool said = MentionsAny(subject.Words(), "not closed", "not qualify as closed", "would not qualify");
    return said ? std::vector<std::string>{} : std::vector<std::string>{"in which ways isn't stated"};
  }
  std::vector<std::string> unstated;
  for (const std::string& way : WaysOpen(*open.row)) {
    if (!StatesWay(subject.Words(), way)) unstated.push_back(way);
  }
  return unstated;
}

RuleOutcome Read(const Subject& subject) {
  const std::string_view ours = subject.Get("division");
  std::vector<std::string> unstated;
  bool applies = false;
  for (const Side& side : subject.sides) {
    const auto stated = side.stated.find("division");
    const auto filled = side.matched.filled.find("division");
    const std::string theirs = stated != side.stated.end()           ? stated->second
                               : filled != side.matched.filled.end() ? filled->second
                                                                     : std::string();
    const bool we_open = ours == "open" && theirs == "closed", they_open = ours == "closed" && theirs == "open";
    if (!we_open && !they_open) continue;
    applies = true;
    for (std::string& way : Unstated(subject, we_open ? subject.matched : side.matched)) {
      unstated.push_back(std::move(way));
    }
  }
  if (!applies) return NotApplicable("no open result stands against a closed one");
  return unstated.empty() ? Kept() : Broken("the open entry wouldn't qualify as closed: " + Listed(unstated));
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r09_open_against_closed;
const RuleInfo kRule_r09_open_against_closed{
    .id = "R9",
    .title = "open against closed: each way in which it would not qualify",
    .condition =
        "Where an open result is compared with a closed one, each way in which the open entry "
        "would not qualify as closed is stated.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
