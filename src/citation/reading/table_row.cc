// SPDX-License-Identifier: Apache-2.0
// A table's column is a fact ("Submitter"), a value ("Result", "Tokens/s", "Offline"), or words
// that may name facts. Each value of a row is a quote of its own and shares the row's facts.
#include <algorithm>
#include <array>

#include "citation/reading/assertions.h"
#include "citation/reading/field_number.h"
#include "citation/reading/fields.h"
#include "citation/reading/measure.h"
#include "citation/reading/sentence.h"

namespace assay::citation {
namespace {

struct Column {
  std::string_view field;  // empty = words
  bool value = false;
  std::string unit;      // of a value column, from its title
  Context facts;         // that the title names
  bool derived = false;  // a title like "tokens/s per GPU"
  std::string metric;
};

std::string UnitIn(std::string_view title, std::string& per) {
  // A number in front lets the measure reader see the unit of "Throughput (tokens/s)".
  const std::vector<Token> tokens = Tokenise(title);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const std::vector<Measure> measures =
        FindMeasures(Tokenise("1 " + std::string(title.substr(tokens[at].begin))));
    if (measures.size() == 1 && measures[0].kind != MeasureKind::kRatio &&
        measures[0].kind != MeasureKind::kPercent) {
      per = measures[0].per;
      // "Server" or "s" alone is no unit of time.
      if (measures[0].kind == MeasureKind::kLatency && tokens[at].Is("s") &&
          title.find('(') == std::string_view::npos)
        continue;
      return measures[0].unit;
    }
  }
  return {};
}

Column ColumnOf(std::string_view title, const Vocabulary& vocabulary) {
  Column column;
  column.field = FieldNamed(title);
  if (column.field == "unused") return column;
  if (!column.field.empty() && column.field != "value") return column;
  std::string per;
  column.unit = UnitIn(title, per);
  column.metric = per;
  column.facts = ReadContext(title, vocabulary);
  column.value =
      column.field == "value" || !column.unit.empty() || column.facts.facts.contains("scenario");
  return column;
}

bool IsEmpty(std::string_view cell) {
  return cell.empty() || cell == "-" || cell == "n/a" || cell == "N/A" || cell == "\xE2\x80\x93" ||
         cell == "\xE2\x80\x94";
}

}  // namespace

std::vector<Quote> ReadTableRow(const std::vector<std::string>& titles,
                                const std::vector<std::string>& cells, const Place& place,
                                const Vocabulary& vocabulary) {
  Quote shared;
  shared.place = place;
  std::string claim;
  struct Value {
    FieldNumber number;
    Column column;
  };
  std::vector<Value> values;
  std::vector<Context> words;
  for (std::size_t i = 0; i < std::min(titles.size(), cells.size()); ++i) {
    const std::string& cell = cells[i];
    if (IsEmpty(cell)) continue;
    const Column column = ColumnOf(titles[i], vocabulary);
    if (column.field == "unused" || column.field == "compared_with") continue;
    if (column.field == "claim") {
      claim = cell;
    } else if (column.value) {
      if (auto number = ReadFieldNumber(cell)) values.push_back({*number, column});
    } else if (!column.field.empty()) {
      // A cell that isn't what its title says is no fact of the row.
      if (!AddField(column.field, cell, shared).has_value()) continue;
    } else {
      words.push_back(ReadContext(cell, vocabulary));
    }
  }
  for (const Context& context : words) AddContext(context, shared);
  std::vector<Quote> out;
  if (values.empty()) {
    if (claim.empty()) return out;
    AddClaim(claim, vocabulary, shared);
    if (shared.stated.contains("value") || !shared.asserts.empty())
      out.push_back(std::move(shared));
    return out;
  }
  for (const Value& value : values) {
    Quote quote = shared;
    quote.stated["value"] = value.number.digits;
    quote.rounded = value.number.rounded;
    const std::string& unit = value.number.unit.empty() ? value.column.unit : value.number.unit;
    if (!unit.empty()) quote.stated["unit"] = unit;
    if (!value.column.metric.empty()) {
      quote.stated["metric"] = value.column.metric;
      quote.asserts.push_back(value.column.metric);
    }
    for (const auto& [field, fact] : value.column.facts.facts) quote.stated[field] = fact;
    if (value.column.facts.suite != Suite::kNotStated) quote.suite = value.column.facts.suite;
    if (!claim.empty() && values.size() == 1) AddClaim(claim, vocabulary, quote);
    const bool about =
        quote.suite != Suite::kNotStated ||
        std::ranges::any_of(
            std::array<std::string_view, 8>{"benchmark", "scenario", "round", "result_id",
                                            "accelerator", "division", "system", "suite"},
            [&](std::string_view field) { return quote.stated.contains(field); }) ||
        (quote.stated.contains("submitter") && round::ParseUnit(unit));
    if (about) out.push_back(std::move(quote));
  }
  return out;
}

}  // namespace assay::citation
