// SPDX-License-Identifier: Apache-2.0
// The order of documents by their scores, by each rule for equal scores. The rule is part of a metric's definition: with
// many ties it moves nDCG by several percent.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::metric {

// Positions of the documents, best first. Scores must not be NaN.
// Threads  safe: pure, as all here.

// Equal scores stay in the order in which they were given.
std::vector<std::size_t> OrderByScore(std::span<const double> scores);

// As trec_eval: scores are rounded to single precision, equal ones go by document id, descending.
std::vector<std::size_t> TrecOrder(std::span<const double> scores, std::span<const std::string> ids);

// As scikit-learn's `ignore_ties`: numpy's argsort read backwards. That sort isn't stable; up to 256 scores it is a fixed
// network of comparisons (bitonic, with mirrored first steps) on x86-64 with AVX2 or AVX-512, which is what this does.
// Beyond, equal scores stand in reverse order, which numpy doesn't promise.
// Source   numpy 2.4.6 (by values).
std::vector<std::size_t> NumpyOrder(std::span<const double> scores);

}  // namespace assay::metric
