// SPDX-License-Identifier: Apache-2.0
// Spellings of field names, and what their values look like once read.
#include <algorithm>
#include <array>

#include "citation/reading/field_number.h"
#include "citation/reading/fields.h"
#include "citation/reading/mention.h"
#include "citation/reading/suite.h"
#include "results/precision.h"
#include "results/row.h"
#include "round/round.h"

namespace assay::citation {
namespace {

struct Synonym {
  std::string_view folded, field;
};

// Folded: letters and digits only. "" = known in public tables and of no meaning here.
constexpr Synonym kSynonyms[] = {
    {"suite", "suite"},
    {"round", "round"},
    {"version", "round"},
    {"mlperfversion", "round"},
    {"mlperfround", "round"},
    {"division", "division"},
    {"availability", "availability"},
    {"status", "availability"},
    {"category", "category"},
    {"systemtype", "category"},
    {"benchmark", "benchmark"},
    {"model", "benchmark"},
    {"mlperfmodel", "benchmark"},
    {"usedmodel", "model"},
    {"modelname", "benchmark"},
    {"task", "benchmark"},
    {"scenario", "scenario"},
    {"metric", "metric"},
    {"value", "value"},
    {"result", "value"},
    {"performanceresult", "value"},
    {"performance", "value"},
    {"throughput", "value"},
    {"latency", "value"},
    {"score", "value"},
    {"unit", "unit"},
    {"units", "unit"},
    {"performanceunits", "unit"},
    {"performanceunit", "unit"},
    {"submitter", "submitter"},
    {"organization", "submitter"},
    {"organisation", "submitter"},
    {"vendor", "submitter"},
    {"company", "submitter"},
    {"system", "system"},
    {"systemname", "system"},
    {"sut", "system"},
    {"platform", "system"},
    {"accelerator", "accelerator"},
    {"accel", "accelerator"},
    {"acceleratormodelname", "accelerator"},
    {"gpu", "accelerator"},
    {"acceleratormodel", "accelerator"},
    {"acceleratorname", "accelerator"},
    {"accelerators", "accelerators"},
    {"naccel", "accelerators"},
    {"a", "accelerators"},
    {"ofaccelerators", "accelerators"},
    {"numaccelerators", "accelerators"},
    {"numberofaccelerators", "accelerators"},
    {"totalaccelerators", "accelerators"},
    {"acceleratorcount", "accelerators"},
    {"gpus", "accelerators"},
    {"gpucount", "accelerators"},
    {"naccelerators", "accelerators"},
    {"hostprocessor", "host_processor"},
    {"processor", "host_processor"},
    {"cpu", "host_processor"},
    {"software", "software"},
    {"sw", "software"},
    {"framework", "software"},
    {"stack", "software"},
    {"swstack", "software"},
    {"softwarestack", "software"},
    {"runtime", "software"},
    {"precision", "precision"},
    {"weightdatatypes", "precision"},
    {"weighttypes", "precision"},
    {"datatype", "precision"},
    {"numericformat", "precision"},
    {"power", "power"},
    {"powerresult", "power"},
    {"haspower", "power"},
    {"id", "result_id"},
    {"resultid", "result_id"},
    {"publicid", "result_id"},
    {"mlperfid", "result_id"},
    {"entry", "result_id"},
    {"date", "date"},
    {"retrieved", "date"},
    {"retrievaldate", "date"},
    {"dateretrieved", "date"},
    {"retrievedon", "date"},
    {"source", "source"},
    {"url", "source"},
    {"retrievedfrom", "source"},
    {"link", "source"},
    {"verified", "verified"},
    {"official", "verified"},
    {"inferred", "inferred"},
    {"footnote", "footnote"},
    {"claim", "claim"},
    {"text", "claim"},
    {"sentence", "claim"},
    {"quote", "claim"},
    {"words", "claim"},
    {"comparedwith", "compared_with"},
    {"comparedto", "compared_with"},
    {"versus", "compared_with"},
    {"vs", "compared_with"},
    // Of summary_results.json and the public table; nothing that a citation states.
    {"accuracy", ""},
    {"nodes", ""},
    {"hostprocessorspernode", ""},
    {"hostprocessorcorecount", ""},
    {"location", ""},
    {"operatingsystem", ""},
    {"notes", ""},
    {"compliance", ""},
    {"errors", ""},
    {"p", ""},
    {"details", ""},
    {"code", ""},
    {"uniqueidegforaudit", ""},
    {"colorkey", ""},
    {"powerunits", ""},
    {"uniqueid", ""},
    {"submissionid", ""}};

std::string Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\n'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' ||
                           text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

std::unexpected<Error> Refuse(std::string_view field, std::string_view expected,
                              std::string_view found) {
  return Fail(ErrorCode::kOutOfRange, std::string(field) + ": expected " + std::string(expected) +
                                          ", found '" + std::string(found.substr(0, 60)) + "'");
}

Result<std::string> RoundValue(std::string_view text) {
  std::string name;
  for (const Token& token : Tokenise(text)) {  // "MLPerf Inference v5.1" is meant too
    const bool version = token.kind == TokenKind::kNumber ||
                         (token.text.size() > 1 && token.text[0] == 'v' &&
                          token.text.find_first_not_of("0123456789.", 1) == std::string::npos);
    if (version) name = token.text;
  }
  if (name.empty()) return Refuse("round", "a round like v5.1", text);
  if (name[0] != 'v') name.insert(0, 1, 'v');
  if (const round::Round* round = round::FindRound(name)) return std::string(round->name);
  return name;
}

Result<std::string> BenchmarkValue(const std::string& text) {
  const std::vector<Token> tokens = Tokenise(text);
  if (tokens.empty()) return Refuse("benchmark", "a name", text);
  const std::vector<Mention> mentions = FindMentions(tokens, text, Vocabulary{});
  for (const Mention& mention : mentions) {
    // The whole text has to be the name: "mixtral of our own" is none.
    if (mention.field == "benchmark" && mention.begin == 0 && mention.end + 2 >= tokens.size())
      return mention.value;
  }
  return text;
}

Result<std::string> YesOrNo(std::string_view field, const std::string& text) {
  const std::string folded = FoldName(text);
  for (std::string_view yes : {"yes", "true", "1", "verified", "official", "inferred", "y"}) {
    if (folded == yes) return std::string("yes");
  }
  for (std::string_view no :
       {"no", "false", "0", "unverified", "unofficial", "notverified", "n", "measured"}) {
    if (folded == no) return std::string("no");
  }
  return Refuse(field, "yes or no", text);
}

Result<std::string> DateValue(const std::string& text) {
  const std::vector<Token> tokens = Tokenise(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (DateHit hit = DateAt(tokens, at); !hit.date.empty()) return hit.date;
  }
  return Refuse("date", "a day like 2025-09-09", text);
}

Result<std::string> CountValue(const std::string& text) {
  std::string digits = Trimmed(text);
  if (digits.ends_with(".0")) digits.resize(digits.size() - 2);  // a spreadsheet's 8.0
  if (!digits.empty() && (digits.back() == 'x' || digits.back() == 'X')) digits.pop_back();
  std::erase(digits, ',');
  if (digits.empty() || digits.size() > 7 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    return Refuse("accelerators", "a whole number", text);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

Result<std::string> IdValue(const std::string& text) {
  const auto quote = ReadResultId(text);
  return quote ? Result<std::string>(quote->stated.at("result_id"))
               : Refuse("result_id", "an id like 5.1-0069", text);
}

Result<std::string> UnitValue(const std::string& text) {
  if (const auto unit = round::ParseUnit(text)) return std::string(round::TextOf(*unit));
  return text;
}

}  // namespace

std::string_view FieldNamed(std::string_view key) {
  const std::string folded = FoldName(key);
  const auto hit = std::ranges::find(kSynonyms, std::string_view(folded), &Synonym::folded);
  return hit == std::end(kSynonyms) ? std::string_view{}
         : hit->field.empty()       ? std::string_view("unused")
                                    : hit->field;
}

Result<std::string> FieldValue(std::string_view field, std::string_view written) {
  const std::string text = Trimmed(written);
  if (field == "round") return RoundValue(text);
  if (field == "benchmark") return BenchmarkValue(text);
  if (field == "scenario") {
    const auto scenario = round::ParseScenario(text);
    if (!scenario)
      return Refuse(field, "Offline, Server, Interactive, SingleStream or MultiStream", text);
    return std::string(round::NameOf(*scenario));
  }
  if (field == "division") {
    const auto division = results::ParseDivision(text);
    if (!division) return Refuse(field, "closed, open or network", text);
    return std::string(results::NameOf(*division));
  }
  if (field == "availability") {
    const auto availability = results::ParseAvailability(text);
    if (!availability || *availability == results::Availability::kUnknown) {
      return Refuse(field, "available, preview or rdi", text);
    }
    return std::string(results::NameOf(*availability));
  }
  if (field == "category") {
    const std::string folded = FoldName(text);
    const bool datacenter = folded.find("datacent") != std::string::npos,
               edge = folded.find("edge") != std::string::npos;
    if (datacenter == edge && !datacenter) return Refuse(field, "datacenter or edge", text);
    return std::string(datacenter && edge ? "datacenter and edge"
                       : datacenter       ? "datacenter"
                                          : "edge");
  }
  if (field == "precision") {
    const results::Precision precision = results::ParsePrecision(text);
    return precision.disclosed ? results::NameOf(precision) : text;
  }
  if (field == "verified" || field == "inferred") return YesOrNo(field, text);
  if (field == "date") return DateValue(text);
  if (field == "accelerators") return CountValue(text);
  if (field == "result_id") return IdValue(text);
  if (field == "unit") return UnitValue(text);
  if (field == "value") {
    auto number = ReadFieldNumber(text);
    if (!number) return Refuse(field, "a number", text);
    return number->digits;
  }
  return text;
}

}  // namespace assay::citation
