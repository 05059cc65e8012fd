// SPDX-License-Identifier: Apache-2.0
#include "run/accuracy_log/accuracy_text.h"

#include "base/json.h"
#include "spec/quantity.h"
#include "verdict/verdict_json.h"

namespace assay::run {
namespace {

using round::GateBounds;
using round::GateSide;
using spec::NumberText;

std::string Plural(std::uint64_t count, std::string_view word) {
  return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

std::string_view SideWord(std::optional<GateSide> side) {
  if (!side) return "not read";
  return *side == GateSide::kWithin ? "met" : *side == GateSide::kBelow ? "below it" : "above it";
}

// "at least 75.695", "265.01 to 323.90", "at most 0.86774".
std::string BoundsText(const GateBounds& bounds, std::string (*number)(double)) {
  if (bounds.at_least && bounds.at_most) return number(*bounds.at_least) + " to " + number(*bounds.at_most);
  if (bounds.at_least) return "at least " + number(*bounds.at_least);
  return bounds.at_most ? "at most " + number(*bounds.at_most) : "no bound";
}

std::string Exact(double value) {
  std::string text;
  base::JsonWriter(text).Value(value);
  return text;
}

std::string ReferenceText(const round::Gate& gate) {
  if (!gate.reference || !gate.share) return {};
  const bool loss = round::LowerIsBetter(gate.metric);
  return " (" + NumberText(*gate.reference) + (loss ? " / " : " x ") + NumberText(*gate.share) + ")";
}

// Why rules and checker say different things of one value.
std::string ConflictText(const HeldGate& held) {
  const round::Gate& gate = held.gate;
  if (round::LowerIsBetter(gate.metric)) {
    return "less is better, yet the official checker asks for at least " + Exact(*round::CheckerBounds(gate).at_least);
  }
  return "the rules compare five significant digits, the official checker the printed number with the product of binary numbers";
}

std::string GateText(const HeldGate& held) {
  const AccuracyFigure* figure = held.figure && held.figure->value ? &*held.figure : nullptr;
  std::string text(held.gate.metric);
  text += figure == nullptr ? "" : " " + (figure->printed.empty() ? NumberText(*figure->value) : figure->printed);
  text += ": " + std::string(verdict::OutcomeWord(held.outcome));
  if (!held.reason.empty()) text += ": " + held.reason;
  text += "\n  rules    " + BoundsText(round::RuleBounds(held.gate), round::FiveDigits) + ReferenceText(held.gate);
  if (figure != nullptr) text += ": " + round::FiveDigits(*figure->value) + " " + std::string(SideWord(held.rules));
  text += "\n  checker  " + BoundsText(round::CheckerBounds(held.gate), Exact);
  if (held.checker) text += ": " + figure->printed + " " + std::string(SideWord(held.checker));
  text += "\n";
  if (held.rules && held.checker && (*held.rules == GateSide::kWithin) != (*held.checker == GateSide::kWithin)) {
    text += "  conflict " + ConflictText(held) + "\n";
  }
  if (figure == nullptr) {
    if (held.figure && held.figure->low && held.figure->high) {
      text += "  bounds   " + NumberText(*held.figure->low) + " to " + NumberText(*held.figure->high) + "\n";
    }
    return text;
  }
  if (figure->low && figure->high && *figure->low < *figure->high) {
    text += "  bounds   " + NumberText(*figure->low) + " to " + NumberText(*figure->high) + "\n";
  } else if (held.outcome != verdict::Outcome::kPass && held.outcome != verdict::Outcome::kFail) {
    if (figure->high && !figure->low) text += "  bounds   at most " + NumberText(*figure->high) + "\n";
  }
  if (figure->interval) {
    text += "  interval " + round::FiveDigits(figure->interval->low) + " to " + round::FiveDigits(figure->interval->high) +
            " (" + NumberText(100 * figure->interval->level) + " %, " + figure->interval->method +
            "; no gate asks for it)\n";
  }
  if (!figure->note.empty()) text += "  note     " + figure->note + "\n";
  return text;
}

std::string CoverageText(const AccuracyScore& score) {
  const LogCoverage& coverage = score.coverage;
  std::string text = "scored " + std::to_string(coverage.scored) + " of " + Plural(coverage.expected, "sample") + "\n";
  if (coverage.repeats > 0) {
    text += "  " + Plural(coverage.repeats, "repeat") + " ignored: the first answer counts; " +
            std::to_string(coverage.disagreeing) + (coverage.disagreeing == 1 ? " differs" : " differ") + " from it\n";
  }
  if (coverage.unreadable > 0) text += "  " + Plural(coverage.unreadable, "answer") + " can't be read\n";
  for (const std::string& words : coverage.unreadable_words) text += "    " + words + "\n";
  if (coverage.unknown > 0) text += "  " + Plural(coverage.unknown, "answer") + " of samples that the truth doesn't have\n";
  if (!coverage.missing.empty()) {
    text += "  without an answer:";
    for (const std::size_t sample : coverage.missing) text += " " + std::to_string(sample);
    text += coverage.missing.size() == 5 ? " …\n" : "\n";
  }
  if (coverage.damage) {
    const Error& damage = *coverage.damage;
    text += "  " + (damage.where.empty() ? "" : damage.where[0].file + ":" + std::to_string(damage.where[0].line) + ": ") +
            damage.what + "\n";
  }
  return text;
}

void WriteFigure(const AccuracyFigure& figure, base::JsonWriter& json) {
  json.Member("value", figure.value).Member("printed", figure.printed);
  json.Member("low", figure.low).Member("high", figure.high).Key("interval");
  verdict::WriteInterval(json, figure.interval);
  json.Member("note", figure.note);
}

void WriteSide(std::string_view key, const GateBounds& bounds, std::optional<GateSide> side, base::JsonWriter& json) {
  json.Key(key).BeginObject().Member("at_least", bounds.at_least).Member("at_most", bounds.at_most).Key("met");
  if (side) json.Value(*side == GateSide::kWithin);
  else json.Null();
  json.EndObject();
}

void WriteCoverage(const LogCoverage& coverage, base::JsonWriter& json) {
  json.Key("coverage").BeginObject().Member("samples", coverage.expected).Member("scored", coverage.scored);
  json.Member("entries", coverage.entries).Member("repeats", coverage.repeats);
  json.Member("disagreeing_repeats", coverage.disagreeing).Member("unreadable", coverage.unreadable);
  json.Member("unknown", coverage.unknown).Key("missing").BeginArray();
  for (const std::size_t sample : coverage.missing) json.Value(static_cast<std::uint64_t>(sample));
  json.EndArray().Key("damage");
  if (coverage.damage) json.Value(coverage.damage->what);
  else json.Null();
  json.EndObject();
}

}  // namespace

std::string AccuracyText(const AccuracyScore& score) {
  std::string text = std::string(score.benchmark->name) + " of " + std::string(score.round->name);
  if (score.scenario) text += ", " + std::string(round::NameOf(*score.scenario));
  text += ": " + score.path + (score.from_log ? " (" + score.type + ")" : "") + "\n";
  if (score.from_log) text += CoverageText(score);
  text += "\n";
  for (const HeldGate& held : score.gates) text += GateText(held);
  for (const AccuracyFigure& figure : score.others) {
    text += figure.metric + " " + (figure.value ? NumberText(*figure.value) : "undefined") + ": no gate" +
            (figure.note.empty() ? "" : "; " + figure.note) + "\n";
  }
  for (const std::string& note : score.notes) text += "note: " + note + "\n";
  text += "\n" + std::string(verdict::OutcomeWord(score.outcome)) + "\n";
  if (!score.lines.empty()) text += "\naccuracy.txt\n";
  for (const std::string& line : score.lines) text += "  " + line + "\n";
  return text;
}

std::string AccuracyJson(const AccuracyScore& score) {
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.mlperf_accuracy/1").Member("file", score.path);
  json.Member("sha256", score.sha256).Member("round", score.round->name).Member("benchmark", score.benchmark->name);
  json.Key("scenario");
  if (score.scenario) json.Value(round::NameOf(*score.scenario));
  else json.Null();
  json.Member("verdict", verdict::OutcomeWord(score.outcome));
  if (score.from_log) {
    json.Member("type", score.type);
    WriteCoverage(score.coverage, json);
    json.Key("hash").Null();
  } else {
    json.Key("type").Null().Key("coverage").Null().Member("hash", score.stated_hash);
  }
  json.Key("gates").BeginArray();
  for (const HeldGate& held : score.gates) {
    json.BeginObject().Member("metric", held.gate.metric).Member("verdict", verdict::OutcomeWord(held.outcome));
    WriteFigure(held.figure.value_or(AccuracyFigure{}), json);
    WriteSide("rules", round::RuleBounds(held.gate), held.rules, json);
    WriteSide("checker", round::CheckerBounds(held.gate), held.checker, json);
    json.Member("reason", held.reason).EndObject();
  }
  json.EndArray().Key("others").BeginArray();
  for (const AccuracyFigure& figure : score.others) {
    json.BeginObject().Member("metric", figure.metric);
    WriteFigure(figure, json);
    json.EndObject();
  }
  json.EndArray().Key("notes").BeginArray();
  for (const std::string& note : score.notes) json.Value(note);
  json.EndArray().Key("accuracy_txt").BeginArray();
  for (const std::string& line : score.lines) json.Value(line);
  json.EndArray().EndObject();
  return text + "\n";
}

std::string AccuracyTxtOf(const AccuracyScore& score) {
  std::string text;
  for (const std::string& line : score.lines) text += line + "\n";
  return text;
}

}  // namespace assay::run
