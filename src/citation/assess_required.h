// SPDX-License-Identifier: Apache-2.0
// What MLCommons asks to stand beside every result: in the main text and in the footnote.
#pragma once

#include <string>
#include <vector>

#include "citation/assess_subject.h"

namespace assay::citation {

// What is missing, in words: "submitter", "version", …. Empty = all there.
std::vector<std::string> MissingInText(const Subject& subject);
std::vector<std::string> MissingInFootnote(const Subject& subject);

// "a, b and c".
std::string Listed(const std::vector<std::string>& words);

}  // namespace assay::citation
