// SPDX-License-Identifier: Apache-2.0
// The readable text of an HTML page, in sections under their headings.
#pragma once

#include <string_view>

#include "assay/result.h"
#include "citation/document.h"

namespace assay::citation {

// Scripts, styles and what a browser doesn't show are left out; superscript marks too ("34,988¹"). Table rows come with
// the titles of their columns.
// Errors   kOutOfRange for more than 2000 open elements.
// Threads  safe.
Result<DocumentText> HtmlText(std::string_view bytes);

// Headings above a passage: opens a section at each, and repeats those above it for their facts.
class Sections {
 public:
  // level 1 … 6
  void Open(int level, std::string text, int line, std::string part, DocumentText& out);
  const std::string& page() const { return page_; }

 private:
  struct Heading {
    int level;
    std::string text;
  };
  std::vector<Heading> above_;
  std::string page_ = "section 0";
  int count_ = 0;
};

}  // namespace assay::citation
