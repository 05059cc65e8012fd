// SPDX-License-Identifier: Apache-2.0
// Official LoadGen logs into records, and records into logs.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"

namespace assay::run {

struct Conversion {
  bool to_record = false;             // else to logs
  std::vector<std::string> written;   // paths
  std::vector<std::string> left_out;  // what the target can't say, a sentence each
};

// `from` is a folder with mlperf_log_* files, or a record.assay or a folder with one. Logs become OUT/record.assay, or
// OUT/<n>/record.assay for each series of a test that has several; a record becomes OUT/mlperf_log_*. Times of single
// samples stand only in the trace: without one an accuracy run becomes a record of its answers with no times, and a
// performance run none. Memory is some numbers a sample, whatever the size of traces and answers.
// Errors   kNotFound when `from` is neither; kBadRecord and kSyntax with file:line for damaged input; kMissingKey for a
//          record without LoadGen's settings; kNotMeasured for logs without the times of samples; kUnwritable.
Result<Conversion> Convert(const std::string& from, const std::string& to);

}  // namespace assay::run
