// SPDX-License-Identifier: Apache-2.0
// Where the errors are, for each system of a run or for a file of predictions: by right answer, by declared slices, by
// what a search found and another half of the cases confirmed, and by speed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "report/report_format.h"
#include "run/evaluation.h"
#include "slice/error_slices.h"

namespace assay::run {

enum class ErrorMeasure : std::uint8_t { kWrongAnswers, kSquaredError, kLossColumn };

struct SliceReportOptions {
  std::string system;                  // of a run; empty = all
  std::vector<std::string> by;         // columns that are searched; empty = all
  std::vector<std::string> declared;   // besides the spec's
  std::optional<std::uint64_t> depth, min;
  std::optional<double> fdr, threshold;
  double level = 0.95;                 // of a file; a run has its own
  std::uint64_t seed = 0;              // of a file
  ErrorMeasure measure = ErrorMeasure::kWrongAnswers;
  std::string spec_path;               // see LocateRun
};

// A file of predictions; the columns that ScoreFileOptions names.
struct PredictionColumns {
  std::string path, id, label = "label", score, predicted, positive = "1", loss;
};

struct ClassErrors {
  std::string name;
  slice::ErrorRate errors;
};

// Requests of one load run by speed and correctness, and whether the two go together.
struct SlowAndWrong {
  std::string traffic;
  SlowWrong counts;
  double p = 1;  // Fisher, one-sided: slow ones aren't wrong more often; over repeats of a case an indication only
};

struct SystemSlices {
  std::string system, decision;
  std::uint64_t unscored = 0;
  std::vector<ClassErrors> by_class;
  slice::ErrorSlices slices;
  std::vector<std::vector<std::string>> declared_examples, found_examples;  // ids of wrong cases, the most typical first
  std::vector<SlowAndWrong> slow;
};

struct SliceReport {
  std::string source, split;  // run directory and split; or the file
  ErrorMeasure measure = ErrorMeasure::kWrongAnswers;
  std::string loss_column;
  std::vector<std::string> columns;  // that were searched
  std::uint64_t depth = 2;
  double level = 0.95, fdr = 0.1;
  std::vector<SystemSlices> systems;
};

// Errors   of LocateRun, CasesOfSystem, FeaturesOf and DeclaredSlices; kBadReference for a system that the run lacks.
Results<SliceReport> SlicesOfRun(const std::string& run_directory, const SliceReportOptions& options);

// Errors   of the file by line and column; kNotFinite for a score or a loss.
Results<SliceReport> SlicesOfFile(const PredictionColumns& columns, const SliceReportOptions& options);

std::string SlicesText(const SliceReport& report, const RenderOptions& render);
std::string SlicesJson(const SliceReport& report);  // {"schema": "assay.slices/1", …}

}  // namespace assay::run
