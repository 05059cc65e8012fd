// SPDX-License-Identifier: Apache-2.0
#include "run/cite_text.h"

#include <algorithm>

#include "report/display_text.h"

namespace assay::run {
namespace {

using citation::Assessment;
using citation::RuleState;
using citation::Verdict;

class Lines {
 public:
  explicit Lines(const RenderOptions& options) : utf8_(options.utf8) {}

  void Blank() { text_ += "\n"; }
  void Plain(std::string_view text) { Hanging("", text, 0); }
  // "name   text", wrapped beside its name.
  void Named(std::string_view name, std::string_view text, std::size_t name_width = 12) {
    Hanging("  " + report::PadRight(report::CleanText(name, utf8_), name_width) + " ", text, name_width + 3);
  }
  void Item(std::string_view sign, std::string_view text) { Hanging("  " + std::string(sign) + " ", text, 4); }
  void Title(std::string_view title) { text_ += "\n" + std::string(title) + "\n"; }
  std::string_view Sign(std::string_view sign, std::string_view ascii) const { return utf8_ ? sign : ascii; }
  std::string Take() { return std::move(text_); }

 private:
  void Hanging(const std::string& start, std::string_view text, std::size_t indent) {
    std::string lead = start;
    for (const std::string& part : report::Wrap(report::CleanText(text, utf8_), kWidth - indent)) {
      text_ += lead + part + "\n";
      lead = std::string(indent, ' ');
    }
  }

  // Sentences read badly in long lines, however wide the terminal.
  static constexpr std::size_t kWidth = 80;
  bool utf8_;
  std::string text_;
};

std::string PlaceText(const citation::Place& place) {
  std::string text = place.file;
  if (place.line > 0 && !text.empty()) text += ":" + std::to_string(place.line);
  if (!place.part.empty()) text += (text.empty() ? "" : ", ") + place.part;
  return text;
}

std::string_view SignOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEvidence: return "✓";
    case Verdict::kEvidenceLimited: return "~";
    case Verdict::kNotYetAClaim:
    case Verdict::kDecorative: return "–";
    default: return "✗";
  }
}

void WriteFacts(Lines& lines, const Assessment& a) {
  lines.Title("Stated");
  if (a.quote.stated.empty()) lines.Item("–", "nothing");
  for (const std::string_view field : citation::kFields) {
    if (const auto found = a.quote.stated.find(field); found != a.quote.stated.end()) lines.Named(field, found->second, 14);
  }
  lines.Title("Filled from the one row that agrees");
  if (a.filled.empty()) lines.Item(lines.Sign("–", "-"), "nothing: " + std::string(NameOf(a.match)));
  for (const std::string_view field : citation::kFields) {
    if (const auto found = a.filled.find(field); found != a.filled.end()) lines.Named(field, found->second, 14);
  }
  if (a.contradictions.empty()) return;
  lines.Title("Contradicted");
  for (const citation::Contradiction& each : a.contradictions) {
    lines.Named(each.field, "stated " + each.stated + ", published " + each.held, 14);
  }
}

void WriteLists(Lines& lines, const Assessment& a) {
  lines.Title("Licensed");
  if (a.licensed.empty()) lines.Item(lines.Sign("–", "-"), "nothing");
  for (const std::string& each : a.licensed) lines.Item(lines.Sign("✓", "+"), each);
  lines.Title("Not licensed");
  for (const std::string& each : a.not_licensed) lines.Item(lines.Sign("✗", "x"), each);
}

void WriteQuestions(Lines& lines, const Assessment& a) {
  if (a.match == citation::Match::kNotInference) return;
  lines.Title("Questions");
  for (const citation::Answer& each : a.answers) {
    lines.Named(each.id, std::string(each.question) + " " + each.state + ". " + each.words, 4);
  }
}

void WriteRules(Lines& lines, const Assessment& a) {
  bool titled = false;
  for (const citation::RuleReading& rule : a.rules) {
    if (rule.state != RuleState::kBroken && rule.state != RuleState::kCompleted) continue;
    if (!titled) lines.Title("Rules of MLCommons");
    titled = true;
    lines.Named(rule.id, std::string(NameOf(rule.state)) + ": " + rule.words, 4);
  }
}

void WriteOne(Lines& lines, const Assessment& a) {
  std::string head = std::string(lines.Sign(SignOf(a.verdict), a.verdict == Verdict::kEvidence ? "+" : "*")) + " " +
                     std::string(NameOf(a.verdict));
  if (a.slot > 0) head += " · evidence slot " + std::to_string(a.slot);
  if (const std::string place = PlaceText(a.quote.place); !place.empty()) head += " · " + place;
  lines.Plain(head);
  lines.Item(" ", a.because);
  if (!a.quote.text.empty()) lines.Item(" ", "\"" + a.quote.text + "\"");
  if (a.match == citation::Match::kNotInference && a.quote.compared_with.empty()) {
    lines.Item(" ", "It is " + std::string(NameOf(a.quote.suite)) + ".");
  }
  WriteFacts(lines, a);
  WriteLists(lines, a);
  WriteQuestions(lines, a);
  WriteRules(lines, a);
  if (!a.sentence.empty()) {
    lines.Title("Sentence to print");
    lines.Item(" ", a.sentence);
    lines.Title("Footnote");
    lines.Item(" ", a.footnote);
  }
  if (!a.ask.empty()) {
    lines.Title("Ask the vendor");
    for (const auto& [field, question] : a.ask) lines.Named(field, question, 14);
  }
}

