// SPDX-License-Identifier: Apache-2.0
#include "citation/match_text.h"
#include "citation/rule.h"

namespace assay {
namespace citation {
namespace {

constexpr std::string_view kMark = "mlperf";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// How a use of the mark ends: what follows its six letters.
std::string_view WrongEnding(std::string_view rest) {
  if (rest.starts_with("'s") || rest.starts_with("\u2019s")) return "a possessive";
  if (rest.starts_with("s") && (rest.size() == 1 || !IsLetter(rest[1]))) return "a plural";
  if (rest.starts_with("ed") || rest.starts_with("ing") || rest.starts_with("'d") || rest.starts_with("\u2019d")) {
    return "a verb";
  }
  // "MLPerfBox"; a version may be glued to it.
  if (!rest.empty() && rest[0] >= 'a' && rest[0] <= 'z' && !(rest[0] == 'v' && rest.size() > 1 && IsLetter(rest[1]) && rest[1] <= '9')) {
    return "part of another word";
  }
  // "MLPerf-certified", and not a line's dash or a version.
  if (rest.starts_with("-") && rest.size() > 1 && rest[1] >= 'a' && rest[1] <= 'z') return "part of another word";
  return {};
}

RuleOutcome Read(const Subject& subject) {
  const std::string words = Lower(subject.Words());
  if (words.find("ml perf") != std::string::npos || words.find("ml-perf") != std::string::npos) {
    return Broken("the mark is altered: it is written MLPerf");
  }
  std::size_t uses = 0, unmarked = 0;
  bool named = false;
  for (std::size_t at = words.find(kMark); at != std::string::npos; at = words.find(kMark, at + 1)) {
    if (at >= 4 && words.compare(at - 4, 4, "www.") == 0) continue;
    std::string_view rest = std::string_view(words).substr(at + kMark.size());
    ++uses;
    bool marked = false;
    for (const std::string_view sign : {"\u00ae", "(r)", " \u00ae"}) {
      if (!rest.starts_with(sign)) continue;
      rest.remove_prefix(sign.size());
      marked = true;
    }
    if (const std::string_view wrong = WrongEnding(rest); !wrong.empty()) {
      return Broken("MLPerf is made " + std::string(wrong));
    }
    if (!marked) ++unmarked;
    named = named || rest.starts_with(" inference") || rest.starts_with(" open") || rest.starts_with(" client") ||
            rest.starts_with(" mobile") || rest.starts_with(" training") || rest.starts_with(" tiny");
  }
  if (uses == 0) return NotApplicable("the mark isn't used");
  if (unmarked > 0) return LeftOut(subject, "the sign \u00ae is missing");
  return named ? Kept() : LeftOut(subject, "the benchmark's full name doesn't follow the mark");
}

}  // namespace
}  // namespace citation

extern const RuleInfo kRule_r17_mark;
const RuleInfo kRule_r17_mark{
    .id = "R17",
    .title = "the mark MLPerf",
    .condition =
        "MLPerf carries its registered sign, is followed by the full benchmark name, and isn't "
        "altered, made a possessive, plural or verb, or part of a product's name.",
    .source = citation::kMessaging,
    .read = &citation::Read,
};

}  // namespace assay
