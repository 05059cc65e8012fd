// SPDX-License-Identifier: Apache-2.0
// The block `slices`: parts of the data that are looked at apart.
#include "spec/spec_table.h"
#include "spec/value_type.h"

namespace assay::spec {
namespace {

bool HasOperator(std::string_view text) { return text.find_first_of("<>=") != text.npos; }

// A slice as text; what has an operator must read as conditions. `bare` says which texts without one are taken.
TypeOf<std::string> SliceText(std::string what, std::function<bool(std::string_view)> bare) {
  return MakeScalar<std::string>(
      {[what, bare](const Node& node) -> Result<std::string> {
         if (node.kind != NodeKind::kScalar || node.text.empty()) {
           return Fail(ErrorCode::kWrongType, "expected " + what + ", found " + Shown(node));
         }
         if (HasOperator(node.text)) {
           ASSAY_CHECK_OK(ParseConditions(node.text));
         } else if (!bare(node.text)) {
           return Fail(ErrorCode::kBadBound, "expected " + what + ", found " + Shown(node));
         }
         return node.text;
       },
       [](const std::string& text) -> std::optional<std::string> {
         if (text.empty()) return std::nullopt;
         return YamlText(text);
       },
       [](const Names&, base::JsonWriter& json) { json.Member("type", "string"); }, what});
}

const Table& SliceSearchTable() {
  static const Table table{
      "slices.search",
      "The search for slices with more errors; exploratory, and tested on cases that it didn't see.",
      {Key<&SliceSearch::depth>("depth", Integer<std::uint64_t>(1, 3),
                                "Columns that a slice may combine: 1 to 3.", "2"),
       Key<&SliceSearch::min>("min", Integer<std::uint64_t>(0, 1'000'000'000),
                              "Cases of the smallest slice; 0: half a percent of all, 30 at least.", "200"),
       Key<&SliceSearch::fdr>("fdr", Share(true),
                              "Share of false finds among the finds, on average.", "0.1")}};
  return table;
}

const Table& SlicesTable() {
  static const Table table{
      "slices",
      "Parts of the data that are looked at apart: `assay slices`.",
      {Key<&Slices::declared>(
           "declared", ListOf(SliceText("a column or a condition on columns", [](std::string_view) { return true; })),
           "Named before the run: a column stands for each of its values or ranges, a condition for one slice.",
           "[channel, \"age >= 70\"]"),
       Key<&Slices::search>("search", TableOf<SliceSearch>(SliceSearchTable()), "How far the search goes.",
                            "{depth: 2, min: 200, fdr: 0.1}")}};
  return table;
}

}  // namespace

TypeOf<Slices> SlicesBlock() { return TableOf<Slices>(SlicesTable()); }

TypeOf<std::string> SliceName() {
  return SliceText("a condition on columns, or worst_decile", [](std::string_view text) { return text == "worst_decile"; });
}

}  // namespace assay::spec