std::string NextStepOf(const CiteAnswer& answer) {
  const auto any = [&](auto holds) { return std::ranges::any_of(answer.assessments, holds); };
  if (any([](const Assessment& a) { return a.match == citation::Match::kRoundNotHeld; })) {
    return "assay results import FILE, then cite again";
  }
  if (any([](const Assessment& a) { return !a.ask.empty() && a.row == nullptr; })) {
    return "assay cite … --ask form.yaml, have it filled in, then assay cite form.yaml";
  }
  if (any([](const Assessment& a) { return a.row != nullptr; })) {
    const auto found = std::ranges::find_if(answer.assessments, [](const Assessment& a) { return a.row != nullptr; });
    return "assay results show " + results::RowName(*found->row);
  }
  return "assay results list";
}

std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : report::CleanText(text, true)) {
    if (std::string_view("|\\<>*_`[]#").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

void MarkdownList(std::string& text, std::string_view title, const std::vector<std::string>& items) {
  text += "\n**" + std::string(title) + "**\n\n";
  if (items.empty()) text += "- nothing\n";
  for (const std::string& each : items) text += "- " + Escaped(each) + "\n";
}

void MarkdownFacts(std::string& text, const Assessment& a) {
  text += "\n| field | stated | filled |\n|---|---|---|\n";
  for (const std::string_view field : citation::kFields) {
    const auto stated = a.quote.stated.find(field);
    const auto filled = a.filled.find(field);
    if (stated == a.quote.stated.end() && filled == a.filled.end()) continue;
    text += "| " + std::string(field) + " | " + (stated == a.quote.stated.end() ? "" : Escaped(stated->second)) + " | " +
            (filled == a.filled.end() ? "" : Escaped(filled->second)) + " |\n";
  }
}

void MarkdownOne(std::string& text, const Assessment& a) {
  text += "## " + std::string(NameOf(a.verdict)) + "\n\n";
  if (const std::string place = PlaceText(a.quote.place); !place.empty()) text += Escaped(place) + "\n\n";
  if (!a.quote.text.empty()) text += "> " + Escaped(a.quote.text) + "\n\n";
  text += Escaped(a.because) + "\n";
  MarkdownFacts(text, a);
  for (const citation::Contradiction& each : a.contradictions) {
    text += "\nContradicted: " + Escaped(each.field) + " stated " + Escaped(each.stated) + ", published " +
            Escaped(each.held) + "\n";
  }
  MarkdownList(text, "Licensed", a.licensed);
  MarkdownList(text, "Not licensed", a.not_licensed);
  std::vector<std::string> rules, ask;
  for (const citation::RuleReading& rule : a.rules) {
    if (rule.state != RuleState::kBroken && rule.state != RuleState::kCompleted) continue;
    rules.push_back(std::string(rule.id) + " " + std::string(NameOf(rule.state)) + ": " + rule.words);
  }
  if (!rules.empty()) MarkdownList(text, "Rules", rules);
  if (!a.sentence.empty()) {
    text += "\n**Sentence**\n\n" + Escaped(a.sentence) + "\n\n**Footnote**\n\n" + Escaped(a.footnote) + "\n";
  }
  for (const auto& [field, question] : a.ask) ask.push_back(field + ": " + question);
  if (!ask.empty()) MarkdownList(text, "Ask", ask);
  text += "\n";
}

std::string NotReadText(const citation::NotRead& each) {
  return each.file + (each.part.empty() ? "" : ", " + each.part) + ": " + each.reason;
}

}  // namespace

std::string CiteText(const CiteAnswer& answer, const RenderOptions& options) {
  Lines lines(options);
  if (answer.assessments.empty()) lines.Plain("No benchmark number was found.");
  for (const Assessment& assessment : answer.assessments) {
    WriteOne(lines, assessment);
    lines.Blank();
  }
  for (const citation::NotRead& each : answer.not_read) lines.Named("not read", NotReadText(each));
  lines.Named("Next", NextStepOf(answer), 4);
  return lines.Take();
}

std::string CiteMarkdown(const CiteAnswer& answer) {
  std::string text = "# Citations\n\n";
  if (answer.assessments.empty()) text += "No benchmark number was found.\n\n";
  for (const Assessment& assessment : answer.assessments) MarkdownOne(text, assessment);
  for (const citation::NotRead& each : answer.not_read) text += "Not read: " + Escaped(NotReadText(each)) + "\n";
  return text;
}

}  // namespace assay::run
