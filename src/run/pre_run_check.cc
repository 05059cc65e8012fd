// SPDX-License-Identifier: Apache-2.0
#include "run/pre_run_check.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "assay/metric.h"
#include "base/system_clock.h"
#include "run/affinity.h"
#include "run/cell_run.h"
#include "run/error_list.h"
#include "run/run_spec.h"
#include "run/spec_place.h"
#include "stats/sample_size.h"

namespace assay::run {
namespace {

constexpr double kPower = 0.8;

// Metrics that are a rate over the positives alone; other shares are rates over all cases.
bool OverPositives(const std::string& metric) { return metric == "recall"; }
bool OverAll(const std::string& metric) { return metric == "accuracy" || metric == "top_1"; }

// Claims are one-sided, see verdict/bound_check.h. At the operating point the same cases certify the precision with half
// of alpha, and a claim has the other half.
double ConfidenceOf(const spec::Spec& spec, const spec::Claim& claim) {
  const bool at_point = claim.given_operating_point && spec.operating_point;
  return at_point ? 1 - spec.operating_point->alpha / 2 : spec.stats.level;
}

bool SharesCores(const spec::System& system, const spec::Traffic& traffic) {
  const auto a = ParseCores(system.cores), b = ParseCores(traffic.cores);
  return a && b && std::ranges::any_of(*a, [&](int core) { return b->contains(core); });
}

void WarnOfSharedCores(const spec::Spec& spec, Errors& warnings) {
  for (const spec::Traffic& traffic : spec.traffic) {
    if (traffic.shared_cores == spec::SharedCores::kDeclared) continue;
    for (const spec::System& system : spec.systems) {
      if (!SharesCores(system, traffic)) continue;
      warnings.push_back({ErrorCode::kHostUnfit,
                          "traffic." + traffic.name + ": the load generator and " + system.id + " share cores; a run "
                          "whose generator is late on shared cores is INVALID",
                          {}, "keep them apart with `cores`, or say `shared_cores: declared`"});
      break;
    }
  }
}

Result<void> LoadAll(InputSource& input, std::uint64_t samples) {
  std::vector<std::uint64_t> indices(samples);
  std::iota(indices.begin(), indices.end(), std::uint64_t{0});
  return input.Load(indices);
}

// Cores that this process may not use would end the run at the first load that needs them.
void CheckCores(const spec::Spec& spec, Errors& errors) {
  const auto check = [&](const std::string& cores, const std::string& entry) {
    const auto parsed = ParseCores(cores);
    if (parsed) return;
    Error error = parsed.error();
    PlaceInSpec(spec, entry + ".cores", error);
    errors.push_back(std::move(error));
  };
  for (const spec::System& system : spec.systems) check(system.cores, "systems." + system.id);
  for (const spec::Traffic& traffic : spec.traffic) check(traffic.cores, "traffic." + traffic.name);
}

void CheckPlans(const spec::Spec& spec, const OpenedData& data, Errors& errors) {
  for (const spec::Traffic& traffic : spec.traffic) {
    if (NeedsProbe(traffic)) continue;  // known only when the system has answered
    if (auto plan = PlanCell(spec, traffic, SampleCount(data.judged_split()), std::nullopt); !plan) {
      Append(errors, std::move(plan).error());
    }
  }
}

}  // namespace

std::vector<LabelNeed> LabelNeeds(const spec::Spec& spec, const OpenedData& data) {
  std::vector<LabelNeed> needs;
  const auto facts = std::ranges::find(data.facts, data.judged, &SplitFacts::name);
  if (facts == data.facts.end()) return needs;
  for (const spec::Claim& claim : spec.claims) {
    const bool at_least = claim.bound.op == spec::Op::kGreaterEqual || claim.bound.op == spec::Op::kGreater;
    const bool positives = OverPositives(claim.metric);
    if (!at_least || claim.bound.is_gate() || !(positives || OverAll(claim.metric))) continue;
    LabelNeed need{.claim = claim.id, .cases = positives ? "positives" : "cases", .bound = claim.bound.limit.value};
    if (!(need.bound > 0)) continue;  // holds without a case
    need.available = positives ? facts->positives.value_or(0) : facts->n;
    const double confidence = ConfidenceOf(spec, claim);
    if (const auto fewest = stats::ZeroMissCount(need.bound, confidence)) need.without_a_miss = *fewest;
    const auto likely = stats::SampleSizeForClaim(need.bound, (1 + need.bound) / 2, confidence, kPower);
    if (likely) need.likely = *likely;
    needs.push_back(std::move(need));
  }
  return needs;
}

Results<void> CheckSystems(const spec::Spec& spec, const OpenedData& data) {
  Errors errors;
  CheckCores(spec, errors);
  CheckPlans(spec, data, errors);
  base::SystemClock clock(base::SystemClock::kMinLeadNs);
  bool loaded = false;  // all systems read the same samples
  for (const spec::System& system : spec.systems) {
    auto made = MakeCandidate(spec, system, data.judged_split(), clock);
    if (!made) {
      Append(errors, std::move(made).error());
    } else if (made->input != nullptr && !std::exchange(loaded, true)) {
      if (auto read = LoadAll(*made->input, SampleCount(data.judged_split())); !read) errors.push_back(read.error());
    }
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return {};
}

Results<Errors> CheckBeforeRun(const spec::Spec& spec) {
  auto data = OpenData(spec);
  if (!data) return std::unexpected(std::move(data).error());
  if (auto checked = CheckSystems(spec, *data); !checked) return std::unexpected(std::move(checked).error());
  Errors warnings;
  WarnOfSharedCores(spec, warnings);
  for (const LabelNeed& need : LabelNeeds(spec, *data)) {
    if (need.without_a_miss && need.available >= *need.without_a_miss) continue;
    warnings.push_back({ErrorCode::kUndecidable,
                        need.without_a_miss
                            ? "claim " + need.claim + " can't PASS with " + std::to_string(need.available) + " " +
                                  need.cases + ": even without a miss it takes " + std::to_string(*need.without_a_miss)
                            : "claim " + need.claim + " can't PASS: no number of " + need.cases + " shows a rate of 1",
                        {}, need.without_a_miss ? "label more, or claim less" : "claim less"});
  }
  return warnings;
}

}  // namespace assay::run
