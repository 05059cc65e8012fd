// SPDX-License-Identifier: Apache-2.0
// Errors as a compiler shows them: place, what, the line with a caret, help, code.
#pragma once

#include <string>

#include "assay/result.h"

namespace assay::spec {

// One block per error, a blank line between blocks, ending with a newline. `severity` is "error" or
// "warning".
//   spec.yaml:12:34: error: traffic.online.rate: expected a rate above 0, found '0/s' [E0306]
//     12 |   - {name: online, scenario: Server, rate: 0/s}
//        |                                            ^
//     help: …
// Colour is only put on top: without it the text says the same.
std::string FormatErrors(const Errors& errors, bool color, const std::string& severity = "error");

// "E0306"
std::string CodeText(ErrorCode code);

}  // namespace assay::spec
