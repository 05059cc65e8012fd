// SPDX-License-Identifier: Apache-2.0
// What a model does near one case: its inputs changed one at a time, asked through the same executor as in the run.
//
// Local and model-agnostic: it says what this model did near this case, not why in general, and nothing about changes of
// two inputs at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/clock.h"
#include "assay/dataset.h"
#include "assay/result.h"
#include "slice/feature.h"
#include "spec/spec.h"

namespace assay::run {

struct ModelAnswer {
  std::optional<double> score;
  std::optional<std::int32_t> predicted;  // class number, by the decision that the run was looked at with
};

// One column set to its median or, for categories, its most frequent value.
struct Occlusion {
  std::string column, value, replaced_by;
  ModelAnswer answer;
  std::optional<double> change;  // of the score
  bool flips = false;
};

// One column set to another value that occurs in the data, the nearest one that changes the answer.
struct SmallestChange {
  std::string column, value, changed_to;
  std::optional<double> deviations;  // how far, in standard deviations; empty for a category
  ModelAnswer answer;
};

struct ChangedInputs {
  ModelAnswer unchanged;
  std::vector<Occlusion> occlusions;     // largest change of the score first
  std::vector<SmallestChange> smallest;  // a column each that alone can change the answer; nearest first, categories last
  std::uint64_t asked = 0;               // variants
};

// Asks `system` for case `row` of `data` and its variants. `features` are the columns that the model reads, over the cases
// in `index`; values are taken from them. Answers are decided at `threshold` where there is one.
// Errors   kUnsupported for images; of the executor: it doesn't start, doesn't answer, answers with an error.
Results<ChangedInputs> ChangeInputs(const spec::Spec& spec, const spec::System& system, const Dataset& data,
                                    std::size_t row, std::span<const slice::Feature> features,
                                    std::optional<double> threshold, Clock& clock);

}  // namespace assay::run
