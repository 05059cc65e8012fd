// SPDX-License-Identifier: Apache-2.0
// `assay cite`: from words, files and folders to assessments.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"
#include "citation/citation.h"
#include "citation/document.h"

namespace assay::run {

struct CiteRequest {
  std::vector<std::string> inputs;  // each a sentence, a result id, a file or a folder
  std::string needs_file;           // empty = none
  std::string spec_file;            // empty = none
  std::string today;                // "2026-11-29"; empty = the clock's
};

// Assessments point into `rows`.
struct CiteAnswer {
  results::RowSet rows;
  std::vector<citation::Assessment> assessments;
  std::vector<citation::NotRead> not_read;
};

// Errors   of the files; kUsage for a day that is none; kEmpty for words in which there is nothing to cite.
Results<CiteAnswer> Cite(const CiteRequest& request, results::RowSet rows);

}  // namespace assay::run
