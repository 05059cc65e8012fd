// SPDX-License-Identifier: Apache-2.0
// One HTML file that holds all that it shows: no script, no request. What the run report and the pages of public
// results have in common.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::report {

struct PageSection {
  std::string id, title;
  std::string html;  // escaped
};

// Texts as they are; escaped here.
struct PageHead {
  std::string_view version;          // of the program
  std::string window_title;
  std::string eyebrow = "assay report";
  std::string title, meta;
  std::string label;                 // a badge below the title; empty = none
  std::string skip_to = "verdict", skip_text = "To the verdict";
};

// Numbered sections behind a bar of links.
// Threads  safe: pure.
std::string StaticPage(const PageHead& head, std::span<const PageSection> sections);

// The big word at the top: `style` is pass, fail, undecided or unmeasured, `sign` stands beside the word so that
// nothing hangs on colour.
std::string Hero(std::string_view style, std::string_view sign, std::string_view word, std::string_view sentence);

// Two lists side by side, "licensed" and "not licensed"; an empty one says so.
std::string ListsSideBySide(std::string_view left_title, const std::vector<std::string>& left,
                            std::string_view right_title, const std::vector<std::string>& right);

// Terms with their meaning, for the end of a page.
std::string Glossary(std::span<const std::pair<std::string_view, std::string_view>> terms);

}  // namespace assay::report
