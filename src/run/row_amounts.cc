// SPDX-License-Identifier: Apache-2.0
#include "run/row_amounts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/json_reader.h"
#include "run/amount_column.h"

namespace assay::run {
namespace {

constexpr char kAmountsName[] = "/amounts.json";

// The errors that may be priced by row, with the keys of the spec and of the file.
struct PricedError {
  const char* key;
  std::optional<spec::ErrorCost> spec::Costs::*cost;
  std::vector<double> RowAmounts::*amounts;
};
constexpr PricedError kPricedErrors[] = {{"fn", &spec::Costs::fn, &RowAmounts::miss},
                                         {"fp", &spec::Costs::fp, &RowAmounts::alarm},
                                         {"review", &spec::Costs::review, &RowAmounts::review}};

bool IsByRow(const spec::Spec& spec, const PricedError& error) {
  if (!spec.costs) return false;
  const auto& cost = *spec.costs.*error.cost;
  return cost && cost->by_row();
}

bool AnyByRow(const spec::Spec& spec) {
  return std::ranges::any_of(kPricedErrors, [&](const PricedError& error) { return IsByRow(spec, error); });
}

}  // namespace

Result<void> WriteRowAmounts(const spec::Spec& spec, const OpenedData& data, const std::string& run_directory) {
  const Dataset* split = data.judged_split();
  if (!AnyByRow(spec) || split == nullptr) return {};
  std::string text;
  base::JsonWriter json(text, 1);
  json.BeginObject().Member("schema", "assay.amounts/1").Member("split", data.judged).Member("cases", split->size());
  for (const PricedError& error : kPricedErrors) {
    if (!IsByRow(spec, error)) continue;
    ASSAY_TRY(amounts, ReadAmounts(*split, (*spec.costs.*error.cost)->column, {.path = std::string("costs.") + error.key + ".column"}));
    json.Key(error.key).BeginArray();
    for (const double amount : amounts) json.Value(amount);
    json.EndArray();
  }
  json.EndObject();
  return base::WriteFileAtomically(run_directory + kAmountsName, text + "\n");
}

Result<RowAmounts> ReadRowAmounts(const spec::Spec& spec, const std::string& run_directory) {
  RowAmounts amounts;
  if (!AnyByRow(spec) || spec.JudgedSplit() == nullptr) return amounts;
  const std::string path = run_directory + kAmountsName;
  ASSAY_TRY(text, base::ReadFile(path));
  ASSAY_TRY(json, base::ReadJson(text, path));
  for (const PricedError& error : kPricedErrors) {
    if (!IsByRow(spec, error)) continue;
    const base::JsonValue* list = json.Find(error.key);
    if (list == nullptr) return FailAt({.file = path}, ErrorCode::kBadRecord, "expected the amounts of " + std::string(error.key));
    for (const base::JsonValue& value : list->items()) {
      const auto amount = value.AsDouble();
      if (!amount || !(*amount >= 0) || !std::isfinite(*amount)) {
        return FailAt({.file = path}, ErrorCode::kBadRecord, "expected amounts >= 0 of " + std::string(error.key));
      }
      (amounts.*error.amounts).push_back(*amount);
    }
  }
  return amounts;
}

Result<void> AddAmounts(const RowAmounts& amounts, std::span<const record::CaseLine> lines, ScoredCases& cases) {
  if (amounts.miss.empty() && amounts.alarm.empty() && amounts.review.empty()) return {};
  std::unordered_map<std::string_view, std::size_t> places;
  for (const record::CaseLine& line : lines) places.emplace(line.id, line.index);
  const auto amount_of = [&](const std::vector<double>& all, const std::string& id) -> Result<double> {
    const auto place = places.find(id);
    if (place != places.end() && place->second < all.size()) return all[place->second];
    return Fail(ErrorCode::kBadRecord, "case " + id + " isn't among the cases that have amounts");
  };
  const auto add = [&](const std::vector<double>& all, std::vector<double>& of_cases,
                       double UnscoredCase::*of_missing) -> Result<void> {
    if (all.empty()) return {};
    for (const std::string& id : cases.ids) {
      ASSAY_TRY(amount, amount_of(all, id));
      of_cases.push_back(amount);
    }
    for (UnscoredCase& missing : cases.missing) {
      ASSAY_TRY(amount, amount_of(all, missing.id));
      missing.*of_missing = amount;
    }
    return {};
  };
  ASSAY_CHECK_OK(add(amounts.miss, cases.miss_amount, &UnscoredCase::miss_amount));
  ASSAY_CHECK_OK(add(amounts.alarm, cases.alarm_amount, &UnscoredCase::alarm_amount));
  return add(amounts.review, cases.review_amount, &UnscoredCase::review_amount);
}

}  // namespace assay::run
