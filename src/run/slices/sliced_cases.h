// SPDX-License-Identifier: Apache-2.0
// Answers joined with the columns of the data: what slices, flips and single cases are looked at by.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/result.h"
#include "run/evaluation.h"
#include "slice/case_errors.h"
#include "slice/error_slices.h"
#include "slice/feature.h"
#include "slice/row_set.h"
#include "spec/spec.h"

namespace assay::run {

// Scored cases of one system, a row each. Texts are the data set's, which must outlive it.
struct SlicedCases {
  std::string system;    // its id; the file's name for a file of predictions
  std::string decision;  // how a score became an answer: "score >= 0.5"
  std::vector<std::string> classes;
  std::vector<std::size_t> index;       // place in the data set
  std::vector<std::string_view> ids;
  std::vector<std::string_view> names;  // the group where there is one, else the id: what is kept together
  std::vector<std::int32_t> label, predicted;
  std::vector<double> score;            // empty without scores
  std::optional<double> threshold;      // of the decision; empty when the largest class is taken
  std::uint64_t unscored = 0;

  std::vector<std::uint8_t> Wrong() const;
};

// Decisions at the certified operating point where the run has one, at output.threshold else; `threshold` overrides both.
// Errors   kMismatch for a case that the data lacks; kNotMeasured without decisions; kUsage for a threshold without scores.
Result<SlicedCases> CasesOfSystem(const QualityResult& quality, const spec::Spec& spec, const Dataset& data,
                                  std::optional<double> threshold);

// The columns of these rows; all columns of the data without `names`.
// Errors   kBadReference for a column that isn't there.
Result<std::vector<slice::Feature>> FeaturesOf(const Dataset& data, std::span<const std::size_t> index,
                                               std::span<const std::string> names,
                                               std::span<const std::string> left_out = {});

// Slices named beforehand: a column stands for each of its values or quarters, a condition for one slice.
// Errors   kBadReference for a column that isn't there; kBadBound.
Result<std::vector<slice::NamedSlice>> DeclaredSlices(const Dataset& data, std::span<const std::size_t> index,
                                                      std::span<const std::string> declared);

}  // namespace assay::run
