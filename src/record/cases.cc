// SPDX-License-Identifier: Apache-2.0
#include "record/cases.h"

#include "base/file.h"
#include "base/json.h"

namespace assay::record {

std::string_view StatusName(SampleStatus status) {
  switch (status) {
    case SampleStatus::kPending: return "pending";
    case SampleStatus::kOk: return "ok";
    case SampleStatus::kError: return "error";
    case SampleStatus::kCancelled: return "cancelled";
    case SampleStatus::kLost: return "lost";
  }
  return "pending";
}

std::string CaseToJson(const CaseLine& line) {
  std::string text;
  base::JsonWriter json(text);
  json.BeginObject().Member("sample", line.sample).Member("id", line.id).Member("index", line.index);
  json.Member("label", line.label).Member("predicted", line.predicted).Member("score", line.score);
  json.Member("correct", line.correct).Member("status", StatusName(line.status));
  json.Member("latency_ns", line.latency_ns).Member("slow", line.slow).EndObject();
  text += '\n';
  return text;
}

Result<void> WriteCases(const std::string& path, std::span<const CaseLine> lines) {
  std::string text;
  for (const CaseLine& line : lines) text += CaseToJson(line);
  return base::WriteFileAtomically(path, text);
}

}  // namespace assay::record
