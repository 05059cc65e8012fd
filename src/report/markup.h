// SPDX-License-Identifier: Apache-2.0
// Any bytes as text or attribute value of an HTML or SVG document.
#pragma once

#include <string>
#include <string_view>

namespace assay::report {

// Escapes < > & " '; a line break becomes a blank; controls, direction overrides and bytes that
// aren't UTF-8 become U+FFFD, so that no name can open a tag, close an attribute or reorder the
// page.
std::string Escape(std::string_view text);

}  // namespace assay::report
