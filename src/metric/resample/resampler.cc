// SPDX-License-Identifier: Apache-2.0
#include "metric/resample/resampler.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "random/philox.h"

namespace assay::metric {
namespace {

std::vector<std::size_t> UpTo(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// Members by name, in the order of the names.
template <class Name>
std::vector<std::vector<std::size_t>> Grouped(std::span<const Name> names) {
  std::map<Name, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < names.size(); ++i) groups[names[i]].push_back(i);
  std::vector<std::vector<std::size_t>> members;
  for (auto& [name, group] : groups) members.push_back(std::move(group));
  return members;
}

std::vector<std::vector<std::size_t>> Single(std::size_t cases) {
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t i = 0; i < cases; ++i) units.push_back({i});
  return units;
}

}  // namespace

Result<Resampler> Resampler::OfCases(std::size_t cases) {
  if (cases == 0) return Fail(ErrorCode::kEmpty, "expected at least 1 case, found none");
  Resampler resampler;
  resampler.cases_ = cases;
  resampler.units_ = Single(cases);
  resampler.strata_ = {UpTo(cases)};
  return resampler;
}

Result<Resampler> Resampler::Stratified(std::span<const std::int32_t> stratum) {
  ASSAY_TRY(resampler, OfCases(stratum.size()));
  resampler.strata_ = Grouped(stratum);
  return resampler;
}

Result<Resampler> Resampler::Clustered(std::span<const std::int64_t> cluster) {
  Resampler resampler;
  resampler.cases_ = cluster.size();
  resampler.units_ = Grouped(cluster);
  if (resampler.units_.size() < 2) {
    return Fail(ErrorCode::kEmpty, "expected at least 2 clusters, found " + std::to_string(resampler.units_.size()));
  }
  resampler.strata_ = {UpTo(resampler.units_.size())};
  return resampler;
}

std::size_t Resampler::SmallestStratum() const {
  return std::ranges::min(strata_, {}, &std::vector<std::size_t>::size).size();
}

void Resampler::Draw(std::uint64_t seed, std::uint64_t replicate, std::span<std::uint32_t> times) const {
  random::Philox numbers(seed, replicate);
  std::ranges::fill(times, 0u);
  for (const std::vector<std::size_t>& stratum : strata_) {
    for (std::size_t i = 0; i < stratum.size(); ++i) {
      for (const std::size_t member : units_[stratum[numbers.Below(stratum.size())]]) ++times[member];
    }
  }
}

void Resampler::LeaveOut(std::size_t unit, std::span<std::uint32_t> times) const {
  std::ranges::fill(times, 1u);
  for (const std::size_t member : units_[unit]) times[member] = 0;
}

}  // namespace assay::metric
