// SPDX-License-Identifier: Apache-2.0
#include "report/page/static_page.h"

#include "report/html/section.h"
#include "report/markup.h"

namespace assay::report {
namespace {

std::string Head(const PageHead& head) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; "
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" "
         "content=\"assay " +
         Escape(head.version) + "\">\n<title>" + Escape(head.window_title) + "</title>\n<style>" +
         std::string(StyleSheet()) + "</style>\n</head>\n";
}

std::string Top(const PageHead& head) {
  std::string out = "<header class=\"top\">\n<p class=\"eyebrow\">" + Escape(head.eyebrow) +
                    "</p>\n<h1>" + Escape(head.title) + "</h1>\n<p class=\"meta\">" +
                    Escape(head.meta) + "</p>\n";
  if (!head.label.empty()) out += "<p class=\"demo\">" + Escape(head.label) + "</p>\n";
  return out + "</header>\n";
}

std::string Side(std::string_view title, const std::vector<std::string>& items, std::string_view style) {
  std::string out = "<div class=\"side " + std::string(style) + "\"><h3>" + Escape(title) + "</h3>\n";
  out += items.empty() ? "<p class=\"none\">nothing</p>\n" : List(items);
  return out + "</div>\n";
}

}  // namespace

std::string StaticPage(const PageHead& head, std::span<const PageSection> sections) {
  std::string out = Head(head) + "<body>\n<a class=\"skip\" href=\"#" + Escape(head.skip_to) + "\">" +
                    Escape(head.skip_text) + "</a>\n<div class=\"page\">\n" + Top(head) +
                    "<nav aria-label=\"Sections\"><ol>";
  for (const PageSection& section : sections) {
    out += "<li><a href=\"#" + section.id + "\">" + Escape(section.title) + "</a></li>";
  }
  out += "</ol></nav>\n<main>\n";
  int number = 0;
  for (const PageSection& section : sections) {
    out += "<section id=\"" + section.id + "\" aria-labelledby=\"" + section.id +
           "-head\">\n<h2 id=\"" + section.id + "-head\"><span class=\"nr\">" +
           std::to_string(++number) + "</span>" + Escape(section.title) + "</h2>\n" + section.html +
           "</section>\n";
  }
  return out + "</main>\n<footer>Made by assay " + Escape(head.version) +
         ". This file holds all that it shows; it loads nothing and runs no "
         "script.</footer>\n</div>\n</body>\n</html>\n";
}

std::string Hero(std::string_view style, std::string_view sign, std::string_view word,
                 std::string_view sentence) {
  return "<div class=\"hero " + std::string(style) + "\"><p class=\"word\"><span class=\"sign\" aria-hidden=\"true\">" +
         std::string(sign) + "</span> " + Escape(word) + "</p>\n<p class=\"sentence\">" + Escape(sentence) +
         "</p></div>\n";
}

std::string ListsSideBySide(std::string_view left_title, const std::vector<std::string>& left,
                            std::string_view right_title, const std::vector<std::string>& right) {
  return "<div class=\"pair sides\">\n" + Side(left_title, left, "yes") + Side(right_title, right, "no") + "</div>\n";
}

std::string Glossary(std::span<const std::pair<std::string_view, std::string_view>> terms) {
  std::string out = "<dl class=\"glossary\">\n";
  for (const auto& [term, meaning] : terms) {
    out += "<div><dt>" + Escape(term) + "</dt><dd>" + Escape(meaning) + "</dd></div>\n";
  }
  return out + "</dl>\n";
}

}  // namespace assay::report
