// SPDX-License-Identifier: Apache-2.0
#include "run/vectors.h"

#include <set>

#include "base/json.h"
#include "run/vectors/vector_function.h"

namespace assay::run {
namespace {

// What a function gave, with an error as these files write one. A line that lacks an input is no refusal of the
// reference's, so it agrees with nothing.
base::JsonValue Outcome(const Result<base::JsonValue>& got) {
  if (got) return *got;
  const bool malformed = got.error().code == ErrorCode::kBadRow;
  return VectorObject({{malformed ? "malformed" : "error", base::JsonValue(got.error().what)}});
}

Error UnknownFunction(const VectorCase& one) {
  std::string known;
  for (const std::string_view name : VectorFunctionNames()) known += (known.empty() ? "" : ", ") + std::string(name);
  return {ErrorCode::kBadReference, "there is no function '" + one.fn + "'", {one.where}, "there are " + known};
}

std::string Count(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

VectorsOutcome RunVectors(std::span<const VectorCase> cases) {
  VectorsOutcome outcome;
  std::set<std::string, std::less<>> named;
  for (const VectorCase& one : cases) {
    ++outcome.cases;
    const VectorFunction* function = FindVectorFunction(one.fn);
    if (function == nullptr) {
      if (named.insert(one.fn).second) outcome.unknown.push_back(UnknownFunction(one));
      continue;
    }
    auto difference = FirstDifference(one.expected, Outcome(function->compute(one)), function->tolerance);
    if (difference) outcome.different.push_back({one.id, one.fn, *std::move(difference)});
    else ++outcome.agree;
  }
  return outcome;
}

std::string VectorsText(const VectorsOutcome& outcome) {
  std::string text;
  for (const DifferentVector& one : outcome.different) {
    text += one.id + " " + one.fn + " " + one.difference.expected + " " + one.difference.got;
    if (!one.difference.path.empty()) text += " (" + one.difference.path + ")";
    text += "\n";
  }
  text += Count(outcome.cases, "case") + ": " + std::to_string(outcome.agree) + " agree, " +
          std::to_string(outcome.different.size()) + " differ";
  const std::size_t left = outcome.cases - outcome.agree - outcome.different.size();
  if (left > 0) text += ", " + std::to_string(left) + " of a function that isn't known";
  return text + "\n";
}

std::string VectorsJson(const VectorsOutcome& outcome) {
  std::string text;
  base::JsonWriter json(text, 2);
  json.BeginObject().Member("schema", "assay.vectors/1").Member("cases", outcome.cases).Member("agree", outcome.agree);
  json.Key("different").BeginArray();
  for (const DifferentVector& one : outcome.different) {
    json.BeginObject().Member("id", one.id).Member("fn", one.fn).Member("path", one.difference.path);
    json.Key("expected").Raw(one.difference.expected);
    json.Member("got", one.difference.got);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return text + "\n";
}

}  // namespace assay::run
