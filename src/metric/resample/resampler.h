// SPDX-License-Identifier: Apache-2.0
// What one bootstrap replicate draws: as many units as there are, with replacement. A draw is a count per case, so that
// a statistic which needs an order sorts once and not per replicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay::metric {

class Resampler {
 public:
  // Every case by itself.
  // Errors   kEmpty without a case.
  static Result<Resampler> OfCases(std::size_t cases);
  // Every case by itself, within its stratum: as many of each class as there are. For rank metrics, whose prevalence is
  // part of the question.
  // Errors   kEmpty.
  static Result<Resampler> Stratified(std::span<const std::int32_t> stratum);
  // Whole clusters: all answers to a question, all rows of an account.
  // Errors   kEmpty for fewer than two clusters.
  static Result<Resampler> Clustered(std::span<const std::int64_t> cluster);

  std::size_t cases() const { return cases_; }
  // What is drawn: cases or clusters.
  std::size_t units() const { return units_.size(); }
  // Units in the smallest stratum.
  std::size_t SmallestStratum() const;

  // How often each case is in replicate `replicate`: a function of seed and replicate alone.
  // Shape    `times` has an element per case.
  // Threads  safe: writes `times` only.
  void Draw(std::uint64_t seed, std::uint64_t replicate, std::span<std::uint32_t> times) const;
  // All cases once, those of one unit left out: a jackknife sample.
  void LeaveOut(std::size_t unit, std::span<std::uint32_t> times) const;

 private:
  std::size_t cases_ = 0;
  std::vector<std::vector<std::size_t>> units_;   // cases of each
  std::vector<std::vector<std::size_t>> strata_;  // units of each
};

}  // namespace assay::metric
