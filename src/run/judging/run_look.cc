// SPDX-License-Identifier: Apache-2.0
#include "run/judging/run_look.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "run/quality.h"
#include "spec/resolved_yaml.h"

namespace assay::run {
namespace {

constexpr char kRunLookName[] = "/looks.json";

bool IsOfQuality(const std::string& metric) {
  const MetricInfo* info = FindMetric(metric);
  return info != nullptr && (info->needs & kQualityNeeds) != 0;
}

std::string SetOf(const Dataset& split) {
  std::vector<std::string> ids;
  std::vector<std::int32_t> labels;
  for (std::size_t row = 0; row < split.size(); ++row) {
    ids.emplace_back(split.Id(row));
    labels.push_back(split.Label(row).value_or(-1));
  }
  return LabelSetHash(ids, labels);
}

}  // namespace

Result<void> CountRunLook(const std::string& looks_path, const spec::Spec& spec, const Dataset& split,
                          const std::string& run_directory) {
  const bool asks = std::ranges::any_of(spec.claims, [](const spec::Claim& claim) { return IsOfQuality(claim.metric); });
  const std::string path = run_directory + kRunLookName;
  if (!asks || looks_path.empty() || base::FileExists(path)) return {};
  const Looks looks = CountLook(looks_path, SetOf(split), spec::ResolvedYaml(spec));
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.looks/1").Member("set", looks.set).Member("count", looks.count);
  json.Member("questions", looks.questions).Member("note", looks.note).EndObject();
  return base::WriteFileAtomically(path, text + "\n");
}

Result<Looks> ReadRunLook(const std::string& run_directory) {
  const std::string path = run_directory + kRunLookName;
  Looks looks;
  if (!base::FileExists(path)) return looks;
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(json, base::ReadJson(text, path));
  const base::JsonValue *set = json.Find("set"), *count = json.Find("count"), *questions = json.Find("questions"),
                        *note = json.Find("note");
  if (set == nullptr || !set->AsString() || count == nullptr || !count->AsUint64() || questions == nullptr ||
      !questions->AsUint64() || note == nullptr || !note->AsString()) {
    return FailAt({.file = path}, ErrorCode::kBadRecord, "expected set, count, questions and note");
  }
  looks.set = std::string(*set->AsString()), looks.note = std::string(*note->AsString());
  looks.count = *count->AsUint64(), looks.questions = *questions->AsUint64();
  return looks;
}

void QualifyByLooks(Evaluation& evaluation) {
  if (!evaluation.looks.counted() || evaluation.looks.fresh()) return;
  for (verdict::ClaimVerdict& verdict : evaluation.claims) {
    if (IsOfQuality(verdict.metric)) {
      verdict.qualification = "no longer fresh: look " + std::to_string(evaluation.looks.count) + " at these labels";
    }
  }
}

}  // namespace assay::run
