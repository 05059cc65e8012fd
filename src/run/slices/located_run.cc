// SPDX-License-Identifier: Apache-2.0
#include "run/slices/located_run.h"

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "record/manifest.h"
#include "run/error_list.h"
#include "run/opened_data.h"

namespace assay::run {
namespace {

constexpr char kMovedHint[] = "--spec FILE says where the spec lies now; its data and models are taken from there";

// The first input of the manifest is the spec, as the run's command named it.
Result<std::string> SpecPathOf(const std::string& run_directory, const std::string& given) {
  if (!given.empty()) {
    if (base::FileExists(given)) return given;
    return FailAt({.file = given}, ErrorCode::kNotFound, "the spec isn't there");
  }
  ASSAY_TRY(manifest, record::ReadManifest(run_directory));
  if (manifest.inputs.empty()) return Fail(ErrorCode::kBadRecord, "the run's manifest names no spec", kMovedHint);
  return manifest.inputs.front().path;
}

Errors WithHint(Errors errors) {
  for (Error& error : errors) {
    if (error.code == ErrorCode::kNotFound && error.hint.empty()) error.hint = kMovedHint;
  }
  return errors;
}

}  // namespace

Results<LocatedRun> LocateRun(const std::string& run_directory, const std::string& spec_path) {
  auto evaluation = EvaluateRun(run_directory);
  if (!evaluation) return std::unexpected(std::move(evaluation).error());
  LocatedRun located{.evaluation = *std::move(evaluation)};
  const std::string split = located.evaluation.system.judged_split;
  if (split.empty() || located.evaluation.quality.empty()) {
    return FailOne({ErrorCode::kNotMeasured, run_directory + " holds no accuracy pass, so nothing is known of single cases",
                    {}, "a spec with data and scoring runs one"});
  }
  auto place = SpecPathOf(run_directory, spec_path);
  if (!place) return FailOne(place.error());
  located.spec = located.evaluation.spec;
  located.spec.file = *place;
  std::erase_if(located.spec.data.splits, [&](const spec::Split& entry) { return entry.name != split; });
  for (spec::Split& entry : located.spec.data.splits) entry.disjoint_by.clear();
  auto opened = OpenData(located.spec);
  if (!opened) return std::unexpected(WithHint(std::move(opened).error()));
  const auto then = std::ranges::find(located.evaluation.system.splits, split, &SplitFacts::name);
  if (then != located.evaluation.system.splits.end() && then->sha256 != opened->facts.front().sha256) {
    return FailOne({ErrorCode::kMismatch, then->path + " isn't the file that the run asked: its sha256 is " +
                                              opened->facts.front().sha256 + ", then it was " + then->sha256,
                    {Where{.file = located.spec.Resolve(then->path)}}, kMovedHint});
  }
  located.data = std::move(opened->splits[split]);
  return located;
}

}  // namespace assay::run
