// SPDX-License-Identifier: Apache-2.0
#include "run/opened_data.h"

#include <algorithm>

#include "base/sha256.h"
#include "data/format/format_of_file.h"
#include "data/selection/selected_dataset.h"
#include "data/split_check/split_check.h"
#include "run/error_list.h"
#include "run/spec_place.h"

namespace assay::run {
namespace {

// By the stated format, else by the file's name.
Result<const DatasetInfo*> FormatOf(const spec::Split& split) {
  const DatasetInfo* found = split.format.empty() ? data::FormatOfFile(split.path) : nullptr;
  for (const DatasetInfo* info : AllDatasets()) {
    if (info->name == split.format) found = info;
  }
  if (found != nullptr) return found;
  return FailAt({.path = "data." + split.name + ".path"}, ErrorCode::kUnknownName,
                "can't tell the format of " + split.path, "state it: format: csv, jsonl or idx");
}

Results<std::unique_ptr<Dataset>> OpenSplit(const spec::Spec& spec, const spec::Split& split, SplitFacts& facts) {
  const auto format = FormatOf(split);
  if (!format) {
    Error error = format.error();
    PlaceInSpec(spec, "data." + split.name, error);
    return std::unexpected(Errors{std::move(error)});
  }
  DatasetOptions options{spec.Resolve(split.path), split.id, split.label, split.group, split.time, ""};
  if ((*format)->name == "idx") options.label = split.label.empty() ? "" : spec.Resolve(split.label);
  if (spec.task.kind == spec::TaskKind::kBinary) options.positive = spec.task.positive;
  facts.name = split.name;
  facts.path = split.path;
  const auto hash = base::Sha256HexOfFile(options.path);
  if (!hash) return std::unexpected(Errors{hash.error()});
  facts.sha256 = *hash;
  if (split.sha256 != "auto" && !split.sha256.empty() && split.sha256 != *hash) {
    return std::unexpected(Errors{{ErrorCode::kMismatch,
                                   split.path + " has sha256 " + *hash + ", the spec states " + split.sha256,
                                   {Where{.file = split.path}},
                                   "it isn't the file that the spec was written for"}});
  }
  auto all = (*format)->open(options);
  if (!all) return all;
  auto rows = data::SelectRows(*std::move(all), split.where);
  if (!rows) return std::unexpected(Errors{rows.error()});
  return *std::move(rows);
}

// A binary split without a positive (or a negative) can't carry any rate that divides by their count.
void CountClasses(const spec::Spec& spec, const Dataset& data, SplitFacts& facts, Errors& errors) {
  facts.n = data.size();
  facts.classes.assign(data.classes().begin(), data.classes().end());
  if (spec.task.kind != spec::TaskKind::kBinary) return;
  std::uint64_t positives = 0, negatives = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto label = data.Label(i);
    positives += label == 1;
    negatives += label == 0;
  }
  facts.positives = positives;
  if (positives + negatives > 0 && (positives == 0 || negatives == 0)) {
    errors.push_back({ErrorCode::kOneClass,
                      facts.path + ": " + (positives == 0 ? "the positive class '" + spec.task.positive + "' never occurs"
                                                          : "every case is of the positive class '" + spec.task.positive + "'"),
                      {Where{.file = facts.path}},
                      "check task.positive against the label column"});
  }
}

}  // namespace

Results<OpenedData> OpenData(const spec::Spec& spec) {
  OpenedData data;
  Errors errors;
  for (const spec::Split& split : spec.data.splits) {
    SplitFacts facts;
    auto opened = OpenSplit(spec, split, facts);
    if (!opened) {
      Append(errors, std::move(opened).error());
      continue;
    }
    CountClasses(spec, **opened, facts, errors);
    data.splits[split.name] = *std::move(opened);
    data.facts.push_back(std::move(facts));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  for (const spec::Split& split : spec.data.splits) {
    for (const spec::Split& other : spec.data.splits) {
      if (split.disjoint_by.empty() || other.name == split.name) continue;
      auto check = data::CheckDisjoint(split.name, *data.splits[split.name], other.name, *data.splits[other.name],
                                       split.disjoint_by);
      if (!check) {
        Append(errors, std::move(check).error());
        continue;
      }
      const auto facts = std::ranges::find(data.facts, split.name, &SplitFacts::name);
      facts->disjointness += (facts->disjointness.empty() ? "" : "; ") + *check;
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  if (const spec::Split* judged = spec.JudgedSplit()) data.judged = judged->name;
  return data;
}

}  // namespace assay::run
