// SPDX-License-Identifier: Apache-2.0
// Text as it stands on a terminal or a page: width in columns, wrapping, and no byte of a user's
// name that could move the cursor, reorder the line or break the document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

// One code point from `text` at `position`, which moves on by at least one byte. U+FFFD for bytes
// that aren't UTF-8 (overlong forms and surrogates too). Range    position < text.size().
char32_t DecodeUtf8(std::string_view text, std::size_t& position);
void AppendUtf8(char32_t code, std::string& out);

// True for code points that a line of a report must not contain as they are: controls, line and
// paragraph separators, and those that change the direction of writing.
bool IsUnsafe(char32_t code);

// Columns that `text` takes: 0 for combining marks, 2 for wide East Asian and emoji, 1 for the
// rest. Source   Unicode 15 EastAsianWidth.txt, by block; ambiguous characters count 1.
std::size_t DisplayWidth(std::string_view text);

// Safe for a line of text: unsafe code points become \n, \t, \u{202e}. With utf8 = false everything
// is ASCII: the signs that reports use get a form of their own (>= for ≥, u for µ), what is left
// becomes '?'.
std::string CleanText(std::string_view text, bool utf8);

// `text` filled with blanks to `width` columns; longer text stays as it is.
std::string PadLeft(std::string_view text, std::size_t width);
std::string PadRight(std::string_view text, std::size_t width);

// Lines of at most `width` columns, broken at blanks; a longer word has a line of its own. At least
// one line.
std::vector<std::string> Wrap(std::string_view text, std::size_t width);

}  // namespace assay::report
