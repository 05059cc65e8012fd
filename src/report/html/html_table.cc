// SPDX-License-Identifier: Apache-2.0
#include "report/html/html_table.h"

#include "report/markup.h"
#include "report/words.h"

namespace assay::report {

HtmlTable::HtmlTable(std::string_view caption, const std::vector<std::string>& heads)
    : caption_(caption) {
  for (const std::string& head : heads) {
    numeric_.push_back(head.starts_with('#'));
    heads_.push_back(numeric_.back() ? head.substr(1) : head);
  }
}

void HtmlTable::AddRow(const std::vector<std::string>& cells) {
  rows_ += "<tr>";
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const std::string cell = i < cells.size() ? cells[i] : std::string();
    if (i == 0) {
      rows_ += "<th scope=\"row\">" + cell + "</th>";
    } else {
      rows_ += (numeric_[i] ? "<td class=\"num\">" : "<td>") + cell + "</td>";
    }
  }
  rows_ += "</tr>\n";
}

void HtmlTable::AddNote(std::string_view html) {
  if (html.empty()) return;
  rows_ += "<tr class=\"note\"><td colspan=\"" + std::to_string(heads_.size()) + "\"><div>" +
           std::string(html) + "</div></td></tr>\n";
}

void HtmlTable::AddGroup(std::string_view html) {
  rows_ += "<tr class=\"group\"><th scope=\"colgroup\" colspan=\"" + std::to_string(heads_.size()) +
           "\"><div>" + std::string(html) + "</div></th></tr>\n";
}

std::string HtmlTable::Render(std::string_view style) const {
  std::string out = "<div class=\"scroll" + (style.empty() ? "" : " " + std::string(style)) +
                    "\" role=\"region\" tabindex=\"0\" aria-label=\"" + Escape(caption_) +
                    "\"><table>\n<caption>" + Escape(caption_) + "</caption>\n<thead><tr>";
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    out += (numeric_[i] ? "<th scope=\"col\" class=\"num\">" : "<th scope=\"col\">") + heads_[i] +
           "</th>";
  }
  return out + "</tr></thead>\n<tbody>\n" + rows_ + "</tbody></table></div>\n";
}

std::string Chip(std::string_view word) {
  const std::string_view sign = SignOfWord(word);
  return "<span class=\"chip " + std::string(StyleOfWord(word)) + "\">" +
         (sign.empty() ? std::string()
                       : "<span aria-hidden=\"true\">" + std::string(sign) + "</span> ") +
         Escape(word) + "</span>";
}

}  // namespace assay::report
