// SPDX-License-Identifier: Apache-2.0
#include "data/prediction/trials.h"

#include <map>
#include <optional>
#include <utility>

#include "data/prediction/json_lines.h"

namespace assay::data {
namespace {

using base::JsonValue;

struct ProblemCounts {
  std::uint64_t tries = 0, passed = 0, open = 0;
};

std::optional<std::string> ProblemName(const JsonValue& line) {
  for (const char* key : {"id", "task_id"}) {
    if (const JsonValue* id = line.Find(key)) return PlainText(*id);
  }
  return std::nullopt;
}

Result<ProblemCounts> CountsOf(const JsonValue& line, const Where& where) {
  const JsonValue* n = line.Find("n");
  const JsonValue* c = line.Find("c");
  const auto tries = n == nullptr ? std::nullopt : n->AsUint64();
  const auto passed = c == nullptr ? std::nullopt : c->AsUint64();
  if (!tries || !passed) return FailAt(where, ErrorCode::kWrongType, "expected n and c as whole numbers");
  if (*passed > *tries) return FailAt(where, ErrorCode::kOutOfRange, "c is greater than n");
  return ProblemCounts{*tries, *passed, 0};
}

Result<ProblemCounts> TryOf(const JsonValue& line, const Where& where) {
  const JsonValue* passed = line.Find("passed");
  if (passed == nullptr) return FailAt(where, ErrorCode::kMissingKey, "there is no key 'passed'");
  if (passed->IsNull()) return ProblemCounts{.open = 1};
  const auto value = passed->AsBool();
  if (!value) return FailAt(where, ErrorCode::kWrongType, "passed: expected true, false or null, found " + std::string(passed->KindName()));
  return ProblemCounts{1, *value ? 1u : 0u, 0};
}

}  // namespace

bool IsTrialLine(const JsonValue& object) {
  const auto is_count = [&](const char* key) {
    const JsonValue* value = object.Find(key);
    return value != nullptr && value->AsUint64().has_value();
  };
  if (is_count("n") && is_count("c")) return true;
  const JsonValue* passed = object.Find("passed");
  return passed != nullptr && (passed->AsBool() || passed->IsNull()) && ProblemName(object).has_value();
}

Result<Trials> ReadTrials(std::string_view text, const std::string& file) {
  std::vector<std::string> order;
  std::map<std::string, ProblemCounts> problems;
  std::optional<bool> counted;
  ASSAY_CHECK_OK(EachJsonLine(text, file, [&](const JsonValue& line, const Where& where) -> Result<void> {
    if (!counted) counted = line.Find("passed") == nullptr;
    ASSAY_TRY(one, *counted ? CountsOf(line, where) : TryOf(line, where));
    const auto name = ProblemName(line);
    if (!name && !*counted) return FailAt(where, ErrorCode::kMissingKey, "a try without the id of its problem");
    const auto [found, is_new] = problems.try_emplace(name.value_or(std::to_string(where.line)));
    if (is_new) order.push_back(found->first);
    else if (*counted) return FailAt(where, ErrorCode::kDuplicateId, "problem '" + found->first + "' stands twice");
    found->second.tries += one.tries, found->second.passed += one.passed, found->second.open += one.open;
    return {};
  }));
  Trials trials{.form = *counted ? "JSON lines of tries and passes per problem" : "JSON lines of tries"};
  std::uint64_t open = 0;
  for (const std::string& name : order) {
    const ProblemCounts& counts = problems.at(name);
    open += counts.open;
    if (counts.tries == 0) {
      ++trials.unscored;
      continue;
    }
    trials.ids.push_back(name);
    trials.tries.push_back(counts.tries);
    trials.passed.push_back(counts.passed);
  }
  if (open > 0) trials.notes.push_back(std::to_string(open) + " tries without a result aren't counted as tries");
  return trials;
}

}  // namespace assay::data
