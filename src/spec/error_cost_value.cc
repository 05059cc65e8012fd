// SPDX-License-Identifier: Apache-2.0
// What an error costs: one amount for all cases, or `{column: NAME, factor: NUMBER}`, an amount of each case's own.
#include <memory>

#include "spec/field_table.h"
#include "spec/spec_table.h"
#include "spec/value_type.h"

namespace assay::spec {
namespace {

const Table& ColumnTable() {
  static const Table table{
      "costs.fn",
      "An amount that each case has in a column of the data; `fp` and `review` take the same.",
      {Key<&ErrorCost::column>("column", TextValue(), "Column with an amount of at least 0 in each case.", "funded_amnt")
           .Required(),
       Key<&ErrorCost::factor>("factor", Number(0, 1e12), "What the amount is multiplied by.", "0.3")}};
  return table;
}

class ErrorCostType : public ValueType {
 public:
  void Read(const Node& node, const std::string& path, SpecReading& reading, void* out) const override {
    ErrorCost& cost = *static_cast<ErrorCost*>(out);
    if (node.kind != NodeKind::kMap) {
      amount_.type->Read(node, path, reading, &cost.money);
      return;
    }
    by_row_.type->Read(node, path, reading, out);
    cost.money.reset();
  }
  std::optional<std::string> Text(const void* value) const override {
    const ErrorCost& cost = *static_cast<const ErrorCost*>(value);
    if (cost.money) return MoneyText(*cost.money);
    if (!cost.by_row()) return std::nullopt;
    return "{column: " + YamlText(cost.column) + ", factor: " + NumberText(cost.factor) + "}";
  }
  void Schema(const Names& names, base::JsonWriter& json) const override {
    json.Key("anyOf").BeginArray().BeginObject();
    amount_.type->Schema(names, json);
    json.EndObject().BeginObject();
    by_row_.type->Schema(names, json);
    json.EndObject().EndArray();
  }
  std::string Describe() const override { return amount_.type->Describe() + " or {column, factor}"; }
  const Table* table() const override { return &ColumnTable(); }
  std::vector<ResolvedLine> Defaults() const override { return by_row_.type->Defaults(); }

 private:
  TypeOf<std::optional<Money>> amount_ = Optional(Amount({Per::kOne, Per::kThousand}));
  TypeOf<ErrorCost> by_row_ = TableOf<ErrorCost>(ColumnTable());
};

}  // namespace

TypeOf<ErrorCost> ErrorCostValue() { return {std::make_shared<ErrorCostType>()}; }

}  // namespace assay::spec
